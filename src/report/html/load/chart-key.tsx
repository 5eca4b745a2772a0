type Entry = { label: string; sample: "main" | "second" | "hollow" };

const WIDTH = 26;
const HEIGHT = 10;

/** What the lines and marks of a chart are, with a sample of each. It stands above the plot: within it there is no place that no data can need. */
export function Key({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul class="key">
      {entries.map(({ label, sample }) => (
        <li>
          <svg width={WIDTH} height={HEIGHT} aria-hidden="true">
            {sample === "hollow" ? (
              <circle class="dot hollow" cx={WIDTH / 2} cy={HEIGHT / 2} r={3.5} />
            ) : (
              <path class={`line ${sample}`} d={`M1 ${HEIGHT / 2}h${WIDTH - 2}`} />
            )}
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
