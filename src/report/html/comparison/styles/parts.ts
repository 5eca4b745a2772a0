/** The smaller parts of the comparison, and paper. */
export const partStyles = `
[hidden] { display: none !important; }
h1.many { font-size: clamp(1.3rem, 3vw, 1.9rem); line-height: 1.3; letter-spacing: -0.015em; }
.overview.three { grid-template-columns: minmax(0, 1fr) minmax(0, 1.2fr); grid-template-rows: auto 1fr; }
.overview.three > :nth-child(2) { grid-area: 1 / 2 / 3; }
.three h2 + .rests { margin-top: 0.35rem; }
.whole { display: inline-block; max-width: 100%; }
.quiet + .scroll, .quiet + .snug { margin-top: 0.7rem; }
.three .word { font-size: 1.5rem; }
.compared th { width: 22rem; }
.compared tbody th, .compared tbody td { padding-top: 0.45rem; padding-bottom: 0.45rem; }
.compared .url { display: inline; margin: 0 0 0 0.7rem; }
.compared .stated b { font-weight: 650; }
.compared .held b { color: var(--t2); }
.compared .not-held b { color: var(--t5); }
.compared .wide { width: 22rem; vertical-align: middle; }
.m0 { --c: var(--line-strong); } .m1 { --c: var(--accent); } .m2 { --c: var(--cu); } .m3 { --c: color-mix(in srgb, var(--accent) 62%, var(--card)); } .m4 { --c: color-mix(in srgb, var(--accent) 38%, var(--card)); }
.bar > .m4, .swatch.m4 { background-image: repeating-linear-gradient(135deg, var(--tint) 0 1px, transparent 1px 5px); }
.largest { margin-top: 0.7rem; }
.why > summary { cursor: pointer; }
.why .flag { margin-left: 0.5rem; }
.constant { margin-top: 0.5rem; font-size: 0.92rem; }
.rules td { min-width: 12rem; }
.rules tbody th { white-space: nowrap; }
.under-table { margin-top: 0.8rem; }
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
.snug .figures { width: auto; min-width: min(100%, 34rem); }
.figures tr.never { display: none; }
.only-one:has(tbody tr:not(.never):not([hidden])) .no-one, .only-one:not(:has(tbody tr:not(.never):not([hidden]))) .scroll { display: none; }
.figures td.text { white-space: normal; min-width: 14rem; }
.unsteady > li { display: grid; grid-template-columns: minmax(0, 19rem) minmax(0, 1fr); gap: 0.2rem 1rem; padding: 0.4rem 0; border-bottom: 1px solid var(--line); }
.unsteady { margin-top: 0.6rem; border-top: 1px solid var(--line); }
.shared-doubts { margin: 0.6rem 0; font-size: 0.87rem; }
.speed-notes { margin-top: 1rem; padding: 0.9rem 1.4rem; }
.load > .speed-notes { padding: 0.9rem 1.4rem; }
.load .round { margin-top: 0.6rem; }
.by { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); gap: 0.5rem 1.4rem; }
.by > li > b, .by summary b { font-weight: 600; font-size: 0.87rem; }
.by + .bounds, .does > details + .bounds { margin-top: 0.5rem; }
.does > .bounds { font-size: 0.92rem; }
.by p { font-size: 0.92rem; overflow-wrap: anywhere; }
.by-target { table-layout: fixed; }
.by-target.ledger th { width: 17rem; }
.by-target.ledger thead th + th { width: auto; }
.by > :only-child { grid-column: 1 / -1; }
.unasked { margin-top: 1rem; overflow-wrap: anywhere; }
.drawn li { display: grid; grid-template-columns: 8rem minmax(0, 1fr); gap: 0.1rem 0.8rem; padding: 0.3rem 0; align-items: baseline; }
.drawn li .chip { justify-self: start; }
.drawn { padding: 0.5rem; }
.drawn small.quiet, .drawn small { display: block; margin-left: 0 !important; color: var(--soft); font-size: 0.84rem; }
.suite h3, .drawn h4 { overflow-wrap: anywhere; }
@media (min-width: 52.01rem) { .suite > summary { grid-template-columns: 1rem minmax(0, max-content) minmax(0, 1fr) max-content; } }
@media screen and (max-width: 60rem) { .overview.three { grid-template-columns: minmax(0, 1fr); } .overview.three > :nth-child(2) { grid-area: auto; } }
@media screen and (max-width: 40rem) { .likeness .tree { min-width: 2.4rem; } .likeness .figures th, .likeness .figures td:not(.tree) { padding-left: 0.35rem; padding-right: 0.35rem; } .likeness.wide .figures td { padding-left: 0; padding-right: 0; } }
@media screen and (max-width: 52rem) {
  .by-target.ledger th, .compared th, .compared .wide { width: auto; }
  .unsteady > li, .drawn li { grid-template-columns: minmax(0, 1fr); }
  .by-target .does { margin-top: 0.5rem; }
}
@media print {
  .figures { font-size: 0.68rem; }
  .figures .tally { font-size: inherit; }
  .figures th, .figures td.text, .figures .chip { white-space: normal; }
  .figures th, .figures td, .figures .chip { padding: 0.2rem 0.25rem; }
  .scroll { overflow: visible; }
  .compared th a, .figures tbody th { white-space: nowrap; }
  .compared .url { display: block; margin: 0; font-size: 0.72rem; }
  .matrix .head { position: static; break-after: avoid; }
  .by { grid-template-columns: repeat(auto-fit, minmax(min(100%, 10rem), 1fr)); gap: 0.3rem 0.8rem; }
  .by p, .by > li > b, .by summary b, .does > .bounds { font-size: 8pt; line-height: 1.35; }
  .by .chip { font-size: 6.5pt; }
  .by-target.ledger th { width: 11rem; font-size: 8.5pt; }
  .multiple { break-inside: avoid; }
  .chart:has(.ranked), .chart:has(.multiples) { break-inside: auto; }
  .chart .more.paper { display: block; }
  .row, .lines > li, .forest > li { break-inside: avoid; }
  .cells > b, .along rect, .share, .point, .span { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .paper:not([open])::details-content { content-visibility: visible; height: auto; }
}
`;
