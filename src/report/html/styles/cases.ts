/** Folds of suites and cases, and the evidence in them. */
export const cases = `
summary { cursor: pointer; }
.suite { margin-top: 0.6rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.suite > summary { display: grid; grid-template-columns: 1rem minmax(11rem, max-content) minmax(0, 1fr) max-content 11rem; gap: 0.2rem 1rem; align-items: center; padding: 0.7rem 1.1rem; list-style: none; }
.suite > summary::-webkit-details-marker, .case > summary::-webkit-details-marker { display: none; }
.suite > summary::before, .case > summary::before { content: ""; width: 0.42rem; height: 0.42rem; border: solid var(--soft); border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg); justify-self: center; align-self: center; }
details[open] > summary::before { transform: rotate(45deg); }
.suite > summary:hover, .case > summary:hover { background: var(--sunk); border-radius: 8px; }
.suite[open] > summary { border-bottom: 1px solid var(--line); }
.suite > .inside { padding: 0.3rem 0.6rem 0.9rem; scroll-margin-top: 4rem; }

.case > summary { display: grid; grid-template-columns: 1rem minmax(0, 16rem) minmax(0, 1fr) minmax(4rem, max-content); gap: 0.1rem 0.8rem; align-items: baseline; padding: 0.36rem 0.5rem; list-style: none; }
.cases > li + li { border-top: 1px solid var(--line); }
.case > summary code { font-weight: 550; overflow-wrap: anywhere; }
.case .why { color: var(--soft); font-size: 0.94rem; overflow-wrap: anywhere; }
.case[open] .why { color: var(--ink); }
.case .came { justify-self: end; text-align: right; max-width: 22rem; }
.case .came .chips { justify-content: flex-end; }
.case > .inside { padding: 0.3rem 0.5rem 1.2rem 2.3rem; scroll-margin-top: 5rem; }
.case:has(:target) > summary { background: var(--accent-soft); border-radius: 6px; }
.origin { color: var(--soft); font-size: 0.87rem; }
.generated { margin-top: 1.1rem; padding: 0 0.5rem; }
.generated > p { margin: 0.2rem 0 0.4rem; font-size: 0.9rem; }
.generated .cases { margin: 0 -0.5rem; }

.evidence { margin-top: 0.9rem; }
.evidence + .evidence { border-top: 1px dashed var(--line-strong); padding-top: 0.9rem; }
.met { font-size: 0.87rem; color: var(--soft); }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1.25rem; margin: 0.35rem 0 0.6rem; }
.side { min-width: 0; }
.side p { font-size: 0.87rem; }
.side .cap { font-size: 0.82rem; font-weight: 550; color: var(--soft); margin: 0.45rem 0 0.25rem; }
pre { margin: 0; padding: 0.7rem 0.85rem; background: var(--sunk); border: 1px solid var(--line); border-radius: 6px; font-size: 0.8rem; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; }
pre + .quiet { margin-top: 0.2rem; }
pre .head { color: var(--soft); }
.command { display: grid; grid-template-columns: 3.6rem minmax(0, 1fr); gap: 0.5rem; align-items: baseline; margin-top: 0.3rem; font-size: 0.87rem; }
.command > span { color: var(--soft); }
.command code { font-size: 0.8rem; white-space: pre-wrap; overflow-wrap: anywhere; user-select: all; background: var(--sunk); border: 1px solid var(--line); border-radius: 5px; padding: 0.15rem 0.5rem; justify-self: start; max-width: 100%; }
.command em { color: var(--soft); }

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
  .case > summary { display: flex; flex-wrap: wrap; position: relative; padding-left: 1.7rem; }
  .case > summary::before { position: absolute; left: 0.5rem; top: 0.85rem; }
  .case .why { flex: 1 0 100%; order: 1; }
  .case .came { margin-left: auto; max-width: 100%; }
  .case > .inside { padding: 0.3rem 0 1rem; }
  .suite > .inside { padding: 0.2rem 0.5rem 0.6rem; }
  .sides { grid-template-columns: minmax(0, 1fr); }
}
`;
