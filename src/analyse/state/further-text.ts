import { rawText, type StateSentence } from "../../model/index.ts";
import { durationText } from "../../text/index.ts";

type Found = Omit<StateSentence, "text"> & { slug: string };

/** The words of what the cases after the suites show. */
export function furtherText(found: Found): string {
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
  const safe = text.replaceAll(
    /[^\x20-\x7e]/g,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
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
