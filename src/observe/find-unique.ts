import { interfaceOf, isUserSubmission, type StatedField } from "../contract/index.ts";
import { messageWords, serverReason } from "../analyse/index.ts";
import { freshId } from "../fresh-numbers.ts";
import { referencesOf, requestsOf, type Requests } from "../generate/index.ts";
import { canBeFresh, kindOf, type FieldType } from "../kinds/index.ts";
import type { Case, CaseRequest, FieldDigits, RequestResult, UniqueField } from "../model/index.ts";
import { resultWord } from "../model/index.ts";
import type { Dispatcher } from "./dispatcher.ts";
import type { Journal } from "./journal.ts";
import type { RunSettings } from "./run-settings.ts";

/** Methods that store nothing: a repeated value is no other there. */
const STORES_NOTHING = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "QUERY", "TRACE"]);
const MAY_BE_REPEATED = /^(?:400|403|409|412|422|5\d\d|2\d\d-refusal)$/;
/** With more fields that may be unique, only this many are tried. */
const MOST_FIELDS = 20;

const isAccepted = (word: string): boolean => /^2\d\d$/.test(word);

type Values = Record<string, string>;

type Input = {
  settings: RunSettings;
  dispatcher: Dispatcher;
  journal: Journal;
  /** The first responses to the stated request, each with its own fresh values. */
  results: readonly RequestResult[];
};

/** The numbers of digits that are tried: nine is usual. Fewer than two leave no new values. */
const SHORTER = [8, 7, 6, 5, 4, 3, 2];
const MAY_BE_TOO_LONG = /^(?:400|422|500)$/;
const USUAL = 9;
/** What was refused and what was accepted must be so again: some servers respond at random, or in turn. */
const AGAIN = ["usual", "usual", "shorter", "shorter", "usual", "shorter"] as const;

/**
 * The target refuses the stated request: that its new numbers have nine digits may be why. Sends it with shorter ones until it
 * is accepted. Returns the fields of these numbers, with the accepted response and its case; undefined if length is not the cause,
 * or if the numbers of a baseline had nine digits.
 */
export async function findDigits(
  input: Input,
): Promise<{ digits: FieldDigits[]; results: RequestResult[] } | undefined> {
  const { results } = input;
  const [first] = results;
  const isRefused = results.every((each) => MAY_BE_TOO_LONG.test(resultWord(each)));
  return first === undefined || !isRefused ? undefined : shorten(new Search(input), input, first);
}

async function shorten(search: Search, { journal, settings }: Input, first: RequestResult) {
  const kept = settings.digits?.length === 0;
  for (const digits of SHORTER) {
    const accepted = await search.withDigits(digits);
    if (accepted === undefined) return undefined;
    const { fields, result } = accepted;
    if (result === undefined) continue;
    for (const each of AGAIN) {
      const again = await search.withDigits(each === "usual" ? USUAL : digits);
      if ((again?.result === undefined) !== (each === "usual")) return undefined;
    }
    const said = first.outcome === "answered" ? serverReason(first.response) : undefined;
    const got = resultWord(first);
    journal.note({
      kind: "check",
      code: "shorter-numbers",
      fields,
      digits,
      refused: got,
      accepted: resultWord(result),
      said,
      ...(kept && { kept }),
    });
    if (kept) return undefined;
    return { digits: fields.map((path) => ({ path, digits })), results: [result] };
  }
  return undefined;
}

/**
 * The fields whose values the target accepts once. The same value of one field is sent in two requests that are fresh
 * otherwise; a field is unique if the second is refused and a new value is accepted. Constant fields are tried only if
 * the stated request was refused: both requests of the first contact had the same values in them.
 */
export async function findUnique(input: Input): Promise<UniqueField[]> {
  const { header } = input.settings;
  const from = interfaceOf(header);
  if (isUserSubmission(from) || STORES_NOTHING.has(from.method)) return [];
  const search = new Search(input);
  const words = input.results.map(resultWord);
  const refused = words.findIndex((word) => MAY_BE_REPEATED.test(word));
  const found: UniqueField[] = [];
  if (refused >= 0) found.push(...(await search.amongConstant(input.results[refused])));
  else if (!words.every(isAccepted)) return [];
  if (refused >= 0 && found.length === 0) {
    const [first = ""] = words;
    if (isAccepted(first)) noteRefused(input, first, input.results[refused]);
    return [];
  }
  const known = search.stated(input.settings.unique ?? []);
  found.push(...known.filter(({ path }) => found.every((each) => each.path !== path)));
  found.push(...(await search.amongFresh(found)));
  for (const { path, signature } of found) {
    const others = [...referencesOf(from)].filter((each) => each !== path);
    const along = others.length > 0 ? others : undefined;
    input.journal.note({ kind: "check", code: "unique-field", field: path, signature, along });
  }
  return search.compared(found);
}

/** The stated request was accepted once, and no field explains why it is refused when it is sent again. */
function noteRefused({ journal }: Input, first: string, again: RequestResult | undefined): void {
  if (again?.outcome !== "answered") return;
  const said = serverReason(again.response);
  journal.note({ kind: "check", code: "refused-again", first, again: `${again.status}`, said });
}

/** Requests with new values in some fields; each value is a constant of its case, so that any interface renders it. */
class Search {
  readonly #input: Input;
  readonly #on: Requests;
  #known: readonly StatedField[] = [];
  #sent = 0;

  constructor(input: Input) {
    this.#input = input;
    this.#on = requestsOf(interfaceOf(input.settings.header));
  }

