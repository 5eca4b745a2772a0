import { type Case, type RequestResult, type SeveralServers, rawText } from "../model/index.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { controlClass } from "./surroundings.ts";

/** Controls of each sender: a response at random looks alike, or alternates, in 1 of 2^13 of such rows. */
const EACH = 14;

/** Headers by which a server, or what is between it and its clients, names itself. */
const NAMES_ITSELF =
  /^server$|^via$|powered-by|served-by|backend|instance|node|^x-.*(host|pod|server|upstream|version|region|zone)/;

type Seen = { class: string; result: RequestResult };

/**
 * Finds out whether several servers respond to the same request: sends it one after the other on new connections, and on a kept one.
 * Undefined if the responses are alike, or fall into no consistent groups.
 */
export async function findServers(
  valid: Record<"client" | "raw", Case>,
  dispatcher: Dispatcher,
): Promise<{ servers: SeveralServers | undefined; asked: number }> {
  const fresh = await sendRow(valid.raw, dispatcher);
  const kept = await sendRow(valid.client, dispatcher);
  const asked = fresh.length + kept.length;
  const all = [...fresh, ...kept];
  const classes = [...new Set(all.map((each) => each.class))];
  if (classes.length < 2 || all.some((each) => !/^[1-4]/.test(each.class)))
    return { servers: undefined, asked };
  const header = headerThatTells(all);
  const by = header ?? (isInTurn(fresh) && isInTurn(kept) ? "turn" : ofConnection(fresh, kept));
  if (by === undefined) return { servers: undefined, asked };
  return { servers: { classes: classes.map(wordOf), by, asked }, asked };
}

const wordOf = (found: string): string => found.split(" ", 1)[0] ?? "";

async function sendRow(sent: Case, dispatcher: Dispatcher): Promise<Seen[]> {
  const row: Seen[] = [];
  for (let nth = 0; nth < EACH; nth += 1) {
    const { answers } = await dispatcher.send(sent);
    const result = answers.at(-1);
    if (result !== undefined) row.push({ class: controlClass(result), result });
  }
  return row;
}

/** Each response differs from the one before it, and equals the one before that. */
const isInTurn = (row: readonly Seen[]): boolean =>
  row.every(
    (each, at) =>
      (at < 1 || each.class !== row[at - 1]?.class) &&
      (at < 2 || each.class === row[at - 2]?.class),
  );

/** The kept connection gets one response, and new ones get several. */
const ofConnection = (fresh: readonly Seen[], kept: readonly Seen[]): "connection" | undefined => {
  const count = (row: readonly Seen[]): number => new Set(row.map((each) => each.class)).size;
  return count(kept) === 1 && count(fresh) > 1 ? "connection" : undefined;
};

/** A header by which servers name themselves, each of whose values comes with one response. */
function headerThatTells(all: readonly Seen[]): { header: string } | undefined {
  const names = new Set(all.flatMap(({ result }) => namesOf(result)));
  for (const header of names) {
    const groups = new Map<string, Set<string>>();
    for (const each of all) {
      const value = valueOf(each.result, header);
      groups.set(value, (groups.get(value) ?? new Set()).add(each.class));
    }
    const isTelling = groups.size > 1 && [...groups.values()].every(({ size }) => size === 1);
    if (isTelling && groups.size < EACH) return { header };
  }
  return undefined;
}

const headersOf = (result: RequestResult) =>
  result.outcome === "answered"
    ? result.response.headers.map(([name, value]) => [rawText(name).toLowerCase(), rawText(value)])
    : [];

const namesOf = (result: RequestResult): string[] =>
  headersOf(result).flatMap(([name = ""]) => (NAMES_ITSELF.test(name) ? [name] : []));

const valueOf = (result: RequestResult, header: string): string =>
  headersOf(result).find(([name]) => name === header)?.[1] ?? "";
