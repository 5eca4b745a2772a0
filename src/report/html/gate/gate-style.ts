/** Additions of the gate's page. */
export const gateStyle = `
.verdict-band { margin-top: 1.5rem; padding: 1.1rem 1.4rem 1.2rem; border-radius: 10px; border: 1px solid var(--c); border-left-width: 10px; background: var(--w); color: var(--t); }
.verdict-band h1 { letter-spacing: -0.01em; }
.verdict-band p { margin-top: 0.35rem; font-size: 1.05rem; font-weight: 550; }
.verdict-band.red { --c: var(--c5); --t: var(--t5); --w: var(--w5); }
.verdict-band.yellow { --c: var(--c4); --t: var(--t4); --w: var(--w4); }
.verdict-band.green { --c: var(--c2); --t: var(--t2); --w: var(--w2); }
.verdict-band + .over { margin-top: 0.8rem; }
.gate section { margin-top: 2.5rem; }
.cause { margin-top: 1rem; border-left: 5px solid var(--c4); padding: 1rem 1.2rem; }
.cause.fail, .cause.error { border-left-color: var(--c5); }
.cause h3 { overflow-wrap: anywhere; }
.cause h3 .chip { margin-right: 0.3rem; }
.cause .about { margin-top: 0.25rem; }
.cause .compared { margin-top: 0.5rem; font-size: 0.93rem; }
.cause .cases { margin: 0.6rem -0.5rem 0; }
.cause .cases > details > summary { grid-template-columns: 1rem minmax(0, 22rem) minmax(0, 1fr) minmax(3.6rem, max-content); }
.cause .cases summary::-webkit-details-marker { display: none; }
.cause .cases summary::before { content: ""; width: 0.42rem; height: 0.42rem; border: solid var(--soft); border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg); justify-self: center; align-self: center; }
.cause .cases details[open] > summary::before { transform: rotate(45deg); }
.cause .more { margin-top: 0.3rem; }
.ids { font-size: 0.87rem; }
@media screen and (max-width: 52rem) {
  .cause { padding: 0.9rem 0.9rem; }
  .cause .cases > details > summary { grid-template-columns: 1rem minmax(0, 1fr) minmax(0, max-content); }
}
`;
