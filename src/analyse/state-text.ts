import { type StateSentence, rawText } from "../model/index.ts";
import { durationText, jsonEscapes } from "../text/index.ts";

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
      return `the same bytes again get the first response again, with its time (${times}), and another spelling of the same values gets another one: from a cache`;
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

type Found = Omit<StateSentence, "text"> & { slug: string };

/** The words of what the cases after the suites show. */
function furtherText(found: Found): string {
  const { code, slug, responses } = found;
  const [first = "", again = ""] = responses;
  const [heldMs = 0, lostMs = 0] = found.timesMs ?? [];
  switch (code) {
    case "same-by":
      return (found.fields ?? []).length === 0
        ? "two requests are the same only with the same bytes"
        : `two requests are the same by ${(found.fields ?? []).join(" and ")}${found.fields?.length === 1 ? " alone" : ", together"}`;
    case "same-forms":
      return `the same ${slug} with ${(found.spellings ?? []).join(", ")}: the same one`;
    case "other-forms":
      return `the same ${slug} with ${(found.spellings ?? []).join(", ")}: another one`;
    case "remembered":
      return `the same ${slug} ${handled(again, "still ")} after ${timesText(found)}: the longest that this run shows`;
    case "forgotten":
      return `the same ${slug} is accepted with ${first} again after ${durationText(lostMs)}${heldMs === 0 ? "" : `; after ${durationText(heldMs)} it ${handled(again, "still ")}`}`;
    case "stored-later":
      return `the same request again is accepted with ${first} at first, and refused with ${again} from about ${durationText(lostMs)} on: it is stored later`;
    case "kept-over-restart":
      return `after a restart of the server, the same ${slug} ${handled(again, "still ")}`;
    case "lost-by-restart":
      return `after a restart of the server, the same ${slug} is accepted with ${first} again`;
    case "key-ignored":
      return `Idempotency-Key is ignored: the same request again with the same key ${handled(again)}, as without a key`;
    case "key-honoured":
      return `Idempotency-Key is honoured: the same request again with the same key gets the same response again, ${again}${keyLaterText(found)}${otherBodyText(found)}`;
    case "replaced":
      return `the same ${slug} with another ${(found.fields ?? []).join(", ")} ${handled(again)}, and replaces what was stored: the later one is read back`;
    case "first-kept":
      return `the same ${slug} with another ${(found.fields ?? []).join(", ")} ${handled(again)}, and changes nothing: the first one is read back`;
    case "read-back-same":
      return `read back as sent: ${(found.fields ?? []).join(", ")}`;
    case "read-back":
      return storedText(found);
    default:
      return code;
  }
}

/** What becomes of a request with this response: `is refused with 409`, `gets 200`. */
const handled = (word: string, still = ""): string =>
  word.startsWith("4") ? `is ${still}refused with ${word}` : `${still}gets ${word}`;

function timesText({ timesMs = [] }: Found): string {
  // Of times that are almost the same, the last.
  const texts = timesMs.flatMap((ms, at) =>
    (timesMs[at + 1] ?? Infinity) < ms * 1.2 ? [] : durationText(ms),
  );
  return [texts.slice(0, -1).join(", "), texts.at(-1) ?? ""].filter(Boolean).join(" and ");
}

function otherBodyText({ otherBody }: Found): string {
  switch (otherBody?.code) {
    case "first-response":
      return "; with other values, the response to the first ones";
    case "refused":
      return `; with other values, ${otherBody.response}`;
    case "accepted":
      return `; with other values, it is accepted as a new one with ${otherBody.response}`;
    case undefined:
      return "";
  }
}

function keyLaterText({ keyLater }: Found): string {
  if (keyLater === undefined) return "";
  const { afterMs, response, same } = keyLater;
  const when = durationText(afterMs);
  return same
    ? `, and after ${when}, the longest that this run shows`
    : `, but after ${when} it ${handled(response)}`;
}

const MOST_SHOWN = 60;

/** JSON in ASCII: it shows how a text is composed, and controls no terminal. */
const ascii = (text: string): string => {
  const safe = text.replaceAll(/[^\x20-\x7e]/g, jsonEscapes);
  return safe.length > MOST_SHOWN ? `${safe.slice(0, MOST_SHOWN)}...` : safe;
};

const STORED: Record<string, string> = {
  rounded: "is rounded",
  type: "is read back as another type",
  "zeros-added": "is read back with zeros at the end of its fraction",
  "zeros-dropped": "is read back without the zeros at the end of its fraction",
  zone: "is read back with another offset",
  "no-zone": "is read back without its offset",
  day: "is read back without its time",
  form: "is read back in another form",
  moved: "is read back as another instant",
  composed: "is composed (NFC)",
  decomposed: "is decomposed (NFD)",
  trimmed: "is trimmed",
  "letter-case": "is read back in another letter case",
  other: "is read back as another value",
};

function storedText({ stored }: Found): string {
  if (stored === undefined) return "";
  const { field, how, sent, read } = stored;
  const was = ascii(sent);
  const is = ascii(rawText(read));
  switch (how) {
    case "order":
      return `members are read back in another order: ${is}, sent as ${was}`;
    case "extra-kept":
      return "a further member is stored, and read back";
    case "extra-dropped":
      return "a further member is dropped";
    default: {
      const digits = /^digits-(\d+)$/.exec(how)?.[1];
      const words =
        digits === undefined
          ? (STORED[how] ?? "differs")
          : `is read back with ${digits} digits of a second`;
      return `${field} ${words}: ${is}, sent as ${was}`;
    }
  }
}
