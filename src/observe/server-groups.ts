import { serverReason } from "../analyse/index.ts";
import { type Case, type RequestResult, type SeveralServers, rawText } from "../model/index.ts";
import type { Dispatched, Dispatcher } from "./dispatcher.ts";
import { groupBy } from "../stats/index.ts";
import { controlClass, isSuccessClass, wordsKey } from "./loss-rows.ts";
import { doValuesDecide } from "./value-refusals.ts";

/** Controls of each row: a response at random looks as if it had a period of two in 1 of 2^24 of two such rows. */
const EACH = 14;
const LONGEST_TURN = 6;
/** A response that fewer controls got may be noise. */
const FEWEST = { response: 3, error: 4 };
/** A kept connection gets one response in each row; by chance, with at most this probability. */
const BY_CHANCE = 1e-3;
const MOST_ROWS = 6;

/** Headers by which a server, or what is between it and its clients, names itself. */
const NAMES_ITSELF =
  /^server$|^via$|powered-by|served-by|backend|instance|node|^x-.*(host|pod|server|upstream|version|region|zone|variant)/;

type Seen = { class: string; result: RequestResult; fresh: number };

type Found = { servers: SeveralServers | undefined; asked: number };

/** Whether several servers respond to valid requests: on new connections, and on kept ones. Undefined if responses are alike. */
export async function findServers(
  valid: Record<"client" | "raw", Case>,
  dispatcher: Dispatcher,
): Promise<Found> {
  const all: Seen[] = [];
  const row = (sent: Case) => sendRow(() => dispatcher.send(sent), controlClass);
  const fresh = async (): Promise<Seen[]> => {
    const seen = await row(valid.raw);
    all.push(...seen);
    return seen;
  };
  const kept = async (): Promise<Seen[]> => {
    await dispatcher.closeIdle();
    const seen = await row(valid.client);
    all.push(...seen);
    return seen;
  };
  const found = await tellApart({ fresh, kept });
  const again = await ofValues(all, (value) => dispatcher.send(valid.raw, value));
  const asked = found.asked + again.asked;
  const classes = [...new Set(all.map((each) => wordOf(each.class)))];
  // One that gets through now and then is no clear group, and its value may be why.
  const servers = again.found && { ...found.servers, classes, ...again.found };
  return { servers: servers ? { ...servers, asked } : withAsked(found.servers, asked), asked };
}

const withAsked = (servers: SeveralServers | undefined, asked: number): Found["servers"] =>
  servers && { ...servers, asked };

/** Whether a refused value is refused again each time, an accepted one is not, and new ones are not all refused by now. */
async function ofValues(
  seen: readonly Seen[],
  send: (fresh?: number) => Promise<Dispatched>,
): Promise<{ found: Pick<SeveralServers, "by" | "reason"> | undefined; asked: number }> {
  const refused = seen.filter(({ class: each }) => /^(?:4(?!29)|2\d\d-)/.test(each));
  const [first] = refused;
  const accepted = seen.find(({ class: each }) => isSuccessClass(each));
  if (first === undefined || accepted === undefined) return { found: undefined, asked: 0 };
  const classAfter = async (fresh?: number): Promise<string> =>
    controlClass((await send(fresh)).answers.at(-1));
  const values = { refused: first.fresh, accepted: accepted.fresh };
  const { isSo, asked: sentAgain } = await doValuesDecide(
    { ...values, share: refused.length / seen.length },
    async (fresh) => (await classAfter(fresh)) === first.class,
  );
  if (!isSo) return { found: undefined, asked: sentAgain };
  let asked = sentAgain;
  const most = asked + seen.length + MOST_NEW;
  let isAccepted = false;
  for (; !isAccepted && asked < most; asked += 1) isAccepted = isSuccessClass(await classAfter());
  const { result } = first;
  const reason = result.outcome === "answered" ? serverReason(result.response) : undefined;
  // Where new values are refused as well by now, it is the target that has changed.
  return { found: isAccepted ? { by: "value", reason } : undefined, asked };
}

