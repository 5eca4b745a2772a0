/** Colours of both themes; status classes have a colour and a pattern each. */
export const themeStyles = `
:root {
  color-scheme: light dark;
  --paper: #f7f7f4; --card: #ffffff; --sunk: #f1f1ec; --line: #dfdfd8; --line-strong: #c4c4bb;
  --ink: #1b1e24; --soft: #585e68; --accent: #3346a8; --accent-soft: #e7e9f7;
  --c1: #7b8999; --c2: #2a8c78; --c3: #3b86b8; --c4: #b7812a; --c5: #a5365c; --cn: #666d79; --cu: #7a4fb0;
  --t1: #414c58; --t2: #12594b; --t3: #1c5379; --t4: #6d4a0d; --t5: #84244a; --tn: #434953; --tu: #5b348c;
  --w1: #eaedf0; --w2: #e0f1ed; --w3: #e1eef6; --w4: #f8eedb; --w5: #f7e4ea; --wn: #ebecee; --wu: #efe7f8;
  --tint: rgb(255 255 255 / 0.42);
  --sans: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14161a; --card: #1b1e24; --sunk: #121419; --line: #2c3038; --line-strong: #434955;
    --ink: #e6e7ea; --soft: #a0a6b1; --accent: #a3b1ff; --accent-soft: #262c48;
    --c1: #7d8896; --c2: #3fa893; --c3: #4f9fd4; --c4: #cf9a45; --c5: #cf5f86; --cn: #868d99; --cu: #a27ddb;
    --t1: #c3ccd6; --t2: #8fdccb; --t3: #9fd0f0; --t4: #efcb8e; --t5: #f3a6c1; --tn: #c6cad2; --tu: #d3bbf5;
    --w1: #272c33; --w2: #16322d; --w3: #172e3d; --w4: #372a14; --w5: #3c1d29; --wn: #272a31; --wu: #2d2340;
    --tint: rgb(10 12 16 / 0.4);
  }
}
.k1 { --c: var(--c1); --t: var(--t1); --w: var(--w1); }
.k2 { --c: var(--c2); --t: var(--t2); --w: var(--w2); }
.k3 { --c: var(--c3); --t: var(--t3); --w: var(--w3); }
.k4 { --c: var(--c4); --t: var(--t4); --w: var(--w4); }
.k5 { --c: var(--c5); --t: var(--t5); --w: var(--w5); }
.kr { --c: var(--c4); --t: var(--t4); --w: var(--w4); }
.kn, .ko { --c: var(--cn); --t: var(--tn); --w: var(--wn); }
.ku { --c: var(--cu); --t: var(--tu); --w: var(--wu); }
.bar > span, .swatch { background-color: var(--c); box-shadow: inset 0 0 0 1px var(--c); }
.bar > .k1, .swatch.k1 { background-image: repeating-linear-gradient(0deg, var(--tint) 0 1px, transparent 1px 3px); }
.bar > .k3, .swatch.k3 { background-image: repeating-linear-gradient(0deg, var(--tint) 0 2px, transparent 2px 5px); }
.bar > .k4, .swatch.k4 { background-image: repeating-linear-gradient(135deg, var(--tint) 0 2px, transparent 2px 6px); }
.bar > .kr, .swatch.kr { background-image: repeating-linear-gradient(45deg, var(--tint) 0 2px, transparent 2px 6px); }
.bar > .k5, .swatch.k5 { background-image: repeating-linear-gradient(90deg, var(--tint) 0 2px, transparent 2px 5px); }
.bar > .kn, .swatch.kn { background-color: transparent; box-shadow: inset 0 0 0 2px var(--c); }
.bar > .none { background-color: transparent; box-shadow: inset 0 0 0 1px var(--line-strong); }
.bar > .ko, .swatch.ko { background-color: transparent; background-image: radial-gradient(var(--c) 1.2px, transparent 1.4px); background-size: 5px 5px; }
.bar > .ku, .swatch.ku { background-image: repeating-conic-gradient(var(--tint) 0 25%, transparent 0 50%); background-size: 6px 6px; }
`;

