/** The style of the section about the target's processes. */
export const usageStyles = `
.usage { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 1.25rem; margin-top: 1rem; }
.usage figure { margin: 0; }
.usage h3 { font-size: 0.95rem; margin: 0; }
.usage svg { display: block; width: 100%; height: 7rem; margin-top: 0.6rem; }
.usage path { fill: none; stroke: var(--ink); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
.usage .ground { stroke: var(--line); stroke-width: 1; vector-effect: non-scaling-stroke; }
.usage .death { stroke: var(--c5); stroke-width: 1.5; stroke-dasharray: 4 3; vector-effect: non-scaling-stroke; }
`;
