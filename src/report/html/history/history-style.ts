/** Style of the trend page beside that of every page. */
export const historyStyle = `
.changed { fill: var(--accent); }
.unchanged { fill: var(--line-strong); }
h2, nav a { overflow-wrap: anywhere; }
.load h3.part { margin-bottom: 0.4rem; }
.more .quiet { margin: 0.2rem 0 0.5rem; overflow-wrap: anywhere; }
section.prose p { margin-top: 0.6rem; }
.figures a { white-space: nowrap; }
`;
