/** Folds of suites and cases, and the evidence in them. */
export const caseStyles = `
summary { cursor: pointer; }
.suite { margin-top: 0.6rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.suite > summary { display: grid; grid-template-columns: 1rem minmax(11rem, max-content) minmax(0, 1fr) max-content 11rem; gap: 0.2rem 1rem; align-items: center; padding: 0.7rem 1.1rem; list-style: none; }
.suite summary::-webkit-details-marker { display: none; }
.suite summary::before { content: ""; width: 0.42rem; height: 0.42rem; border: solid var(--soft); border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg); justify-self: center; align-self: center; }
details[open] > summary::before { transform: rotate(45deg); }
.suite summary:hover { background: var(--sunk); border-radius: 8px; }
.suite[open] > summary { border-bottom: 1px solid var(--line); }
.suite > .inside { padding: 0.3rem 0.6rem 0.9rem; scroll-margin-top: 4rem; }
.asks { color: var(--soft); font-size: 0.87rem; padding: 0.5rem 0.5rem 0.6rem; max-width: 58rem; }

.cases > details > summary { display: grid; grid-template-columns: 1rem minmax(0, 16rem) minmax(0, 1fr) minmax(3.6rem, max-content); gap: 0.1rem 0.8rem; align-items: baseline; padding: 0.36rem 0.5rem; list-style: none; }
.cases > details + details { border-top: 1px solid var(--line); }
.cases summary > * { overflow-wrap: anywhere; }
.cases summary > code { font-weight: 550; }
.cases summary > span { color: var(--soft); font-size: 0.94rem; }
.cases > details[open] > summary > span { color: var(--ink); }
.cases summary > :last-child { justify-self: end; text-align: right; max-width: 22rem; }
.cases summary b { display: inline-block; max-width: 100%; padding: 0.02rem 0.45rem; border-radius: 999px; background: var(--w); color: var(--t); border: 1px solid color-mix(in srgb, var(--c) 40%, transparent); font: 500 0.8rem/1.45 var(--mono); }
.cases > details > div { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.35rem 1rem; padding: 0.3rem 0.5rem 1.2rem 2.3rem; scroll-margin-top: 5rem; }
.cases > details:has(> :target) > summary { background: var(--accent-soft); border-radius: 6px; }
.cases > details > div > :not(pre) { grid-column: 1 / -1; justify-self: start; max-width: 100%; }
.cases > details > div > p, .cases small { color: var(--soft); font-size: 0.87rem; }
.cases code ~ p { margin-top: 0.6rem; }
.cases > details > div > code, .cases .more > code, #shared p code { font-size: 0.8rem; }
.cases .copy { margin-top: 0; }
.cases > details > div > code, .cases .more > code { white-space: pre-wrap; overflow-wrap: anywhere; user-select: all; background: var(--sunk); border: 1px solid var(--line); border-radius: 5px; padding: 0.15rem 0.5rem; }
.scripted .plain { display: none; }
.generated { margin-top: 1.1rem; padding: 0 0.5rem; }
.generated > p { margin: 0.2rem 0 0.4rem; font-size: 0.9rem; }
.generated .cases { margin: 0 -0.5rem; }

pre { margin: 0; padding: 0.6rem 0.85rem; background: var(--sunk); border: 1px solid var(--line); border-radius: 6px; font-size: 0.8rem; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; min-width: 0; }
pre b, pre em { font-family: var(--sans); color: var(--soft); }
pre b { font-weight: 600; }
pre i:not(.u) { font-style: normal; color: var(--soft); }
pre em .id { font-size: 0.95em; }

#shared { margin: 0.7rem 0 0; font-size: 0.9rem; }
#shared > summary { color: var(--accent); }
#shared > * + * { margin-top: 0.5rem; }
.usual { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.8rem 1.5rem; }
.usual h3 { font-size: 0.87rem; }
.usual ol { margin: 0.3rem 0 0; padding: 0.5rem 0.8rem 0.5rem 2.6rem; background: var(--sunk); border: 1px solid var(--line); border-radius: 6px; font: 0.8rem/1.5 var(--mono); }

#filter { display: flex; flex-wrap: wrap; gap: 0.5rem 1.5rem; align-items: center; margin: 0.9rem 0 1rem; }
#filter[hidden], [hidden] { display: none; }
#filter input[type="search"] { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line-strong); border-radius: 6px; padding: 0.35rem 0.7rem; width: min(19rem, 60vw); margin-left: 0.4rem; }
#filter .check { display: inline-flex; gap: 0.45rem; align-items: center; }
#filter input[type="checkbox"] { accent-color: var(--accent); width: 1rem; height: 1rem; margin: 0; }
#filter output { color: var(--soft); }
@media (max-width: 52rem) {
  .suite > summary { grid-template-columns: 1rem minmax(0, 1fr) max-content; padding: 0.7rem; }
  .suite > summary .about, .suite > summary .bar { grid-column: 2 / -1; }
  .suite > summary .tally { grid-row: 1; grid-column: 3; }
  .cases > details > summary { grid-template-columns: 1rem minmax(0, 1fr) minmax(0, max-content); }
  .cases > details > summary > span:nth-child(2) { grid-row: 2; grid-column: 2 / -1; }
  .cases > details > div { padding: 0.3rem 0 1rem; grid-template-columns: minmax(0, 1fr); }
  .cases summary > :last-child { max-width: 60vw; }
  .suite > .inside { padding: 0.2rem 0.5rem 0.6rem; }
  .usual { grid-template-columns: minmax(0, 1fr); }
}
`;
