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

/** Findings of exploration: axes, smallest examples, differences. */
export const exploreStyles = `
.explore .part { margin-top: 2.2rem; }
.explore h3 { font-size: 1.1rem; }
.explore .part > .quiet { font-size: 0.9rem; }
.short { margin-top: 0.9rem; padding: 0.7rem 1.1rem; border-radius: 6px; background: var(--w4); color: var(--t4); }
.short li::first-letter { text-transform: uppercase; }

.axis { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 0.3rem 1.5rem; margin: 0; padding: 1rem 0; border-bottom: 1px solid var(--line); }
.axis > figcaption { font-weight: 550; padding-top: 0.95rem; overflow-wrap: anywhere; }
.axis > div { min-width: 0; }
.along, .interval { display: block; overflow: visible; }
.along rect { fill: var(--w); stroke: var(--c); stroke-width: 1; }
.along text { font: 550 11px var(--mono); fill: var(--t); text-anchor: middle; }
.along .edge { stroke: var(--ink); stroke-width: 2; }
.ticks text { font: 11px var(--sans); fill: var(--soft); }
.ticks .start, .interval .start { text-anchor: start; }
.ticks .end, .interval .end { text-anchor: end; }
.along .ku rect { stroke-dasharray: 3 2; }
.told { margin-top: 0.25rem; }
.told::first-letter { text-transform: uppercase; }
.boundaries { margin-top: 0.35rem; font-size: 0.9rem; }
.boundaries li { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.1rem 0.6rem; padding: 0.12rem 0; }
.boundaries em { font-style: normal; }

.machine { width: 100%; max-width: 52rem; height: auto; margin-top: 0.8rem; overflow: visible; }
.machine rect { fill: var(--card); stroke: var(--line-strong); }
.machine path { fill: none; stroke: var(--ink); stroke-width: 1.3; }
.machine marker path { fill: var(--ink); stroke: none; }
.machine text { font: 11px var(--sans); fill: var(--soft); }
.machine .name { font-weight: 650; fill: var(--ink); font-size: 13px; }

.examples { margin-top: 0.35rem; border-top: 1px solid var(--line); font-size: 0.94rem; table-layout: fixed; }
.examples thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
.examples td { padding-top: 0.45rem; padding-bottom: 0.45rem; }
.examples .responses { width: 7.5rem; }
.examples .words { width: 22rem; }
.examples p { font-size: 0.94em; }
.request { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--sunk); border: 1px solid var(--line); border-radius: 5px; padding: 0.12rem 0.45rem; display: inline-block; max-width: 100%; }
.request ~ small { margin-left: 0.5rem; }

.unstable { margin-top: 0.45rem; border-top: 1px solid var(--line); }
.unstable li { display: grid; grid-template-columns: minmax(0, 15rem) minmax(0, 12rem) minmax(0, 1fr); gap: 0.2rem 1rem; align-items: baseline; padding: 0.42rem 0; border-bottom: 1px solid var(--line); }
@media (max-width: 52rem) {
  .axis { grid-template-columns: minmax(0, 1fr); }
  .axis > figcaption { padding-top: 0; }
  .examples tbody td { padding: 0.15rem 0; }
  .unstable li { grid-template-columns: minmax(0, 1fr); }
}
@media print { .axis, .examples tr { break-inside: avoid; } .short { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
`;

