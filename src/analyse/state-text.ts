import { type StateSentence, rawText } from "../model/index.ts";
import { counted, durationText, jsonEscapes } from "../text/index.ts";

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

/** `another date`; `other values` of several fields. */
const another = (name = ""): string => (name === "values" ? "other values" : `another ${name}`);

function textOfFound(found: FoundState): string {
  const { code, slug, other = "", elsewhere = "", as = "1", responses, count, of } = found;
  const [first = "", again = ""] = responses;
  const times = `${count} of ${of}`;
  const where =
    found.isApart === true
      ? "each on a connection of its own"
      : "on the same connection and on others";
  const listed = (found.spellings ?? []).join(", ");
  const here = elsewhere === "" ? "" : " on the same connection";
  switch (code) {
    case "race":
      return `race: ${times} concurrent duplicates were accepted with ${first}${roundsText(found, "more than one")}; one after the other, only the first is, and later ones get ${again}`;
    case "race-other":
      return first === again
        ? `race: ${times} concurrent duplicates got ${first} with a body of their own${roundsText(found, "more than one")}; one after the other, they get that of the first`
        : `race: ${times} concurrent duplicates got ${first}${roundsText(found, "at least one")}; one after the other, they get ${again}`;
    case "refused":
      return `the same request again is refused with ${again}, ${where} (${times})`;
    case "accepted":
      return `the same request again is accepted with ${again}, ${where} (${times}); the first gets ${first}`;
    case "same-response":
      return `the same request again gets ${again} with the body of the first response (${times})${first === again ? "" : `; the first gets ${first}`}`;
    case "same-bytes":
      return `the same bytes again get the first response again, with its time (${times}), and another spelling of the same values gets another one: from a cache`;
    case "in-turn":
      return `the same request again and again gets ${responses.join(", ")}, one after the other`;
    case "varies":
      return `the same request again and again gets responses that vary: ${responses.join(", ")}`;
    case "late":
      return `the same request again is accepted with ${first} at once, and refused with ${again} after 250 ms (${times})`;
    case "per-connection":
      return `the same request again gets ${[...new Set(responses.slice(1))].join(", then ")} on the same connection, and ${elsewhere} on another one`;
    case "other-value-accepted":
      return `the same ${slug} with ${another(other)}${here} is accepted with ${again}${responses.includes("new") ? ", as the first is" : ""} (${times})`;
    case "other-value-refused":
      return `the same ${slug} with ${another(other)}${here} is refused with ${again} (${times})`;
    case "same-spellings":
      return `${listed}: the same ${slug} as ${as}${here} (${times})`;
    case "other-spellings":
      return `${listed}: not the same ${slug} as ${as}${here} (${times})`;
    default:
      return furtherText(found);
  }
}

const STORE: Record<NonNullable<StateSentence["stores"]>["by"], string> = {
  turn: "respond in turn",
  connection: "the connection decides which one responds",
  "turn-or-connection": "respond in turn, or the connection decides which one responds",
  chance: "nothing shows which one responds",
};

/** ` (more than one in 8 of 9 rounds; 95% interval of this share: 57% to 98%)`; nothing for one round. */
function roundsText({ rounds }: FoundState, what: string): string {
  if (rounds === undefined || rounds.of < 2) return "";
  const percent = (share: number): string => `${Math.round(share * 100)}%`;
  return ` (${what} in ${rounds.shown} of ${rounds.of} rounds; 95% interval of this share: ${percent(rounds.low)} to ${percent(rounds.high)})`;
}

type Found = Omit<StateSentence, "text"> & { slug: string };

