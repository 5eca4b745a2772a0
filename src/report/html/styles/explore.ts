/** Findings of exploration: axes, smallest examples, differences. */
export const exploreStyles = `
.explore .part { margin-top: 2.2rem; }
.explore h3 { font-size: 1.1rem; }
.explore .part > .quiet { font-size: 0.9rem; }
.short { margin-top: 0.9rem; padding: 0.7rem 1.1rem; border-radius: 6px; background: var(--w4); color: var(--t4); }
.short li::first-letter { text-transform: uppercase; }

.axis { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 0.3rem 1.5rem; margin: 0; padding: 1rem 0; border-bottom: 1px solid var(--line); }
.axis > figcaption { font-weight: 550; padding-top: 0.95rem; overflow-wrap: anywhere; }
.axis > div { container-type: inline-size; min-width: 0; }
.axis-line { display: none; width: 100%; height: auto; overflow: visible; }
.axis-line.narrow { display: block; max-width: 24rem; }
@container (min-width: 42rem) { .axis-line.narrow { display: none; } .axis-line.wide { display: block; max-width: 48rem; } }
.axis-line text { font: 11px var(--sans); fill: var(--ink); font-variant-numeric: tabular-nums; }
.axis-line .response { text-anchor: middle; font-weight: 600; }
.axis-line .quiet { fill: var(--soft); }
.axis-line .end { text-anchor: end; }
.axis-line .rest { stroke: var(--line-strong); stroke-dasharray: 2 3; }
.axis-line .edge { stroke: var(--ink); stroke-width: 1.5; }
.stretch { fill: var(--c); }
.stretch.kn, .stretch.ko { fill: var(--card); stroke: var(--c); stroke-width: 2; }
.stretch.ku { fill: var(--w); stroke: var(--c); stroke-width: 1.5; stroke-dasharray: 3 2; }
.told { margin-top: 0.25rem; }
.told::first-letter { text-transform: uppercase; }
.boundaries { margin-top: 0.35rem; font-size: 0.9rem; }
.boundaries li { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.1rem 0.6rem; padding: 0.12rem 0; }
.boundaries em { font-style: normal; }

.property { margin-top: 1.3rem; }
.property h4 { overflow-wrap: anywhere; }
.examples { margin-top: 0.35rem; border-top: 1px solid var(--line); font-size: 0.94rem; table-layout: fixed; }
.examples thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
.examples td { padding-top: 0.45rem; padding-bottom: 0.45rem; }
.examples .responses { width: 7.5rem; }
.examples .words { width: 22rem; }
.examples p { font-size: 0.94em; }
.request { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--sunk); border: 1px solid var(--line); border-radius: 5px; padding: 0.12rem 0.45rem; display: inline-block; max-width: 100%; }
.request ~ small { margin-left: 0.5rem; }

.divergences th[scope="row"] { width: 18rem; }
.divergences thead th { min-width: 5rem; }
.divergences .got { white-space: nowrap; }
.unstable { margin-top: 0.45rem; border-top: 1px solid var(--line); }
.unstable li { display: grid; grid-template-columns: minmax(0, 15rem) minmax(0, 12rem) minmax(0, 1fr); gap: 0.2rem 1rem; align-items: baseline; padding: 0.42rem 0; border-bottom: 1px solid var(--line); }
@media (max-width: 52rem) {
  .axis { grid-template-columns: minmax(0, 1fr); }
  .axis > figcaption { padding-top: 0; }
  .divergences th[scope="row"] { width: auto; }
  .examples tbody td { padding: 0.15rem 0; }
  .divergences .got { display: inline-flex; align-items: baseline; gap: 0.4rem; margin: 0.25rem 1.1rem 0.25rem 0; }
  .divergences .got::before { content: attr(data-label); color: var(--soft); font-size: 0.87rem; }
  .unstable li { grid-template-columns: minmax(0, 1fr); }
}
@media print { .axis, .examples tr, .divergences tr { break-inside: avoid; } .short { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
`;
