import type { StateSentence } from "../model/index.ts";
import { furtherText } from "./state/further-text.ts";

/** A finding without its words; `slug` is the name of the identity, `other` that of the other fields. */
export type FoundState = Omit<StateSentence, "text"> & {
  slug: string;
  other?: string;
  elsewhere?: string;
  isApart?: boolean;
};

/** The finding as readers get it: the only place that words it. */
export function wordedState(found: FoundState): StateSentence {
  const { slug: _slug, other: _other, elsewhere: _elsewhere, isApart: _isApart, ...rest } = found;
  return { ...rest, text: textOfFound(found) };
}

function textOfFound(found: FoundState): string {
  const { code, slug, other = "", elsewhere = "", as = "1", responses, count, of } = found;
  const [first = "", again = ""] = responses;
  const times = `${count} of ${of}`;
  const where =
    found.isApart === true
      ? "each on a connection of its own"
      : "on the same connection and on others";
  const listed = (found.spellings ?? []).join(", ");
  switch (code) {
    case "race":
      return `race: ${times} concurrent duplicates were accepted with ${first}; one after the other, only the first is, and later ones get ${again}${roundsText(found)}`;
    case "race-other":
      return `race: ${times} concurrent duplicates got ${first}; one after the other, they get ${again}${roundsText(found)}`;
    case "refused":
      return `the same request again is refused with ${again}, ${where} (${times})`;
    case "accepted":
      return `the same request again is accepted with ${again}, ${where} (${times}); the first gets ${first}`;
    case "same-response":
      return `the same request again gets the same body again with ${again} (${times})${first === again ? "" : `; the first gets ${first}`}`;
    case "same-bytes":
      return `the same bytes again get the first response again, with what the server had made for it (${times}), and another spelling of the same values does not: from a cache`;
    case "in-turn":
      return `the same request again and again gets ${responses.join(", ")}, one after the other`;
    case "varies":
      return `the same request again and again gets responses that vary: ${responses.join(", ")}`;
    case "late":
      return `the same request again is accepted with ${first} at once, and refused with ${again} after 250 ms (${times})`;
    case "per-connection":
      return `the same request again gets ${again} on the same connection, and ${elsewhere} on another one`;
    case "other-value-accepted":
      return `the same ${slug} with another ${other} is accepted with ${again}${responses.includes("new") ? ", as the first is" : ""} (${times})`;
    case "other-value-refused":
      return `the same ${slug} with another ${other} is refused with ${again} (${times})`;
    case "same-spellings":
      return `${listed}: the same ${slug} as ${as} (${times})`;
    case "other-spellings":
      return `${listed}: not the same ${slug} as ${as} (${times})`;
    default:
      return furtherText(found);
  }
}

/** ` (in 8 of 9 rounds; 95% interval of the share: 57% to 98%)`; nothing for one round. */
function roundsText({ rounds }: FoundState): string {
  if (rounds === undefined || rounds.of < 2) return "";
  const percent = (share: number): string => `${Math.round(share * 100)}%`;
  return ` (in ${rounds.shown} of ${rounds.of} rounds; 95% interval of the share: ${percent(rounds.low)} to ${percent(rounds.high)})`;
}