  /** Sends the stated request with numbers of this length. Undefined if it has no numbers that can be shorter. */
  async withDigits(
    digits: number,
  ): Promise<{ fields: string[]; result: RequestResult | undefined } | undefined> {
    const fields = this.#fields(
      ({ type }) => type.kind === "whole-number" && type.fresh === true && type.max === undefined,
    ).map((field) => ({
      ...field,
      slot: { ...field.slot, type: { ...field.slot.type, digits } as FieldType },
    }));
    if (fields.length === 0) return undefined;
    const result = await this.#input.dispatcher.ask(this.#case("digits", this.#news(fields)));
    return {
      fields: fields.map(({ slot }) => slot.path),
      result: isAccepted(resultWord(result)) ? result : undefined,
    };
  }

  async amongConstant(refusal: RequestResult | undefined): Promise<UniqueField[]> {
    const fields = this.#fields(({ text }) => text === undefined);
    if (fields.length === 0 || refusal === undefined) return [];
    if (isAccepted((await this.#ask("all", this.#news(fields))).word)) {
      const found: UniqueField[] = [];
      for (const field of fields) {
        const others = fields.filter((each) => each !== field);
        const again = await this.#ask(field.slug, this.#news(others), { sameIdentity: true });
        if (!isAccepted(again.word)) found.push({ path: field.slot.path, ...again.as });
      }
      // Fresh values were refused as well: the target changes its mind.
      return isAccepted((await this.#ask("all", this.#news(fields))).word) ? found : [];
    }
    // A new value may be refused where it refers to something that exists.
    for (const field of fields)
      if (isAccepted((await this.#ask(field.slug, this.#news([field]))).word))
        return [{ path: field.slot.path, ...this.#as(refusal, this.#on.request()) }];
    return [];
  }

  /** Values that are fresh in each request anyway, given the constant ones that are unique. */
  async amongFresh(known: readonly UniqueField[]): Promise<UniqueField[]> {
    this.#known = this.#at(known);
    const found: UniqueField[] = [];
    for (const field of this.#fields(({ text }) => text !== undefined)) {
      const same = this.#news([field]);
      if (!isAccepted((await this.#ask(field.slug, same)).word)) continue;
      const again = await this.#ask(field.slug, same, { sameIdentity: true });
      if (isAccepted(again.word)) continue;
      const other = await this.#ask(field.slug, this.#news([field]));
      if (isAccepted(other.word)) found.push({ path: field.slot.path, ...again.as });
    }
    return found;
  }

  /** Notes where a value of another type gets the response that a repeated value gets. */
  async compared(found: readonly UniqueField[]): Promise<UniqueField[]> {
    const compared: UniqueField[] = [];
    for (const [index, field] of this.#at(found).entries()) {
      const each = found[index];
      if (each === undefined) continue;
      const { as } = await this.#ask(field.slug, { [field.slot.path]: "{}" });
      const isAlike =
        as.signature === each.signature && as.words.join(" ") === each.words.join(" ");
      compared.push({ ...each, ...(isAlike && { alike: true as const }) });
    }
    return compared;
  }

  stated(fields: readonly UniqueField[]): UniqueField[] {
    const own = new Set(this.#fields(() => true).map(({ slot }) => slot.path));
    return fields.filter(({ path }) => own.has(path));
  }

  #at(found: readonly UniqueField[]): StatedField[] {
    return found.flatMap(
      ({ path }) => this.#on.layout.fields.find(({ slot }) => slot.path === path) ?? [],
    );
  }

  #fields(isWanted: (slot: StatedField["slot"]) => boolean): StatedField[] {
    return this.#on.layout.fields
      .filter(({ slot, in: place }) => {
        const isLeaf = slot.type.kind !== "list" && slot.type.kind !== "object";
        return place !== "header" && isLeaf && isWanted(slot) && canBeFresh(slot.type);
      })
      .slice(0, MOST_FIELDS);
  }

  #news(fields: readonly StatedField[]): Values {
    const { settings, dispatcher } = this.#input;
    const unique = freshId(settings.header.firstId, dispatcher.numbers.next);
    dispatcher.numbers.skipTo(dispatcher.numbers.next + 1);
    return Object.fromEntries(
      fields.map(({ slot: { path, type } }) => {
        const kind = kindOf(type);
        const text = kind.text(type, unique);
        return [path, kind.quoted ? JSON.stringify(text) : text];
      }),
    );
  }

  /** Sends the stated request with these values, and with new ones where a constant value is known to be unique. */
  async #ask(slug: string, values: Values, more: Pick<Case, "sameIdentity"> = {}) {
    const { dispatcher, journal } = this.#input;
    const sent = this.#case(slug, values, more);
    const atMs = journal.nowMs();
    const dispatched = await dispatcher.send(sent);
    journal.observe(sent, dispatched, atMs);
    const [result] = dispatched.answers;
    const as = result === undefined ? { signature: "", words: [] } : this.#as(result, sent.request);
    return { word: as.signature, as };
  }

  #case(slug: string, values: Values, more: Pick<Case, "sameIdentity"> = {}): Case {
    const on = this.#on;
    const over = { ...this.#news(this.#known), ...values };
    this.#sent += 1;
    return {
      id: `explore/unique/${slug}-${this.#sent}`,
      reason: "finds out which values have to be unique",
      clauses: ["behaviour"],
      request: on.withValues(over),
      ...more,
    };
  }

  readonly #as = (result: RequestResult, request: CaseRequest): Omit<UniqueField, "path"> => ({
    signature: resultWord(result),
    words: messageWords(result, request, this.#on.interface),
  });
}
