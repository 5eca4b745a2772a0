import { classOf, type Summary } from "../../model/index.ts";
import { whole } from "../../text/index.ts";

export type Classes = Summary["suites"][number]["classes"];
export type ClassKey = keyof Classes;

/** In the order of bars and tables; `mark` is the class name for colour and pattern. */
const statusClasses: readonly { key: ClassKey; mark: string; label: string }[] = [
  { key: "1xx", mark: "k1", label: "1xx" },
  { key: "2xx", mark: "k2", label: "2xx" },
  { key: "3xx", mark: "k3", label: "3xx" },
  { key: "refusal", mark: "kr", label: "2xx that refuses" },
  { key: "4xx", mark: "k4", label: "4xx" },
  { key: "5xx", mark: "k5", label: "5xx" },
  { key: "other", mark: "ko", label: "other" },
  { key: "noAnswer", mark: "kn", label: "no response" },
  { key: "unstable", mark: "ku", label: "unstable" },
];

const rare = new Set<ClassKey>(["1xx", "3xx", "refusal", "other"]);

/** Classes with a column: the usual ones, and any other that occurred. */
export const shownClasses = (totals: Classes) =>
  statusClasses.filter(({ key }) => !rare.has(key) || totals[key] > 0);

export const sumClasses = (all: readonly Classes[]): Classes =>
  Object.fromEntries(
    statusClasses.map(({ key }) => [key, all.reduce((sum, classes) => sum + classes[key], 0)]),
  ) as Classes;

/** A signature is coloured by its last response: "201 ×3, 400" as 400, "400, closed" as no response. */
export function markOfSignature(signature: string): string {
  const found = classOf(signature);
  return statusClasses.find(({ key }) => key === found)?.mark ?? "ko";
}

/** A button for each class with its cases, which the page's script filters by; `cases` are the marks of each case. */
export const ClassFilter = ({ cases }: { cases: readonly ReadonlySet<string>[] }) => (
  <fieldset id="filter-classes">
    <legend>Response</legend>
    {statusClasses.flatMap(({ mark, label }) => {
      const count = cases.filter((marks) => marks.has(mark)).length;
      return count === 0
        ? []
        : [
            <button type="button" class={`chip ${mark}`} value={mark} aria-pressed="false">
              {label} <b>{whole(count)}</b>
            </button>,
          ];
    })}
  </fieldset>
);

const met = (classes: Classes) => statusClasses.filter(({ key }) => classes[key] > 0);

/** "220 2xx, 3 4xx, 1 no response". */
const classesInWords = (classes: Classes): string =>
  met(classes)
    .map(({ key, label }) => `${whole(classes[key])} ${label}`)
    .join(", ") || "nothing sent";

export const ClassBar = ({ classes, of }: { classes: Classes; of: string }) => (
  <span class="bar" role="img" aria-label={`${of}: ${classesInWords(classes)}`}>
    {met(classes).map(({ key, mark }) => (
      <span class={mark} style={`flex-grow:${classes[key]}`} />
    ))}
  </span>
);

export const Legend = (props: {
  keys: readonly { key: ClassKey; mark: string; label: string }[];
  totals: Classes;
}) => (
  <ul class="legend">
    {props.keys.map(({ key, mark, label }) => (
      <li class={props.totals[key] === 0 ? "zero" : ""}>
        <span class={`swatch ${mark}`} aria-hidden="true" />
        <b>{whole(props.totals[key])}</b> {label}
      </li>
    ))}
  </ul>
);
