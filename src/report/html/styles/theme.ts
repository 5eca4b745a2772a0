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
.kn, .ko { --c: var(--cn); --t: var(--tn); --w: var(--wn); }
.ku { --c: var(--cu); --t: var(--tu); --w: var(--wu); }
.bar > span, .swatch { background-color: var(--c); box-shadow: inset 0 0 0 1px var(--c); }
.bar > .k1, .swatch.k1 { background-image: repeating-linear-gradient(0deg, var(--tint) 0 1px, transparent 1px 3px); }
.bar > .k3, .swatch.k3 { background-image: repeating-linear-gradient(0deg, var(--tint) 0 2px, transparent 2px 5px); }
.bar > .k4, .swatch.k4 { background-image: repeating-linear-gradient(135deg, var(--tint) 0 2px, transparent 2px 6px); }
.bar > .k5, .swatch.k5 { background-image: repeating-linear-gradient(90deg, var(--tint) 0 2px, transparent 2px 5px); }
.bar > .kn, .swatch.kn { background-color: transparent; box-shadow: inset 0 0 0 2px var(--c); }
.bar > .none { background-color: transparent; box-shadow: inset 0 0 0 1px var(--line-strong); }
.bar > .ko, .swatch.ko { background-color: transparent; background-image: radial-gradient(var(--c) 1.2px, transparent 1.4px); background-size: 5px 5px; }
.bar > .ku, .swatch.ku { background-image: repeating-conic-gradient(var(--tint) 0 25%, transparent 0 50%); background-size: 6px 6px; }
`;
