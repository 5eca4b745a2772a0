import { firstCharacters } from "../cut-text.tsx";
import { escapeUnseen } from "../../../text/unseen.ts";

/** The filter of the page; hidden without scripts. */
export function FilterForm(props: { suiteNames: readonly string[]; names: readonly string[] }) {
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
      <label class="check">
        <input type="checkbox" id="filter-differ" /> only differences
      </label>
      <fieldset id="filter-targets">
        <legend>Between</legend>
        {props.names.map((name, at) => (
          <label class="check">
            <input type="checkbox" value={at} checked /> {name}
          </label>
        ))}
      </fieldset>
      <output id="filter-count" aria-live="polite" />
    </form>
  );
}
