import type { Depth } from "../../../model/index.ts";
import { firstCharacters } from "../cut-text.tsx";
import { MOST_CELLS } from "../scripts/grouping.ts";
import { escapeUnseen } from "../../../text/index.ts";

const depths: readonly (readonly [Depth, string])[] = [
  ["accepted", "2xx or not"],
  ["class", "same class"],
  ["exact", "same exact response"],
];

/** The filter of the page, with the depth of equality; hidden without scripts. */
export function FilterForm(props: {
  suiteNames: readonly string[];
  names: readonly string[];
  depth: Depth;
}) {
  return (
    <form id="filter" role="search" aria-label="Filter the page" hidden>
      <label>
        Filter <input type="search" id="filter-text" placeholder="words, case or status" />
      </label>
      <label>
        Suite{" "}
        <select id="filter-suite">
          <option value="">every suite</option>
          {props.suiteNames.map((name, at) => (
            <option value={at}>{escapeUnseen(firstCharacters(name, 60))}</option>
          ))}
        </select>
      </label>
      <fieldset id="filter-depth">
        <legend>Equal means</legend>
        {depths.map(([depth, words]) => (
          <label class="check">
            <input type="radio" name="depth" value={depth} checked={depth === props.depth} />{" "}
            {words}
          </label>
        ))}
      </fieldset>
      <fieldset
        id="filter-targets"
        class={props.names.length > MOST_CELLS ? "many" : ""}
        hidden={props.names.length <= 2}
      >
        <legend>Between</legend>
        {props.names.map((name, at) => (
          <label class="check">
            <input type="checkbox" value={at} checked disabled={props.names.length <= 2} /> {name}
          </label>
        ))}
      </fieldset>
      <output id="filter-count" aria-live="polite" />
    </form>
  );
}
