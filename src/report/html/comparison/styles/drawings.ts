/** Boundaries, ratios with their intervals, and the lines of targets. */
export const drawingStyles = `
.walk { margin-top: 1.7rem; }
.walk .tally { white-space: normal; overflow-wrap: anywhere; }
.walk h3 { overflow-wrap: anywhere; }
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

:root { --s0: #3346a8; --s1: #b2500f; --s2: #2a8c78; --s3: #a5365c; --s4: #6c5aa8; --s5: #6a6a22; }
@media (prefers-color-scheme: dark) { :root { --s0: #a3b1ff; --s1: #f0a468; --s2: #5cc4b0; --s3: #f08fb0; --s4: #c5b2f5; --s5: #cfcb6a; } }
.line.target { stroke-width: 2; }
.t0, .t6 { stroke: var(--s0); } .t1, .t7 { stroke: var(--s1); } .t2, .t8 { stroke: var(--s2); }
.t3, .t9 { stroke: var(--s3); } .t4, .t10 { stroke: var(--s4); } .t5, .t11 { stroke: var(--s5); }
.t1, .t4, .t7, .t10 { stroke-dasharray: 7 3; }
.t2, .t5, .t8, .t11 { stroke-dasharray: 2 4; }
.t6, .t7, .t8, .t9, .t10, .t11 { stroke-width: 1.3; }
@media (max-width: 52rem) {
  .lines > li, .forest > li { grid-template-columns: minmax(0, 1fr); padding: 0.5rem 0; }
  .scale > span, .lines .scale b:empty { display: none; }
}
`;
