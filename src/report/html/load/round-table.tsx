import type { LoadFigures, LoadSummary, OutcomeCounts } from "../../../model/index.ts";
import { latencyText, whole } from "../../../text/index.ts";
import { trendText } from "../../../stats/index.ts";
import { Chips } from "../chips.tsx";
import { Doubt } from "./doubts.tsx";
import { FigureTable } from "./figure-table.tsx";
import { boundedRate, failedChecks, latencyColumns } from "../../load-figures.ts";
import { offeredNumber } from "./figures.ts";
import { axisNumber } from "./latency-axis.ts";

/** Every round, or step of a sweep, with its figures; below it the doubts. */
export function RoundTable({ load }: { load: LoadSummary }) {
  const { rounds, pooled, options, sweep } = load;
  const columns = columnsOf(load);
  return (
    <FigureTable
      label={options.sweep ? "Steps of the sweep" : "Rounds"}
      head={[options.sweep ? "step" : "round", ...columns.map(({ head }) => head)]}
      words={columns.filter(({ text }) => text).map(({ head }) => head)}
    >
      {pooled !== undefined && rounds.length > 1 && (
        <Row name="all" figures={pooled} columns={columns} mark="pooled" />
      )}
      {rounds.map((round) => (
        <Row
          name={round.nth === sweep?.knee ? `${round.nth}, knee` : String(round.nth)}
          figures={round}
          columns={columns}
          mark={round.nth === sweep?.knee ? "at-knee" : ""}
        />
      ))}
    </FigureTable>
  );
}

type Column = {
  head: string;
  text?: true;
  cell: (figures: LoadFigures) => preact.ComponentChildren;
};

function columnsOf({ options, rounds }: LoadSummary): Column[] {
  const open = options.offered.model === "open";
  const offered: Column = {
    head: open ? "requests/s" : "connections",
    cell: (figures) => axisNumber(offeredNumber(figures.offered)),
  };
  const goodput: Column = {
    head: "goodput",
    cell: (figures) => boundedRate(figures, figures.goodput),
  };
  const silent = rounds.some((round) => Object.keys(withoutResponse(round)).length > 0);
  return [
    ...(options.sweep ? [offered] : []),
    { head: "responses/s", cell: (figures) => boundedRate(figures, figures.perSecond) },
    ...(options.sweep ? [goodput] : []),
    ...latencyColumns.map(([head, us]) => ({
      head,
      cell: (figures: LoadFigures) => latencyText(us(figures.latencyUs)),
    })),
    { head: "trend", cell: trendText },
    { head: "statuses", text: true, cell: statusChips },
    ...(silent
      ? [
          {
            head: "no response",
            text: true as const,
            cell: (figures: LoadFigures) => <Chips outcomes={withoutResponse(figures)} />,
          },
        ]
      : []),
    ...(open ? [{ head: "dropped", cell: (figures: LoadFigures) => whole(figures.dropped) }] : []),
  ];
}

function statusChips({ statuses }: LoadFigures) {
  const counts = Object.entries(statuses).map(([status, { count }]) => [status, count] as const);
  return <Chips outcomes={Object.fromEntries(counts)} />;
}

const withoutResponse = ({ unanswered, hung }: LoadFigures): OutcomeCounts => ({
  ...unanswered,
  ...(hung > 0 && { hung }),
});

function Row(props: {
  name: string;
  figures: LoadFigures;
  columns: readonly Column[];
  mark: string;
}) {
  const { figures, columns } = props;
  const failed = failedChecks(figures);
  const doubtful = failed.length > 0 ? "doubtful" : "";
  return (
    <>
      <tr class={`${props.mark} ${doubtful}`.trim()}>
        <th scope="row">{props.name}</th>
        {columns.map(({ text, cell }) => (
          <td {...(text && { class: "text" })}>{cell(figures)}</td>
        ))}
      </tr>
      {failed.length > 0 && (
        <tr class={`why ${props.mark}`.trim()}>
          <td colSpan={columns.length + 1}>
            <div>
              {failed.map((check) => (
                <Doubt check={check} />
              ))}
            </div>
          </td>
        </tr>
      )}
    </>
  );
}
