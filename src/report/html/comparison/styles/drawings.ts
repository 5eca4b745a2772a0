/** Boundaries, ratios with their intervals, and the lines of targets. */
export const drawingStyles = `
.walked .cells > b { font-size: 0.74rem; }
@media screen and (min-width: 60.01rem) { .walked .cells > b { font-size: var(--cell-font, 0.74rem); letter-spacing: -0.03em; padding-left: 0; padding-right: 0; } }
.lines > li, .forest > li { display: grid; grid-template-columns: minmax(0, 8.5rem) minmax(0, 1fr) minmax(0, 1.05fr); gap: 0.1rem 1.2rem; align-items: center; padding: 0.2rem 0; font-size: 0.9rem; }
.lines { margin-top: 0.4rem; }
.lines b, .forest b { font-weight: 550; overflow-wrap: anywhere; }
.lines li > span, .forest li > span { overflow-wrap: anywhere; }
.lines .scale b { font-weight: 400; color: var(--soft); font-size: 0.82rem; }
.along, .interval { display: block; overflow: visible; }
.along rect { fill: var(--w); stroke: var(--c); stroke-width: 1; }
.along text { font: 550 11px var(--mono); fill: var(--t); text-anchor: middle; }
.along .edge { stroke: var(--ink); stroke-width: 2; }
.ticks text { font: 11px var(--sans); fill: var(--soft); }
.ticks .start, .interval .start { text-anchor: start; }
.ticks .end, .interval .end { text-anchor: end; }
.along .ku rect { stroke-dasharray: 3 2; }
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