/** So many more new values are tried until one is accepted. */
const MOST_NEW = 20;

/** The same for a case whose response is now one and now another, while valid requests get one. */
export async function findServersBy(
  varying: readonly { case: Case; fresh: number | undefined }[],
  dispatcher: Dispatcher,
  asking: Case,
): Promise<Found> {
  const [first] = varying;
  if (first === undefined) return { servers: undefined, asked: 0 };
  const send = () => dispatcher.send(first.case, first.fresh);
  const onNew = async () => (await dispatcher.closeIdle(), send());
  const kept = async (): Promise<Seen[]> => {
    await dispatcher.closeIdle();
    return sendRow(send, wordsKey);
  };
  const responses: Seen[] = [];
  const noted = async (row: Promise<Seen[]>): Promise<Seen[]> => {
    responses.push(...(await row));
    return row;
  };
  const fresh = () => noted(sendRow(onNew, wordsKey));
  const { servers, asked } = await tellApart({ fresh, kept: () => noted(kept()) });
  if (servers === undefined || areOfLayers(responses)) return { servers: undefined, asked };
  // One case alone that gets one of two responses is a case that is unstable.
  const isOfCase = servers.by === "chance" && varying.length === 1;
  if (isOfCase || (servers.by === "turn" && !(await isOfServers(send, dispatcher, asking))))
    return { servers: undefined, asked };
  const [word = "", ...others] = new Set(servers.classes);
  const classes = others.length > 0 ? [word, ...others] : [word, `${word} with another body`];
  return { servers: { ...servers, classes, case: first.case.id }, asked };
}

/** Whether turns count all requests: a server that counts those of one case goes on where it was after others. */
async function isOfServers(
  send: () => Promise<Dispatched>,
  dispatcher: Dispatcher,
  asking: Case,
): Promise<boolean> {
  for (let period = 2; period <= LONGEST_TURN; period += 1) {
    const row = await sendRow(async () => {
      for (let nth = 1; nth < period; nth += 1) await dispatcher.send(asking);
      return send();
    }, wordsKey);
    if (countsOf(row).size === 1) return true;
  }
  return false;
}

async function tellApart(rows: Record<"fresh" | "kept", () => Promise<Seen[]>>): Promise<Found> {
  const fresh = await rows.fresh();
  const kept = [await rows.kept()];
  const seen = (): Seen[] => [...fresh, ...kept.flat()];
  const found = countsOf(seen());
  const clear = [...found].filter(([, count]) => count >= FEWEST.response);
  // Where they differ in how they accept a request, what one of them refuses for its value tells nothing more.
  const differInSuccess = clear.filter(([each]) => isSuccessClass(each)).length > 1;
  const setAside = (row: readonly Seen[]): void => {
    for (const each of row) {
      const isRare = isError(each.class) && (found.get(each.class) ?? 0) < FEWEST.error;
      if (isRare || (differInSuccess && each.class.startsWith("4"))) each.class = NOISE;
    }
  };
  setAside(seen());
  const counts = countsOf(seen());
  const isClear = [...counts.values()].every((count) => count >= FEWEST.response);
  if (counts.size < 2 || !isClear) return { servers: undefined, asked: seen().length };
  let by: SeveralServers["by"] | undefined =
    headerThatTells(withoutNoise(seen())) ?? (isInTurn([fresh, ...kept]) ? "turn" : undefined);
  if (by === undefined && ![...counts.keys()].some(isError)) {
    while (isPerConnection(kept) && chanceOf(fresh, kept) > BY_CHANCE && kept.length < MOST_ROWS) {
      const row = await rows.kept();
      for (const each of row) if (isError(each.class)) each.class = NOISE;
      setAside(row);
      kept.push(row);
    }
    by = isPerConnection(kept) && chanceOf(fresh, kept) <= BY_CHANCE ? "connection" : "chance";
  }
  const asked = seen().length;
  if (by === undefined) return { servers: undefined, asked };
  const classes = new Set(withoutNoise(seen()).map((each) => wordOf(each.class)));
  return { servers: { classes: [...classes], by, asked }, asked };
}