export const usageStyles = `
.usage { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 1.25rem; margin-top: 1rem; }
.usage figure { margin: 0; }
.usage h3 { font-size: 0.95rem; margin: 0; }
.usage svg { display: block; width: 100%; height: 7rem; margin-top: 0.6rem; }
.usage path { fill: none; stroke: var(--ink); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
.usage .ground { stroke: var(--line); stroke-width: 1; vector-effect: non-scaling-stroke; }
.usage .death { stroke: var(--c5); stroke-width: 1.5; stroke-dasharray: 4 3; vector-effect: non-scaling-stroke; }
`;

/** Typography, links, code and the frame of the page. */
export const baseStyles = `
*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding-top: 4rem; -webkit-text-size-adjust: 100%; }
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

.top { position: sticky; top: 0; z-index: 2; background: var(--paper); display: flex; align-items: center; gap: 0.4rem 2rem; padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
.brand { display: inline-flex; align-items: center; gap: 0.6rem; font-weight: 650; letter-spacing: -0.01em; margin-right: auto; }
.mark { fill: none; stroke: var(--accent); stroke-width: 2; }
.mark circle { fill: var(--accent); stroke: none; }
nav { min-width: 0; }
nav ul { display: flex; gap: 0.2rem 1rem; font-size: 0.87rem; overflow-x: auto; white-space: nowrap; }
nav a { color: var(--soft); text-decoration: none; display: inline-block; padding: 0.15rem 0; }
nav a:hover { color: var(--ink); text-decoration: underline; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 0.5rem; background: var(--card); padding: 0.4rem 0.8rem; z-index: 1; }
footer { margin-top: 3.5rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.87rem; overflow-wrap: anywhere; }

.leads { margin: 0.4rem 0 0.9rem; max-width: 62rem; }
.leads li { font-size: 1.05rem; line-height: 1.4; padding: 0.2rem 0; }
.leads li:first-child { font-weight: 600; }
.leads a { color: var(--ink); text-decoration: none; }
.leads a:hover { text-decoration: underline; }
.leads a::after { content: "\\00a0→"; color: var(--accent); }
.in-short { margin-top: 1.3rem; }
.tight.figures th, .tight.figures td { padding-top: 0.18rem; padding-bottom: 0.18rem; }
.tight.figures thead th { white-space: normal; vertical-align: bottom; }
.sortable thead button { all: unset; cursor: pointer; }
.sortable thead button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.sortable [aria-sort] button { color: var(--ink); }
.sortable [aria-sort="ascending"] button::after { content: " ↑"; } .sortable [aria-sort="descending"] button::after { content: " ↓"; }
.tight .about { display: inline; margin: 0 0 0 0.5rem; font-size: 0.72rem; }
.tight.figures td.text { min-width: 0; white-space: nowrap; }
.wrapped.figures td.text:last-child { min-width: 14rem; white-space: normal; }
.wrapped.figures tbody th { min-width: 14rem; font-weight: 450; white-space: normal; }
.stated .word { font-weight: 650; }
.stated.held .word { color: var(--t2); }
.stated.not-held .word { color: var(--t5); }

.chip { display: inline-block; max-width: 100%; padding: 0.02rem 0.45rem; border-radius: 999px; background: var(--w); color: var(--t); border: 1px solid color-mix(in srgb, var(--c) 40%, transparent); font: 500 0.8rem/1.45 var(--mono); overflow-wrap: anywhere; }
.chip b { font-weight: 450; margin-left: 0.4rem; padding-left: 0.4rem; border-left: 1px solid color-mix(in srgb, var(--c) 40%, transparent); }
button.chip { cursor: pointer; min-height: 1.5rem; }
button.chip[aria-pressed="true"] { border-color: var(--c); box-shadow: inset 0 0 0 1px var(--c); font-weight: 650; }
#filter fieldset { display: flex; flex-wrap: wrap; gap: 0.3rem 0.4rem; align-items: center; border: 0; padding: 0; margin: 0; min-width: 0; }
#filter legend { float: left; padding: 0 0.4rem 0 0; color: var(--soft); }
#keys { color: var(--ink); background: var(--card); border: 1px solid var(--line-strong); border-radius: 10px; padding: 1.2rem 1.6rem; }
#keys dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.4rem 1.4rem; }
#keys kbd { font: 600 0.85rem/1.5 var(--mono); background: var(--sunk); border: 1px solid var(--line-strong); border-radius: 5px; padding: 0 0.45rem; margin-right: 0.3rem; }
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
  .top { position: static; }
  .page { max-width: none; padding: 0; }
  nav, .skip, #filter, .copy { display: none; }
  section { margin-top: 1.5rem; }
  h2, h3, h4, h2 + p, h3 + p, .headline, details[open] > summary { break-after: avoid; }
  h2 + p, h3 + p, footer { break-inside: avoid; }
  footer { break-before: avoid; margin-top: 1rem; }
  tr, .card, .cases summary { break-inside: avoid; }
  .paper:not([open])::details-content { content-visibility: visible; height: auto; }
  .tight.figures:not(.wrapped) tbody th { white-space: nowrap; }
  .tight.figures td, .tight.figures td.text, .wrapped.figures tbody th, .wrapped.figures td.text:last-child { white-space: normal; min-width: 0; }
  .bar, .swatch, .chip { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;

/** Masthead, verdict, notes and remarks. */
export const overviewStyles = `
.masthead { padding-top: 1.2rem; }
.over { color: var(--soft); font-size: 0.9rem; }
h1 { font-size: clamp(1.5rem, 3vw, 2rem); line-height: 1.1; font-weight: 700; letter-spacing: -0.028em; overflow-wrap: anywhere; }
.url { margin-top: 0.5rem; color: var(--soft); font-size: 0.95rem; }
.url .method { color: var(--ink); font-weight: 600; margin-right: 0.5em; }
.url .path { color: var(--ink); }
.facts { display: flex; flex-wrap: wrap; gap: 0.3rem 2.2rem; margin-top: 0.7rem; font-size: 0.9rem; }
.facts > div { display: flex; gap: 0.5rem; align-items: baseline; }
.facts > div > dt { color: var(--soft); font-size: 0.82rem; }
.facts dd { font-weight: 550; }
.facts small { display: block; font-size: 0.82rem; font-weight: 400; }
.banner { margin-top: 1.75rem; padding: 0.8rem 1.1rem; border: 1px solid var(--c4); border-left-width: 5px; border-radius: 6px; background: var(--w4); color: var(--t4); }