/** The load: its card of figures, charts, tables of rounds, and checks. */
export const loadStyles = `
.knee-text > p:not(.doubt)::first-letter { text-transform: uppercase; }
.load > .card { padding: 0; margin-top: 1.1rem; overflow: clip; }
.warnings { padding: 0.95rem 1.4rem 1.05rem; background: var(--w4); color: var(--t4); border-bottom: 1px solid var(--line); scroll-margin-top: 1rem; }
.warnings.none { background: var(--w2); color: var(--t2); }
.warnings h3 { margin-bottom: 0.3rem; }
.warnings li { display: grid; grid-template-columns: 1rem minmax(0, 1fr); margin-top: 0.2rem; }
.warnings li > span, .doubt > span { display: block; }
.warnings li > span::first-letter { text-transform: uppercase; }
.warnings code { opacity: 0.85; white-space: nowrap; }
.doubts { display: inline-block; color: var(--t4); font-size: 0.87rem; text-decoration-color: color-mix(in srgb, currentColor 40%, transparent); }
.doubt { display: grid; grid-template-columns: 1rem minmax(0, 1fr); font-size: 0.87rem; }
.doubt b, .doubt code, .why summary b { color: var(--t4); font-weight: 600; }
.doubt code { margin-right: 0.35rem; }

.said li { margin-top: 0.3rem; }
.said li::first-letter { text-transform: uppercase; }
.headline > .knee-text { padding: 1.1rem 1.4rem; border-bottom: 1px solid var(--line); }
.knee-text p { font-size: 1.05rem; max-width: 60rem; }
.hero { display: grid; grid-template-columns: minmax(12rem, 1fr) minmax(0, 3.4fr); gap: 1rem 2rem; padding: 1.2rem 1.4rem; }
.hero h3 { font-size: 0.9rem; font-weight: 550; color: var(--soft); }
.hero .word { font-size: 2.6rem; line-height: 1.15; letter-spacing: -0.03em; margin: 0.2rem 0 0.1rem; white-space: nowrap; }
.hero.of-step .word { font-size: 1.3rem; line-height: 1.35; font-weight: 600; letter-spacing: -0.015em; margin: 1.65rem 0 0; }
.hero .quiet { font-size: 0.87rem; }
.hero .doubts { margin-top: 0.45rem; }
.latencies { display: grid; grid-template-columns: repeat(7, minmax(0, 1fr)); gap: 0.3rem 0.8rem; margin-top: 0.45rem; }
.latencies dt { color: var(--soft); font-size: 0.82rem; }
.latencies dd { font-size: 1.3rem; line-height: 1.35; font-weight: 600; letter-spacing: -0.015em; white-space: nowrap; }
.service { margin-top: 0.7rem; }
.service .latencies { margin-top: 0.2rem; }
.service .latencies dt { position: absolute; clip-path: inset(50%); }
.service .latencies dd { font-size: 1rem; font-weight: 500; }

.round-details { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0.8rem 2.5rem; align-items: start; padding: 1rem 1.4rem 1.2rem; border-top: 1px solid var(--line); font-size: 0.9rem; }
.round-details dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.3rem 1.1rem; padding-top: 0.25rem; }
.round-details dt { color: var(--soft); }

.scroll { overflow-x: auto; position: relative; }
.figures { margin: 0; font-size: 0.87rem; }
.figures th, .figures td { text-align: right; white-space: nowrap; overflow-wrap: normal; padding: 0.4rem 0.7rem; border-bottom: 1px solid var(--line); vertical-align: baseline; }
.figures thead th { padding-top: 0.2rem; border-bottom-color: var(--line-strong); }
.figures th:first-child { text-align: left; padding-left: 0; position: sticky; left: 0; background: var(--under, var(--paper)); }
.figures .text { text-align: left; }
.card .figures, .round .figures { --under: var(--card); }
.figures .doubtful > * { border-bottom: 0; padding-bottom: 0.1rem; }
.figures .why td { text-align: left; padding: 0 0 0.5rem; white-space: normal; font-weight: 400; }
.figures .why td > div { position: sticky; left: 0; width: min(100%, calc(100vw - 3.2rem), 69rem); }
.figures .chip b { font-weight: 450; }

.charts { display: grid; align-items: start; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1.25rem; margin-top: 1.25rem; }
.chart { margin: 0; container-type: inline-size; padding: 1.1rem 1.2rem; }
.chart.whole { grid-column: 1 / -1; }
.chart figcaption > div { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; justify-content: space-between; }
.chart .quiet { font-size: 0.87rem; margin: 0; }
.figures .why .more > summary { padding: 0; font-size: 0.82rem; }
.chart .more { margin-top: 0.4rem; }
.chart .more .scroll { max-height: 22rem; overflow: auto; }
.plot { display: none; width: 100%; height: auto; margin-top: 0.9rem; overflow: visible; }
.plot.middle { display: block; max-width: 38rem; }
@container (max-width: 25rem) { .plot.middle { display: none; } .plot.narrow { display: block; } }
@container (min-width: 48rem) { .plot.middle:has(~ .full) { display: none; } .plot.full { display: block; } }
.plot text { font: 11px var(--sans); fill: var(--soft); }
.plot .end { text-anchor: end; }
.plot .middle { text-anchor: middle; }
.plot .value { fill: var(--ink); }
.key { display: flex; flex-wrap: wrap; gap: 0.1rem 1.2rem; margin-top: 0.35rem; font-size: 0.87rem; }
.key li { display: inline-flex; align-items: center; gap: 0.45rem; }
.plot .value { font-weight: 600; }
.axes line { stroke: var(--line); stroke-width: 1; }
.line { fill: none; stroke: var(--accent); stroke-width: 2; stroke-linejoin: round; stroke-linecap: round; }
.line.second { stroke: var(--c4); stroke-dasharray: 2 5; stroke-width: 2.2; }
.line.thin { stroke-width: 1.5; }
.line.mean { stroke: var(--ink); stroke-width: 1; opacity: 0.75; }
.line.asked { stroke: var(--c4); stroke-width: 1.5; stroke-dasharray: 2 5; }
.line.step { stroke: var(--cn); stroke-width: 1.25; }
.plot text.at-knee { fill: var(--accent); font-weight: 650; }
.under { fill: var(--accent); opacity: 0.13; }
.dot { fill: var(--accent); stroke: var(--card); stroke-width: 1.5; }
.dot.second { fill: var(--c4); }
.dot.hollow { fill: var(--card); stroke: var(--accent); stroke-width: 1.8; }
.knee circle { fill: none; stroke: var(--ink); stroke-width: 1.5; }
.knee .line { stroke: var(--ink); stroke-width: 1; stroke-dasharray: 1 4; }
.plot .name { paint-order: stroke; stroke: var(--card); stroke-width: 4px; }

.load .part { margin-top: 2.4rem; font-size: 1.1rem; }
.load .part + .scroll { margin-top: 0.6rem; }
.round { margin-top: 0.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.part ~ .round:first-of-type { margin-top: 0.9rem; }
.round > summary { display: grid; grid-template-columns: 1rem minmax(11rem, max-content) minmax(8rem, max-content) minmax(0, 1fr) max-content; gap: 0.2rem 1rem; align-items: center; padding: 0.6rem 1.1rem; list-style: none; }
.round summary::-webkit-details-marker { display: none; }
.round summary::before { content: ""; width: 0.42rem; height: 0.42rem; border: solid var(--soft); border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg); justify-self: center; }
.round summary:hover { background: var(--sunk); border-radius: 8px; }
.round summary .not-held { color: var(--t4); font-size: 0.87rem; }
.round[open] > summary { border-bottom: 1px solid var(--line); }
.round .round-details { padding: 0.9rem 1.1rem 1.1rem; }
.checks { padding: 0.5rem 1.1rem 0.8rem; font-size: 0.9rem; }
.checks li { display: grid; grid-template-columns: 8rem 8.5rem minmax(0, 1fr); gap: 0.1rem 1rem; padding: 0.35rem 0; align-items: baseline; }
.checks li + li { border-top: 1px solid var(--line); }
.checks b { font-weight: 550; font-size: 0.94em; }
.checks .held b { color: var(--t2); }
.checks .not-held { color: var(--t4); }
@media (max-width: 60rem) {
  .hero { grid-template-columns: minmax(0, 1fr); }
  .hero.of-step .word { margin-top: 0.2rem; }
  .round-details { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 52rem) {
  .scroll .figures td.text { min-width: 6rem; overflow-wrap: anywhere; }
  .charts { grid-template-columns: minmax(0, 1fr); }
  .figures .chips { flex-wrap: nowrap; }
  .figures .chip { white-space: nowrap; }
  .latencies { grid-template-columns: repeat(4, minmax(0, 1fr)); }
  .service .latencies dt { position: static; clip-path: none; }
  .warnings, .hero, .headline > .knee-text, .round-details { padding-left: 1rem; padding-right: 1rem; }
  .round > summary { grid-template-columns: 1rem minmax(0, 1fr) max-content; padding: 0.6rem 0.7rem; }
  .round > summary > .about { grid-row: 2; grid-column: 2 / -1; }
  .round > summary > .not-held { grid-row: 3; grid-column: 2 / -1; }
  .round > summary > .tally { grid-row: 1; grid-column: 3; }
  .checks { padding: 0.4rem 0.7rem; }
  .checks li { grid-template-columns: max-content minmax(0, 1fr); }
  .checks li > span { grid-column: 1 / -1; }
}
@media screen and (max-width: 40rem) {
  .stacked.figures, .stacked.figures tbody, .stacked.figures tbody tr, .stacked.figures tbody th { display: block; }
  .stacked.figures thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  .stacked.figures tbody tr { padding: 0.4rem 0; border-bottom: 1px solid var(--line); }
  .stacked.figures tbody th, .stacked.figures tbody td, .stacked.figures tbody td.text { text-align: left; white-space: normal; overflow-wrap: anywhere; border: 0; padding: 0; min-width: 0; position: static; }
  .stacked.figures tbody td { display: inline-block; margin-right: 1.1rem; max-width: 100%; }
  .stacked.figures tbody td:not([data-label]) { display: none; }
  .stacked.figures tbody td[data-label]:not([data-label=""])::before { content: attr(data-label) ": "; color: var(--soft); }
}
@media (max-width: 26rem) { .round-details .figures th, .round-details .figures td { padding-left: 0.35rem; padding-right: 0.35rem; } .round-details .figures th:first-child { padding-left: 0; } .latencies { grid-template-columns: repeat(3, minmax(0, 1fr)); } }
@media print {
  .scroll { overflow: visible; }
  .charts { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.8rem; }
  .charts:not(:has(.whole)) { display: inline-grid; width: 100%; }
  .chart { break-inside: avoid; padding: 0.8rem; }
  .chart .more { display: none; }
  .latencies { grid-template-columns: repeat(7, minmax(0, 1fr)); }
  .figures, .figures thead th, .figures .chip, .figures .doubt { font-size: 7.5pt; }
  .figures th, .figures td { padding: 0.25rem 0.3rem; }
  .figures .chips { flex-wrap: wrap; }
  .warnings, .under { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