const wordOf = (found: string): string => found.split(" ", 1)[0] ?? "";

const isError = (found: string): boolean => !/^[1-4]/.test(found);

/** Stands for an error that came too seldom to be that of a server. */
const NOISE = "";

const withoutNoise = (row: readonly Seen[]): Seen[] => row.filter((each) => each.class !== NOISE);

const countsOf = (row: readonly Seen[]): Map<string, number> =>
  new Map(
    [...groupBy(withoutNoise(row), (each) => each.class)].map(([key, all]) => [key, all.length]),
  );

async function sendRow(
  send: () => Promise<Dispatched>,
  classOfResult: (result: RequestResult) => string,
): Promise<Seen[]> {
  const row: Seen[] = [];
  for (let nth = 0; nth < EACH; nth += 1) {
    const { answers, fresh } = await send();
    const result = answers.at(-1);
    if (result !== undefined) row.push({ class: classOfResult(result), result, fresh });
  }
  return row;
}

/** Whether each response equals the one a period before it, and they differ, in all rows alike. */
function isInTurn(rows: readonly Seen[][]): boolean {
  const hasPeriod = (period: number): boolean =>
    rows.every(
      (row) =>
        countsOf(row).size > 1 &&
        row.every((each, at) => at < period || isAlike(each, row[at - period])),
    );
  return Array.from({ length: LONGEST_TURN - 1 }, (_, nth) => nth + 2).some(hasPeriod);
}

const isAlike = (one: Seen, other: Seen | undefined): boolean =>
  one.class === other?.class || one.class === NOISE || other?.class === NOISE;

const isPerConnection = (kept: readonly Seen[][]): boolean =>
  kept.every((row) => countsOf(row).size === 1);

/** How probable it is that each kept connection gets one response, if each response is drawn as those on new connections. */
function chanceOf(fresh: readonly Seen[], kept: readonly Seen[][]): number {
  const all = withoutNoise(fresh).length;
  const shares = [...countsOf(fresh).values()].map((count) => count / all);
  return shares.reduce((sum, share) => sum + share ** EACH, 0) ** kept.length;
}

/** A header by which servers name themselves, each of whose values comes with one response. */
function headerThatTells(all: readonly Seen[]): { header: string } | undefined {
  const hasErrors = all.some((each) => isError(each.class));
  const names = new Set(all.flatMap(({ result }) => namesOf(result)));
  for (const header of names) {
    const groups = groupBy(all, (each) => valueOf(each.result, header));
    const isTelling =
      groups.size > 1 && [...groups.values()].every((row) => countsOf(row).size === 1);
    // What a gateway sends itself lacks the headers of the server behind it.
    if (isTelling && groups.size < EACH && !(hasErrors && groups.has(""))) return { header };
  }
  return undefined;
}

/** Whether a header by which servers name themselves is in some responses only: a parser refuses what it does not hand on, now and then. */
const areOfLayers = (all: readonly Seen[]): boolean =>
  [...new Set(all.flatMap(({ result }) => namesOf(result)))].some((header) =>
    all.some(({ result }) => result.outcome === "answered" && valueOf(result, header) === ""),
  );

const headersOf = (result: RequestResult) =>
  result.outcome === "answered"
    ? result.response.headers.map(([name, value]) => [rawText(name).toLowerCase(), rawText(value)])
    : [];

const namesOf = (result: RequestResult): string[] =>
  headersOf(result).flatMap(([name = ""]) => (NAMES_ITSELF.test(name) ? [name] : []));

const valueOf = (result: RequestResult, header: string): string =>
  headersOf(result).find(([name]) => name === header)?.[1] ?? "";
