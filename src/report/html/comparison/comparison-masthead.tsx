import { interfaceName } from "../../../contract/index.ts";
import { recordDoubts } from "../../run-words.ts";
import { whole } from "../../../text/index.ts";
import { MOST_CELLS } from "../scripts/grouping.ts";
import type { PageFacts } from "./page-facts.ts";
import { cutText } from "../text.tsx";

const MOST_NAMED = 8;

/** The probable mistakes of targets that refuse every valid request. */
const renderHints = ({ comparison, names }: PageFacts) =>
  comparison.targets.map(
    ({ hint }, at) =>
      hint !== undefined && (
        <p class="banner" role="note">
          <strong>{names[at]}:</strong> {cutText(hint, 600)}
        </p>
      ),
  );

export const pageTitle = (names: readonly string[]): string =>
  names.length > MOST_CELLS ? `${names.length} targets` : names.join(" · ");

export function ComparisonMasthead({ facts }: { facts: PageFacts }) {
  const { names, comparison } = facts;
  const { method, path } = comparison.interface ?? interfaceName({});
  const incomplete = names.filter((_, at) => comparison.targets[at]?.complete === false);
  return (
    <div class="masthead">
      <p class="over">What {names.length} targets do, side by side</p>
      <h1 class={names.length <= MOST_CELLS && names.join().length > 48 ? "many" : ""}>
        {pageTitle(names)}
      </h1>
      <p class="url">
        <span class="method">{method}</span>
        <span class="path">{cutText(path, 300)}</span>
      </p>
      {recordDoubts(
        comparison.targets.map(({ record }, at) => ({ name: names[at] ?? "", record })),
      ).map(({ of, record }) => (
        <p class="banner" role="note">
          <strong>{of}:</strong> {record.text}.
        </p>
      ))}
      {renderHints(facts)}
      {incomplete.length > 0 && (
        <p class="banner" role="note">
          <strong>The record is not complete.</strong>{" "}
          {incomplete.length === names.length
            ? `${names.length === 2 ? "Both" : `All ${whole(names.length)}`} runs are incomplete`
            : incomplete.length > MOST_NAMED
              ? `The runs of ${whole(incomplete.length)} targets are incomplete`
              : incomplete.length === 1
                ? `The run of ${incomplete.join("")} is incomplete`
                : `The runs of ${incomplete.join(", ")} are incomplete`}
          ; the comparison rests on what there is.
        </p>
      )}
    </div>
  );
}
