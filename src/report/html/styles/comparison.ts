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
.matrix .head { position: sticky; top: 2.7rem; z-index: 1; align-items: end; padding: 0.5rem 0.5rem 0.4rem; background: var(--paper); color: var(--soft); font-size: 0.85rem; border-bottom: 1px solid var(--line-strong); }
.matrix .head > :first-child { grid-column: 1 / 3; }
.size { text-align: right; min-width: 3.4rem; }
.size { position: relative; }
.size i, .cells > b > i:not(.u) { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
.size i, .cells i { font-style: normal; }
.cells { display: grid; grid-auto-flow: column; grid-auto-columns: var(--cell, 6rem); gap: 3px; }
.head .cells > * { text-align: center; overflow-wrap: anywhere; line-height: 1.3; color: var(--ink); }
.upright .cells > * { writing-mode: vertical-rl; transform: rotate(180deg); justify-self: center; text-align: left; max-height: 9rem; }
.matrix > .row { content-visibility: auto; contain-intrinsic-size: auto 1.65rem; }
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
.cells > b.same { --t: var(--soft); --w: transparent; font-weight: 400; border-color: transparent; }
::highlight(differs) { background-color: color-mix(in srgb, var(--c4) 32%, transparent); }
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
@media screen and (min-width: 60.01rem) {
  #matrix .row > summary { min-height: 1.5rem; padding: 0.08rem 0.5rem; }
  #matrix .row:not([open]) > summary > .what { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
  #matrix .row > summary small { display: inline; }
  #matrix .row > summary .cells > b { min-height: 1.3rem; border-color: transparent; font-size: 0.72rem; }
  #matrix .row { font-size: 0.88rem; }
}
@media print { .cells { grid-auto-columns: var(--paper-cell, min(var(--cell, 6rem), 4.2rem)); } .cells > b { font-size: 0.7rem; } .walked .cells > b { font-size: 0.58rem; padding-left: 0; padding-right: 0; } .matrix.narrow .cells { grid-auto-columns: 2.6rem; } .matrix.narrow:has(.walked) .cells { grid-auto-columns: max(2.6rem, var(--paper-cell, 2.6rem)); } .matrix.narrow .cells > b { font-size: 0.52rem; padding-left: 0; padding-right: 0; } .matrix.narrow .cells > b.kn { font-size: 0.5rem; } .matrix.narrow .cells > b.same { --t: var(--soft); --w: transparent; font-weight: 400; border-color: transparent; }
::highlight(differs) { background-color: color-mix(in srgb, var(--c4) 32%, transparent); }
.cells > b.none { font-size: 0.46rem; } .mix { width: 12rem; } .matrix:has(.walked) .mix { width: 20rem; } .matrix > .row { content-visibility: visible; } .matrix.narrow .head, .matrix.narrow .row > summary { grid-template-columns: 0 minmax(0, 1fr) max-content max-content; gap: 0.2rem 0.4rem; } .matrix.narrow .row > summary::before { visibility: hidden; width: 0; } .matrix.narrow .size { min-width: 2.4rem; } }
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

/** Boundaries, ratios with their intervals, and the lines of targets. */
export const drawingStyles = `
.walked .cells > b { font-size: 0.74rem; }
@media screen and (min-width: 60.01rem) { .walked .cells > b { font-size: var(--cell-font, 0.74rem); letter-spacing: -0.03em; padding-left: 0; padding-right: 0; } }
.lines > li, .forest > li { display: grid; grid-template-columns: minmax(0, 8.5rem) minmax(0, 1fr) minmax(0, 1.05fr); gap: 0.1rem 1.2rem; align-items: center; padding: 0.2rem 0; font-size: 0.9rem; }
.lines { margin-top: 0.4rem; }
.lines b, .forest b { font-weight: 550; overflow-wrap: anywhere; }
.lines li > span, .forest li > span { overflow-wrap: anywhere; }
.lines .scale b { font-weight: 400; color: var(--soft); font-size: 0.82rem; }
.found { display: block; color: var(--soft); font-size: 0.84rem; }
.found a, .found .n { white-space: normal; }

.forest { margin-top: 0.8rem; }
.forest > li { grid-template-columns: minmax(0, 11rem) minmax(0, 1fr) minmax(0, 1.05fr); padding: 0.3rem 0; }
.forest > li + li:not(.scale) { border-top: 1px solid var(--line); }
.interval text { font: 11px var(--sans); fill: var(--soft); text-anchor: middle; }
.one { stroke: var(--line-strong); stroke-width: 1.5; }
.span { stroke: var(--accent); stroke-width: 3; opacity: 0.55; }
.arrow { fill: none; stroke: var(--accent); stroke-width: 1.8; }
.point { fill: var(--accent); stroke: var(--card); stroke-width: 1.5; }
.point.hollow { fill: var(--card); stroke: var(--accent); stroke-width: 2; }
.no-ratio { border-top: 1px dashed var(--line-strong); }
.round .inside .more > summary::before { content: none; }
.round .inside { padding: 0.4rem 1.1rem 1.1rem; }
.round > summary h3 { font-size: 0.95rem; }

.ranked > li > b { font-weight: 550; padding-left: 2.15rem; text-indent: -2.15rem; }
.ranked .rank { display: inline-block; min-width: 1.9rem; text-indent: 0; color: var(--soft); font-weight: 450; }
.ranked .more { font-size: 0.84rem; margin: 0; }
.ranked .more > summary { padding: 0; }
.grid { stroke: var(--line); stroke-width: 1; }
.multiples { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); gap: 0.9rem 1.2rem; margin-top: 0.8rem; }
.multiple { margin: 0; min-width: 0; max-width: 26rem; }
.multiple figcaption { font-size: 0.87rem; font-weight: 600; overflow-wrap: anywhere; }
.multiple svg { display: block; width: 100%; height: auto; }
.multiple text { font: 10px var(--sans); fill: var(--soft); }
.multiple .end { text-anchor: end; } .multiple .middle { text-anchor: middle; }
.shared { position: absolute; }
#all-latencies path, .others { fill: none; stroke: var(--line-strong); stroke-width: 1; }
@media (max-width: 52rem) {
  .lines > li, .forest > li { grid-template-columns: minmax(0, 1fr); padding: 0.5rem 0; }
  .scale > span, .lines .scale b:empty { display: none; }
}
`;

/** The smaller parts of the comparison, and paper. */
export const partStyles = `
[hidden] { display: none !important; }
h1.many { font-size: clamp(1.3rem, 3vw, 1.9rem); line-height: 1.3; letter-spacing: -0.015em; }
.whole { display: inline-block; max-width: 100%; }
.quiet + .scroll { margin-top: 0.7rem; }
.rules td { min-width: 12rem; }
.rules tbody th { white-space: nowrap; }
.part { margin-top: 1.8rem; }
.share { background: color-mix(in srgb, var(--accent) calc(var(--s) * 46%), transparent); }
.share.accepted { background: color-mix(in srgb, var(--c2) calc(var(--s) * 46%), transparent); }
.share.coded { background: color-mix(in srgb, var(--c) calc(var(--s) * 46%), transparent); font-family: var(--mono); }
.share[data-suite] { cursor: pointer; }
.share a { color: var(--ink); text-decoration: none; display: block; }
.share a:hover { text-decoration: underline; }
.likeness { width: fit-content; max-width: 100%; margin-top: 0.7rem; }
.likeness .figures { width: auto; min-width: 0; }
.likeness .figures tbody th { text-align: left; padding-left: 0.5rem; }
.likeness .tree { position: relative; padding: 0; min-width: 7rem; border: 0; }
.likeness .tree svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; }
.likeness .tree path { fill: none; stroke: var(--soft); stroke-width: 1.4; vector-effect: non-scaling-stroke; }
.likeness.wide td, .likeness.wide thead th { padding: 0.15rem 0; font-size: 0.68rem; text-align: center; min-width: 1.06rem; }
.likeness.wide td.accepted, .likeness.wide td.coded { font-size: 0.6rem; min-width: 1.1rem; border-left: 1px solid var(--paper); letter-spacing: -0.02em; }
.likeness.wide td.tree { min-width: 4.5rem; }
.upright-heads thead th + th { vertical-align: bottom; text-align: center; }
.upright-heads thead th + th > span { writing-mode: vertical-rl; transform: rotate(180deg); max-height: 9rem; white-space: nowrap; overflow: hidden; }
.upright-heads td { text-align: center; }
.likeness.wide tbody th { padding: 0.1rem 0.5rem; font-size: 0.78rem; white-space: nowrap; }
.likeness [data-pair] { cursor: pointer; }
@media (max-width: 56rem) { .likeness.upright-heads:not(.wide) .share { padding-left: 0.4rem; padding-right: 0.4rem; } .likeness .tree { min-width: 5rem; } }
.clusters { margin-top: 0.7rem; font-size: 0.9rem; }
.clusters { display: flex; flex-wrap: wrap; gap: 0.2rem 1.6rem; align-items: baseline; }
.clusters .all { flex: 1 1 100%; }
.clusters > p:not(.all) { border-left: 2px solid var(--accent); padding-left: 0.5rem; }
.clusters .more { margin: 0; }
.clusters details p { overflow-wrap: anywhere; max-width: 62rem; }
.likeness td:focus-visible { outline: 2px solid var(--accent); outline-offset: -1px; }
.figures tr.never { display: none; }
.only-one:has(tbody tr:not(.never):not([hidden])) .no-one, .only-one:not(:has(tbody tr:not(.never):not([hidden]))) .scroll { display: none; }
.figures td.text { white-space: normal; min-width: 14rem; }
.speed-notes { margin-top: 1rem; padding: 0.9rem 1.4rem; }
.load > .speed-notes { padding: 0.9rem 1.4rem; }
.load .round { margin-top: 0.6rem; }
.rest > summary { overflow-wrap: anywhere; cursor: pointer; padding: 0.2rem 0; }
.rest > summary { color: var(--accent); font-size: 0.9rem; padding: 0.45rem 0.5rem; border-bottom: 1px solid var(--line); }
.grounds { margin-top: 0.8rem; color: var(--soft); }
.suite h3 { overflow-wrap: anywhere; }
@media (min-width: 52.01rem) { .suite > summary { grid-template-columns: 1rem minmax(0, max-content) minmax(0, 1fr) max-content; } }
@media screen and (max-width: 40rem) { .likeness .tree { min-width: 2.4rem; } .likeness .figures th, .likeness .figures td:not(.tree) { padding-left: 0.35rem; padding-right: 0.35rem; } .likeness.wide .figures td { padding-left: 0; padding-right: 0; } }
@media screen and (max-width: 52rem) {
}
@media print {
  .figures { font-size: 0.68rem; }
  .figures .tally { font-size: inherit; }
  .figures th, .figures td.text, .figures .chip { white-space: normal; }
  .figures th, .figures td, .figures .chip { padding: 0.2rem 0.25rem; }
  .scroll { overflow: visible; }
  .tight .about { display: none; }
  .figures tbody th { white-space: nowrap; }
  .matrix .head { position: static; break-after: avoid; }
  .multiple { break-inside: avoid; }
  .chart:has(.ranked), .chart:has(.multiples) { break-inside: auto; }
  .chart .more.paper { display: block; }
  .row, .lines > li, .forest > li { break-inside: avoid; }
  .cells > b, .along rect, .share, .point, .span { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