.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.25rem 1.4rem 1.4rem; min-width: 0; }
.card h2 { font-size: 0.9rem; font-weight: 550; color: var(--soft); letter-spacing: 0; margin: 0; }
.card .word { font-size: 2rem; line-height: 1.25; font-weight: 680; letter-spacing: -0.02em; margin: 0.1rem 0 0.35rem; }
.card .quiet { margin-top: 0.5rem; font-size: 0.9rem; }
.verdict { border-top: 4px solid var(--cn); padding-top: calc(1.25rem - 3px); }
.verdict.not-held { border-top-color: var(--c5); }
.rests li { padding-left: 1.1em; text-indent: -1.1em; font-size: 0.9rem; }
.rests li::before { content: "–"; display: inline-block; width: 1.1em; text-indent: 0; color: var(--soft); }
.card .bar { height: 1.6rem; margin: 1rem 0 0.8rem; }

.bar { display: flex; gap: 2px; height: 0.8rem; width: 100%; }
.bar > span { flex: 1 1 0; min-width: 4px; border-radius: 2px; }
.swatch { display: inline-block; width: 0.8rem; height: 0.8rem; border-radius: 2px; vertical-align: -0.08em; }
.legend { display: flex; flex-wrap: wrap; gap: 0.3rem 1.2rem; font-size: 0.9rem; }
.legend li { display: inline-flex; align-items: center; gap: 0.4rem; white-space: nowrap; }
.legend .zero { color: var(--soft); }
.legend .zero b { font-weight: 450; }

.first-word { margin: 1rem 0; padding: 0.6rem 0.9rem; border-left: 3px solid; font-weight: 600; overflow-wrap: anywhere; }

.more > summary { padding: 0.45rem 0; font-size: 0.9rem; color: var(--accent); cursor: pointer; }
`;

export const tableStyles = `
table { width: 100%; border-collapse: collapse; margin-top: 1rem; }
th, td { text-align: left; vertical-align: top; padding: 0.6rem 0.75rem; border-bottom: 1px solid var(--line); font-weight: 400; }
th:first-child, td:first-child { padding-left: 0; }
th:last-child, td:last-child { padding-right: 0; }
thead th { font-size: 0.85rem; color: var(--soft); border-bottom-color: var(--line-strong); vertical-align: bottom; }
tbody th { font-weight: 550; }
.about { display: block; color: var(--soft); font-weight: 400; font-size: 0.87rem; }
code.about { font-size: 0.8rem; }
`;
