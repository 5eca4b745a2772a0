/** The matrix, its filter, and the evidence in its rows. */
export const matrixStyles = `
.matrix { margin-top: 1rem; }
.agree { padding: 0.9rem 0 0; font-weight: 550; }
.headline { font-weight: 600; max-width: 62rem; margin-bottom: 0.4rem; }
.what em { font-style: normal; color: var(--soft); }
.what .hit { color: var(--accent); }
.apart { margin-top: 1.6rem; }
.leaf + .leaf { margin-top: 1.2rem; border-top: 1px dashed var(--line-strong); padding-top: 0.8rem; }
.who { display: flex; flex-wrap: wrap; gap: 0.3rem 1.3rem; margin-bottom: 0.4rem; }
.who li { display: inline-flex; flex-wrap: wrap; gap: 0.1rem 0.55rem; align-items: baseline; font-size: 0.87rem; }
.mix { display: grid; gap: 0.15rem; width: 17rem; font: 0.8rem/1.35 var(--mono); overflow-wrap: anywhere; }
.head .mix { font: inherit; }
.mix .bar { height: 0.6rem; }
@media screen and (min-width: 60.01rem) { .matrix:has(.walked) .mix { width: 27rem; } }
.matrix .head, .row > summary { display: grid; grid-template-columns: 1rem minmax(0, 1fr) max-content max-content; gap: 0.2rem 0.9rem; align-items: center; }
.matrix .head { position: sticky; top: 0; z-index: 1; align-items: end; padding: 0.5rem 0.5rem 0.4rem; background: var(--paper); color: var(--soft); font-size: 0.85rem; border-bottom: 1px solid var(--line-strong); }
.matrix .head > :first-child { grid-column: 1 / 3; }
.size { text-align: right; min-width: 3.4rem; }
.size { position: relative; }
.size i, .cells > b > i:not(.u) { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
.size i, .cells i { font-style: normal; }
.cells { display: grid; grid-auto-flow: column; grid-auto-columns: var(--cell, 6rem); gap: 3px; }
.head .cells > * { text-align: center; overflow-wrap: anywhere; line-height: 1.3; color: var(--ink); }
.upright .cells > * { writing-mode: vertical-rl; transform: rotate(180deg); justify-self: center; text-align: left; max-height: 9rem; }
.matrix > .row { content-visibility: auto; contain-intrinsic-size: auto 3.2rem; }
.row { scroll-margin-top: 2.6rem; border-bottom: 1px solid var(--line); }
.row > summary { padding: 0.3rem 0.5rem; list-style: none; min-height: 2.6rem; }
.row > summary::-webkit-details-marker { display: none; }
.row > summary::before { content: ""; width: 0.42rem; height: 0.42rem; border: solid var(--soft); border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg); justify-self: center; }
.row[open] > summary::before { transform: rotate(45deg); }
.row > summary:hover { background: var(--sunk); }
.row:has(:target) > summary { background: var(--accent-soft); border-radius: 6px; }
.what { overflow-wrap: anywhere; line-height: 1.4; }
.what small { display: block; color: var(--soft); font-size: 0.82rem; }
.what small code { color: var(--ink); }
.cells > b { position: relative; display: grid; place-items: center; align-content: center; min-height: 1.9rem; padding: 0.1rem 0.2rem; text-align: center; overflow-wrap: anywhere; font: 550 0.8rem/1.25 var(--mono); color: var(--t); background: var(--w); border: 1px solid color-mix(in srgb, var(--c) 45%, transparent); border-radius: 5px; }
.cells > b.kn { font-size: 0.68rem; letter-spacing: -0.03em; padding-left: 0; padding-right: 0; }
.cells > b.none { --t: var(--soft); --w: transparent; --c: var(--line); }
.row .inside { padding: 0.4rem 0.5rem 1.4rem 2.4rem; scroll-margin-top: 4rem; }
.clearest { scroll-margin-top: 8rem; overflow-wrap: anywhere; }
.members li { scroll-margin-top: 8rem; }
.label { margin: 0.9rem 0 0.3rem; font-size: 0.9rem; font-weight: 650; }
.evidence { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 1.2rem; }
.responses { grid-column: 1 / -1; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 26rem), 1fr)); gap: 0 1.2rem; }
.responses small { color: var(--soft); }
.responses .chip { margin-left: 0.3rem; }
.again code, .responses code { display: block; margin-top: 0.3rem; font-size: 0.78rem; white-space: pre-wrap; overflow-wrap: anywhere; user-select: all; background: var(--sunk); border: 1px solid var(--line); border-radius: 5px; padding: 0.15rem 0.5rem; }
.members { display: flex; flex-wrap: wrap; gap: 0.2rem 1.2rem; font: 0.8rem/1.5 var(--mono); }
.members li { overflow-wrap: anywhere; }
.members li:target { background: var(--accent-soft); border-radius: 3px; }

#filter label { white-space: nowrap; }
#filter select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line-strong); border-radius: 6px; padding: 0.35rem 0.5rem; margin-left: 0.3rem; max-width: 14rem; }
#filter fieldset { display: flex; flex-wrap: wrap; gap: 0.3rem 1rem; border: 0; padding: 0; margin: 0; flex: 1 1 100%; min-width: 0; }
#filter fieldset#filter-depth { flex: 1 1 auto; }
#filter fieldset.many { max-height: calc(12.25rem + 2px); overflow-y: auto; row-gap: 0; }
.many label, .many legend { line-height: 1.75rem; }
#filter fieldset label { white-space: normal; overflow-wrap: anywhere; }
#filter legend { float: left; padding: 0 0.4rem 0 0; color: var(--soft); }
@media print { .cells { grid-auto-columns: var(--paper-cell, min(var(--cell, 6rem), 4.2rem)); } .cells > b { font-size: 0.7rem; } .walked .cells > b { font-size: 0.58rem; padding-left: 0; padding-right: 0; } .matrix.narrow .cells { grid-auto-columns: 2.6rem; } .matrix.narrow:has(.walked) .cells { grid-auto-columns: max(2.6rem, var(--paper-cell, 2.6rem)); } .matrix.narrow .cells > b { font-size: 0.52rem; padding-left: 0; padding-right: 0; } .matrix.narrow .cells > b.kn { font-size: 0.5rem; } .matrix.narrow .cells > b.none { font-size: 0.46rem; } .mix { width: 12rem; } .matrix:has(.walked) .mix { width: 20rem; } .matrix > .row { content-visibility: visible; } .matrix.narrow .head, .matrix.narrow .row > summary { grid-template-columns: 0 minmax(0, 1fr) max-content max-content; gap: 0.2rem 0.4rem; } .matrix.narrow .row > summary::before { visibility: hidden; width: 0; } .matrix.narrow .size { min-width: 2.4rem; } }
@media screen and (max-width: 60rem) {
  .matrix .head { display: none; }
  .row > summary { grid-template-columns: 1rem minmax(0, 1fr) max-content; }
  .row > summary .mix { grid-column: 2 / -1; width: auto; }
  .row > summary .cells { grid-column: 2 / -1; display: flex; flex-wrap: wrap; gap: 0.3rem; }
  .cells > b { display: inline-block; min-height: 0; padding: 0.1rem 0.5rem; text-align: left; }
  .cells > b.kn { padding: 0.1rem 0.5rem; }
  .size i, .cells > b > i:not(.u) { position: static; clip-path: none; width: auto; height: auto; overflow: visible; }
  .size { color: var(--soft); font-size: 0.87rem; }
  .cells > b > i:not(.u) { display: inline-block; margin-right: 0.5rem; font: 400 0.8rem/1.5 var(--sans); }
}
@media (max-width: 60rem) { #filter fieldset.many { border: 1px solid var(--line-strong); border-radius: 6px; padding: 0 0.6rem; } }
@media (max-width: 52rem) {
  .evidence { grid-template-columns: minmax(0, 1fr); }
  .row .inside { padding: 0.2rem 0 1rem; }
}
`;
