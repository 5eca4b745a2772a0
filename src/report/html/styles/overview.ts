/** Masthead, verdict, notes and remarks. */
export const overviewStyles = `
.masthead { padding-top: 2.5rem; }
.over { color: var(--soft); font-size: 0.9rem; }
h1 { font-size: clamp(2rem, 5vw, 2.9rem); line-height: 1.1; font-weight: 700; letter-spacing: -0.028em; overflow-wrap: anywhere; }
.url { margin-top: 0.5rem; color: var(--soft); font-size: 0.95rem; }
.url .method { color: var(--ink); font-weight: 600; margin-right: 0.5em; }
.url .path { color: var(--ink); }
.facts { display: flex; flex-wrap: wrap; gap: 0.9rem 2.6rem; margin-top: 1.75rem; }
.facts > div > dt { color: var(--soft); font-size: 0.82rem; }
.facts dd { font-weight: 550; }
.facts small { display: block; font-size: 0.82rem; font-weight: 400; }
.banner { margin-top: 1.75rem; padding: 0.8rem 1.1rem; border: 1px solid var(--c4); border-left-width: 5px; border-radius: 6px; background: var(--w4); color: var(--t4); }

.overview { display: grid; grid-template-columns: 1fr 1fr; gap: 1.25rem; margin-top: 2.25rem; }
.overview.one { grid-template-columns: minmax(0, 1fr); margin-top: 3.5rem; font-size: 0.93rem; }
.overview.one .word { font-size: 1.15rem; margin-bottom: 0.15rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.25rem 1.4rem 1.4rem; min-width: 0; }
.card h2 { font-size: 0.9rem; font-weight: 550; color: var(--soft); letter-spacing: 0; margin: 0; }
.card .word { font-size: 2rem; line-height: 1.25; font-weight: 680; letter-spacing: -0.02em; margin: 0.1rem 0 0.35rem; }
.card .quiet { margin-top: 0.5rem; font-size: 0.9rem; }
.verdict { border-top: 4px solid var(--cn); padding-top: calc(1.25rem - 3px); }
.verdict.held { border-top-color: var(--c2); } .verdict.held .word { color: var(--t2); }
.verdict.not-held { border-top-color: var(--c5); } .verdict.not-held .word { color: var(--t5); }
.rests li { padding-left: 1.1em; text-indent: -1.1em; font-size: 0.9rem; }
.rests li::before { content: "–"; display: inline-block; width: 1.1em; text-indent: 0; color: var(--soft); }
.telling { grid-column: 1 / -1; }
.telling ul { margin-top: 0.35rem; }
.card .bar { height: 1.6rem; margin: 1rem 0 0.8rem; }

.bar { display: flex; gap: 2px; height: 0.8rem; width: 100%; }
.bar > span { flex: 1 1 0; min-width: 4px; border-radius: 2px; }
.swatch { display: inline-block; width: 0.8rem; height: 0.8rem; border-radius: 2px; vertical-align: -0.08em; }
.legend { display: flex; flex-wrap: wrap; gap: 0.3rem 1.2rem; font-size: 0.9rem; }
.legend li { display: inline-flex; align-items: center; gap: 0.4rem; white-space: nowrap; }
.legend .zero { color: var(--soft); }
.legend .zero b { font-weight: 450; }

.first-word { margin: 1rem 0; padding: 0.6rem 0.9rem; border-left: 3px solid; font-weight: 600; overflow-wrap: anywhere; }
.notes { margin-top: 0.6rem; display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: 0.4rem 1.5rem; }
.notes dt { color: var(--soft); }

.group { margin-top: 1.6rem; }
.group > .quiet { font-size: 0.9rem; }
.remarks { margin-top: 0.45rem; border-top: 1px solid var(--line); }
.remarks li { display: grid; grid-template-columns: minmax(0, 19rem) minmax(0, 9.5rem) minmax(0, 1fr); gap: 0.15rem 1rem; align-items: baseline; padding: 0.42rem 0; border-bottom: 1px solid var(--line); }
.remarks .chips { justify-self: start; align-items: baseline; color: var(--soft); }
.more > summary { padding: 0.45rem 0; font-size: 0.9rem; color: var(--accent); cursor: pointer; }
.more .remarks { margin-top: 0; }
@media (max-width: 52rem) {
  .overview { grid-template-columns: 1fr; }
  .remarks li { grid-template-columns: minmax(0, 1fr) auto; }
  .remarks .said { grid-column: 1 / -1; }
  .notes { grid-template-columns: 1fr; gap: 0 0; }
  .notes dd { margin-bottom: 0.7rem; }
}
`;
