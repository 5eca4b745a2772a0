/** The table of suites and the ledger; on narrow screens each row becomes a block. */
export const tableStyles = `
table { width: 100%; border-collapse: collapse; margin-top: 1rem; }
th, td { text-align: left; vertical-align: top; padding: 0.6rem 0.75rem; border-bottom: 1px solid var(--line); font-weight: 400; }
th:first-child, td:first-child { padding-left: 0; }
th:last-child, td:last-child { padding-right: 0; }
thead th { font-size: 0.85rem; color: var(--soft); border-bottom-color: var(--line-strong); vertical-align: bottom; }
tbody th { font-weight: 550; }
.about { display: block; color: var(--soft); font-weight: 400; font-size: 0.87rem; }
code.about { font-size: 0.8rem; }
.n { text-align: right; white-space: nowrap; }
.n.zero { color: var(--soft); }
.phone-only { display: none; }

.suites tbody th { width: 15rem; }
.suites .bar { margin: 0.3rem 0 0.45rem; }
.suites .chip { font-size: 0.76rem; }

.ledger th { width: 24rem; }
.does p + p { margin-top: 0.35rem; }
.does .chips { vertical-align: top; }
#stated { margin-top: 2.5rem; font-size: 1.1rem; }

@media screen and (max-width: 52rem) {
  .phone-only { display: block; margin-top: 0.8rem; }
  table, tbody, tr, th, td { display: block; }
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  tbody tr { padding: 0.8rem 0; border-bottom: 1px solid var(--line); }
  tbody th, tbody td, .ledger th, .suites tbody th { width: auto; border: 0; padding: 0; }
  .suites tbody tr { display: flex; flex-wrap: wrap; gap: 0.1rem 1rem; align-items: baseline; }
  .suites tbody th { flex: 1 1 12rem; }
  .suites .wide { flex: 1 0 100%; order: 1; }
  .suites .n:not(.wide) { display: none; }
  .suites .n[data-label="cases"] { display: block; color: var(--soft); }
  .suites .n[data-label="cases"]::after { content: " cases"; }
  .ledger .does { margin-top: 0.35rem; }
}
`;
