/** On paper: no navigation, no filter, black on white. */
export const print = `
@media print {
  :root { --paper: #fff; --card: #fff; --sunk: #fff; --ink: #000; --soft: #444; --accent: #000; --line: #ccc; }
  body { font-size: 10pt; }
  .page { max-width: none; padding: 0; }
  nav, .skip, #filter { display: none; }
  section { margin-top: 1.5rem; }
  h2, h3, h4 { break-after: avoid; }
  tr, .card, .remarks li, .cases summary { break-inside: avoid; }
  .bar, .swatch, .chip { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