function furtherText(found: Found): string {
  const { code, slug, responses } = found;
  const [first = "", again = ""] = responses;
  const [heldMs = 0, lostMs = 0] = found.timesMs ?? [];
  switch (code) {
    case "same-by":
      return (found.fields ?? []).length === 0
        ? "requests count as the same only if all their bytes are"
        : `requests with the same ${(found.fields ?? []).join(" and ")} count as the same${found.fields?.length === 1 ? ", whatever else they have" : ""}`;
    case "same-forms":
      return `the same ${slug} with ${(found.spellings ?? []).join(", ")}: the same one`;
    case "other-forms":
      return `the same ${slug} with ${(found.spellings ?? []).join(", ")}: another one`;
    case "remembered":
      return `the same request ${handled(again, "still ")} after ${timesText(found)} (the longest that this run shows)`;
    case "forgotten":
      return forgottenText(found, [heldMs, lostMs]);
    case "stored-later":
      return `the same request again is accepted with ${first} at first, and refused with ${again} from about ${durationText(lostMs)} on: it is stored later`;
    case "kept-over-restart":
      return `after a restart of the server, the same request ${handled(again, "still ")}`;
    case "lost-by-restart":
      return `after a restart of the server, the same request is accepted again with ${first}`;
    case "key-ignored":
      return `Idempotency-Key is ignored: the same request again with the same key ${handled(again)}, as without a key`;
    case "key-honoured":
      return `Idempotency-Key is honoured: the same request again with the same key gets the same response again, ${again}${keyLaterText(found)}${otherBodyText(found)}`;
    case "replaced":
      return `the same ${slug} with ${another((found.fields ?? []).join(", "))} ${handled(again)}; the later ${(found.fields ?? []).join(", ")} is read back`;
    case "first-kept":
      return `the same ${slug} with ${another((found.fields ?? []).join(", "))} ${handled(again)}; the first ${(found.fields ?? []).join(", ")} is still read back`;
    case "freed-by-delete":
      return `${deletedText(found)}, and the same ${slug} is free again: the same request gets ${responses[2]}${responses[3] === responses[1] ? `, but GET still gets ${responses[3]}` : ""}`;
    case "taken-after-delete":
      return `${deletedText(found)}, and the same ${slug} stays taken: the same request ${handled(responses[2] ?? "")}`;
    case "deleted":
      return `${deletedText(found)}; the same request again ${handled(responses[2] ?? "")}`;
    case "read-back-same":
      return `read back as sent: ${(found.fields ?? []).join(", ")}`;
    case "read-back":
      return storedText(found);
    default:
      return found.stores === undefined ? code : storesText(found, found.stores);
  }
}

function storesText(
  { responses: [first = "", again = ""], count, of }: Found,
  { of: stores, by }: NonNullable<StateSentence["stores"]>,
): string {
  return `several stores: ${counted(stores, "server")} or processes behind this address remember separately, and ${STORE[by]}; each accepts the same request once with ${first}, and then it ${handled(again)} (${count} of ${of} identities)`;
}

const deletedText = ({ responses: [deleted = "", read = ""] }: Found): string =>
  `after DELETE of its resource (${deleted}), GET ${read.startsWith("2") ? "still " : ""}gets ${read}`;

/** Of a few accepted requests it is not said: nothing keeps so few. */
const FEWEST_ACCEPTED = 10;

function forgottenText(
  { responses: [first = "", again = ""], accepted: [inHeld = 0, inLost = 0] = [] }: Found,
  [heldMs, lostMs]: [number, number],
): string {
  const since = (ms: number, count: number): string =>
    `${durationText(ms)}${inLost < FEWEST_ACCEPTED || count === 0 ? "" : ` and ${counted(count, "accepted request")}`}`;
  const held =
    heldMs === 0 ? "" : `; after ${since(heldMs, inHeld)} it ${handled(again, "still ")}`;
  return `the same request is accepted again with ${first} after ${since(lostMs, inLost)}${held}`;
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
      return "; other values with that key get the response to the first ones";
    case "refused":
      return `; other values with that key get ${otherBody.response}`;
    case "accepted":
      return `; other values with that key are accepted as new with ${otherBody.response}`;
    case undefined:
      return "";
  }
}

function keyLaterText({ keyLater }: Found): string {
  if (keyLater === undefined) return "";
  const { afterMs, response, same } = keyLater;
  const when = durationText(afterMs);
  return same
    ? `, also after ${when} (the longest that this run shows)`
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
          : digits === "0"
            ? "is read back without its fraction of a second"
            : `is read back with ${counted(Number(digits), "digit")} of its fraction of a second`;
      return `${field} ${words}: ${is}, sent as ${was}`;
    }
  }
}
