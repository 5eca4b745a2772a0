import { whole } from "../../text/index.ts";
import { type ClassKey, type Classes, statusClasses } from "./status-class.ts";

const met = (classes: Classes) => statusClasses.filter(({ key }) => classes[key] > 0);

/** "220 2xx, 3 4xx, 1 no response". */
const classesInWords = (classes: Classes): string =>
  met(classes)
    .map(({ key, label }) => `${whole(classes[key])} ${label}`)
    .join(", ") || "nothing sent";

/** Cases by the class of their last response, as one stacked bar. */
export function ClassBar({ classes, of }: { classes: Classes; of: string }) {
  return (
    <span class="bar" role="img" aria-label={`${of}: ${classesInWords(classes)}`}>
      {met(classes).map(({ key, mark }) => (
        <span class={mark} style={`flex-grow:${classes[key]}`} />
      ))}
    </span>
  );
}

/** A legend of the colours and patterns of the bars, with the totals. */
export function Legend(props: {
  keys: readonly { key: ClassKey; mark: string; label: string }[];
  totals: Classes;
}) {
  return (
    <ul class="legend">
      {props.keys.map(({ key, mark, label }) => (
        <li class={props.totals[key] === 0 ? "zero" : ""}>
          <span class={`swatch ${mark}`} aria-hidden="true" />
          <b>{whole(props.totals[key])}</b> {label}
        </li>
      ))}
    </ul>
  );
}
