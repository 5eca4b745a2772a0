import type { Comparison } from "../../../model/index.ts";
import { counted, latencyText, percent, whole } from "../../../text/index.ts";
import { Chips } from "../chips.tsx";
import { advice } from "../cut-text.tsx";
import { FigureTable } from "../load/figure-table.tsx";

type Speed = NonNullable<Comparison["speed"]>;
type Figures = Speed["targets"][number];

/** Of more targets, the doubts about each are folded. */
const MOST_OPEN = 15;

const HEAD = [
  "target",
  "responses/s",
  "rounds",
  "p50",
  "p90",
  "p99",
  "p99.9",
  "CPU per request",
  "of the ceiling",
  "statuses",
];

function rangeOf({ eachPerSecond }: Figures): string {
  if (eachPerSecond.length === 0) return "–";
  return `${whole(Math.min(...eachPerSecond))} – ${whole(Math.max(...eachPerSecond))}`;
}

function cellsOf(figures: Figures): string[] {
  const { perSecond, latencyUs, cpuUsPerRequest, reached } = figures;
  return [
    whole(perSecond),
    rangeOf(figures),
    ...[latencyUs.p50, latencyUs.p90, latencyUs.p99, latencyUs.p999].map(latencyText),
    cpuUsPerRequest === undefined ? "–" : `${whole(cpuUsPerRequest)} µs`,
    reached === undefined ? "–" : percent(reached),
  ];
}

const Doubt = ({ text, of = "" }: { text: string; of?: string }) => (
  <p class="doubt">
    <b aria-hidden="true">!</b>
    <span>
      {of}
      {advice(text, 300)}
    </span>
  </p>
);

const Doubts = ({ doubts }: { doubts: readonly string[] }) => (
  <>
    {doubts.map((doubt) => (
      <Doubt text={doubt} />
    ))}
  </>
);

const FoldedDoubts = ({ doubts }: { doubts: readonly string[] }) => (
  <details class="more">
    <summary>
      <b aria-hidden="true">!</b> {counted(doubts.length, "doubt")}
    </summary>
    <Doubts doubts={doubts} />
  </details>
);

/** Doubts about the figures of every target, which are said once. */
function sharedDoubts({ targets }: Speed): string[] {
  const [first, ...others] = targets;
  if (first === undefined || others.length === 0) return [];
  return first.doubts.filter((doubt) => others.every(({ doubts }) => doubts.includes(doubt)));
}

type RowsProps = { figures: Figures; name: string; shared: readonly string[]; folded: boolean };

function Rows({ figures, name, shared, folded }: RowsProps) {
  const doubts = figures.doubts.filter((doubt) => !shared.includes(doubt));
  return (
    <>
      <tr class={doubts.length > 0 ? "doubtful" : ""}>
        <th scope="row">{name}</th>
        {cellsOf(figures).map((cell) => (
          <td>{cell}</td>
        ))}
        <td class="text">
          <Chips outcomes={figures.statuses} limit={5} />
        </td>
      </tr>
      {doubts.length > 0 && (
        <tr class="why">
          <td colSpan={HEAD.length}>
            <div>{folded ? <FoldedDoubts doubts={doubts} /> : <Doubts doubts={doubts} />}</div>
          </td>
        </tr>
      )}
    </>
  );
}

/** The figures of each target, in the given order: medians over its rounds. */
export function SpeedTable({ speed, names }: { speed: Speed; names: readonly string[] }) {
  const shared = sharedDoubts(speed);
  const count = speed.targets.length;
  const of = count === 2 ? "both: " : `all ${whole(count)}: `;
  return (
    <>
      {shared.length > 0 && (
        <div class="shared-doubts">
          {shared.map((doubt) => (
            <Doubt text={doubt} of={of} />
          ))}
        </div>
      )}
      <FigureTable label="Figures of each target" head={HEAD} words={["statuses"]}>
        {speed.targets.map((figures) => (
          <Rows
            figures={figures}
            name={names[figures.target] ?? ""}
            shared={shared}
            folded={count > MOST_OPEN}
          />
        ))}
      </FigureTable>
    </>
  );
}
