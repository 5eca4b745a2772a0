/** Typography, links, code and the frame of the page. */
export const baseStyles = `
*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.55 var(--sans); font-variant-numeric: tabular-nums; }
.page { max-width: 72rem; margin: 0 auto; padding: 0 1.5rem 3rem; }
section { margin-top: 3.5rem; }
h1, h2, h3, h4, p, ul, dl, dd { margin: 0; padding: 0; }
ul { list-style: none; }
h2 { font-size: 1.4rem; line-height: 1.25; font-weight: 650; letter-spacing: -0.012em; margin-bottom: 0.35rem; }
h3 { font-size: 1rem; line-height: 1.35; font-weight: 650; }
h4 { font-size: 0.9rem; font-weight: 650; }
p, dd, th, td, li { overflow-wrap: anywhere; }
a { color: var(--accent); text-decoration-color: color-mix(in srgb, currentColor 35%, transparent); text-underline-offset: 0.18em; }
a:hover { text-decoration-color: currentColor; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
code, pre, .id, .url { font-family: var(--mono); font-size: 0.86em; font-variant-ligatures: none; }
code, pre { unicode-bidi: isolate; direction: ltr; }
.copy { margin-top: 0.3rem; font: inherit; font-size: 0.8rem; line-height: 1.4; min-height: 1.5rem; color: var(--accent); background: var(--card); border: 1px solid var(--line-strong); border-radius: 5px; padding: 0 0.55rem; cursor: pointer; }
[hidden] + .copy { display: none; }
.copy:hover { border-color: var(--accent); }
.quiet { color: var(--soft); }
.prose { max-width: 46rem; }
.prose + p { margin-top: 0.6rem; }
.cut { color: var(--soft); font-style: italic; }
.unbroken { white-space: nowrap; }
.whole { display: inline-block; max-width: 100%; }
.u { font-style: normal; font-family: var(--mono); font-size: 0.92em; color: var(--tu); background: var(--wu); border-radius: 3px; padding: 0 0.15em; }
.tally { color: var(--soft); font-weight: 450; font-size: 0.87rem; white-space: nowrap; }
.flow { display: flex; flex-wrap: wrap; gap: 0.2rem 1rem; }

.top { display: flex; flex-wrap: wrap; align-items: center; gap: 0.4rem 2rem; padding: 1rem 0; border-bottom: 1px solid var(--line); }
.brand { display: inline-flex; align-items: center; gap: 0.6rem; font-weight: 650; letter-spacing: -0.01em; margin-right: auto; }
.mark { fill: none; stroke: var(--accent); stroke-width: 2; }
.mark circle { fill: var(--accent); stroke: none; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.2rem 1.25rem; font-size: 0.9rem; }
nav a { color: var(--soft); text-decoration: none; display: inline-block; padding: 0.15rem 0; }
nav a:hover { color: var(--ink); text-decoration: underline; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 0.5rem; background: var(--card); padding: 0.4rem 0.8rem; z-index: 1; }
footer { margin-top: 3.5rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.87rem; overflow-wrap: anywhere; }

.chip { display: inline-block; max-width: 100%; padding: 0.02rem 0.45rem; border-radius: 999px; background: var(--w); color: var(--t); border: 1px solid color-mix(in srgb, var(--c) 40%, transparent); font: 500 0.8rem/1.45 var(--mono); overflow-wrap: anywhere; }
.chip b { font-weight: 450; margin-left: 0.4rem; padding-left: 0.4rem; border-left: 1px solid color-mix(in srgb, var(--c) 40%, transparent); }
.chips { display: inline-flex; flex-wrap: wrap; gap: 0.25rem 0.3rem; max-width: 100%; }
.flag { color: var(--tu); font-size: 0.85rem; font-weight: 600; white-space: nowrap; }
@media (max-width: 40rem) { .page { padding: 0 1rem 2rem; } section { margin-top: 2.75rem; } }
`;

/** On paper: no navigation, no filter, black on white. */
export const printStyles = `
@page { margin: 12mm 10mm; }
@media print {
  :root { --paper: #fff; --card: #fff; --sunk: #fff; --ink: #000; --soft: #444; --accent: #000; --line: #ccc; }
  body { font-size: 10pt; }
  .page { max-width: none; padding: 0; }
  nav, .skip, #filter, .copy { display: none; }
  section { margin-top: 1.5rem; }
  h2, h3, h4, h2 + p, h3 + p, .headline, .shared-doubts, details[open] > summary { break-after: avoid; }
  h2 + p, h3 + p, footer { break-inside: avoid; }
  footer { break-before: avoid; margin-top: 1rem; }
  .suites tr > :nth-child(n + 4) { display: none; }
  .suites tbody th { width: 12rem; }
  .phone-only { display: block; }
  tr, .card, .remarks li, .cases summary { break-inside: avoid; }
  .bar, .swatch, .chip { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
