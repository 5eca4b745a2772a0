import { isUtf8 } from "node:buffer";
import type { Stats } from "node:fs";
import { closeSync, constants, existsSync, fstatSync, openSync, readdirSync } from "node:fs";
import { readFileSync, statSync } from "node:fs";
import { sep } from "node:path";
import { z } from "zod";
import type { GivenHeaders } from "../contract/index.ts";
import { headersAtSending, parseBaseUrl, userSubmission } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import type { CorpusFile } from "../generate/index.ts";
import { carryGiven, corpusSuite, requestsOf, withValid } from "../generate/index.ts";
import { givenValues, pathParameters } from "./document/producers.ts";
import { importDefault } from "./import-module.ts";
import { hiddenValues, requireSchemes, routed } from "./routed.ts";
import type { Settings } from "./settings.ts";
import { Interface, Suite } from "../model/index.ts";
import { readDocumentOf } from "../observe/index.ts";
import type { DocumentOperation, ListedOperation } from "../openapi/index.ts";

/** The sources of requests: the interface, its suites, and the user's suites from a module or a program (`true`). */
export type Catalogue = {
  interface: Interface;
  suites: Suite[];
  own?: string | true;
  /** The suites that a program passed, as it made them. */
  inline?: readonly Suite[];
  hidden?: GivenHeaders;
};

/** Suites of the interface, the user's own, the corpus. @throws WitnessError `interface`, `openapi`, `suite-file`, `corpus` */
export async function loadCatalogue(
  from: ServerOptions & {
    /** The interface, or the module that exports it; by default the built-in one. */
    interface?: Interface | string | undefined;
    inline?: readonly Suite[];
  },
): Promise<Catalogue> {
  const { suitesModule, inline = [], corpus } = from;
  const stated = await chosenInterface(from);
  if (from.openapi !== undefined || from.interface === undefined) requireSchemes(stated, from);
  const { interface: own, hidden } = hiddenValues(stated, from);
  // Loading it takes half the start-up time: verbs that send nothing (`report`, `--help`) avoid it.
  const { suitesFor } = await import("./suites.lazy.ts");
  const suites = [
    ...suitesFor(own),
    ...[...(suitesModule === undefined ? [] : await loadSuiteModule(suitesModule)), ...inline].map(
      (suite) => withValid(carryGiven(suite, headersAtSending(own)), own),
    ),
    ...(corpus === undefined ? [] : [readCorpus(corpus, own)]),
  ];
  const module = inline.length > 0 ? true : suitesModule;
  return { interface: own, suites, hidden, own: module, inline };
}

/** A module whose default export is a suite made by `defineSuite`, or a list of them. */
async function loadSuiteModule(path: string): Promise<Suite[]> {
  const exported = await importDefault(path, { code: "suite-file", what: "suite file" });
  const parsed = z.array(Suite).safeParse(Array.isArray(exported) ? exported : [exported]);
  if (parsed.success) return parsed.data;
  throw new WitnessError(
    "suite-file",
    `${path} does not export suites: ${z.prettifyError(parsed.error)}`,
    { hint: "export default defineSuite({ ... }), or a list of them" },
  );
}

type NamedFile = { text: string; path: Buffer };

/** Without these flags, opening a FIFO waits for a writer, and a link would send a file from elsewhere. Absent on Windows. */
const OPENING = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Every file of a folder as a body; names may be any bytes. @throws WitnessError `corpus` if something cannot be read. */
export function readCorpus(folder: string, from: Interface): Suite {
  if (from.body === undefined)
    throw new WitnessError(
      "corpus",
      `--corpus requires an interface with a body; ${from.name} has none`,
    );
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new WitnessError("corpus", `no corpus folder at ${folder}`);
  const entries = readdirSync(folder, { withFileTypes: true, encoding: "buffer" });
  const folders = entries.filter((entry) => entry.isDirectory());
  const files = entries
    .filter((entry) => !entry.isDirectory())
    .map(({ name }) => ({ text: nameText(name), path: pathOf(folder, name) }))
    .toSorted(byText)
    .map(({ text, path }): CorpusFile => ({ name: text, bytes: readBytes(path, text, folder) }));
  if (files.length === 0)
    throw new WitnessError(
      "corpus",
      `the corpus folder ${folder} ${folders.length > 0 ? "has no file" : "is empty"}`,
      { hint: folders.length > 0 ? "files in folders inside it are not read" : undefined },
    );
  return corpusSuite(
    requestsOf(from),
    files,
    folders.map(({ name }) => nameText(name)),
  );
}

/** By UTF-16 code units; equal names by their bytes. */
function byText(a: NamedFile, b: NamedFile): number {
  if (a.text === b.text) return Buffer.compare(a.path, b.path);
  return a.text < b.text ? -1 : 1;
}

const pathOf = (folder: string, name: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${folder}${sep}`), name]);

/** A file's name as text; if it is not UTF-8, bytes above ASCII are `\xNN`. */
const nameText = (name: Buffer): string =>
  isUtf8(name)
    ? name.toString("utf8")
    : name
        .toString("latin1")
        .replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);

function readBytes(path: Buffer, name: string, folder: string): Buffer {
  let file: number | undefined;
  try {
    file = openSync(path, OPENING);
    const stats = fstatSync(file);
    if (!stats.isFile()) throw notAFile(name, folder, kindOf(stats));
    return readFileSync(file);
  } catch (error) {
    if (error instanceof WitnessError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    // O_NOFOLLOW on a link; a socket or a device without a driver.
    if (code === "ELOOP") throw notAFile(name, folder, "a symbolic link");
    if (code === "ENXIO") throw notAFile(name, folder, "a socket or a device");
    throw new WitnessError(
      "corpus",
      `cannot read ${JSON.stringify(name)} in the corpus folder ${folder}: ${code === "EACCES" ? "permission denied" : message}`,
    );
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const notAFile = (name: string, folder: string, kind: string): WitnessError =>
  new WitnessError(
    "corpus",
    `${JSON.stringify(name)} in the corpus folder ${folder} is ${kind}, not a file`,
    { hint: "a corpus may only contain files: remove it, or replace it by a copy" },
  );

function kindOf(stats: Stats): string {
  if (stats.isFIFO()) return "a FIFO";
  if (stats.isDirectory()) return "a folder";
  return "a socket or a device";
}

/** From a program, a module or an OpenAPI document; else the built-in one. @throws WitnessError `interface`, `openapi` */
async function chosenInterface(
  from: {
    interface?: Interface | string | undefined;
    openapi?: string | undefined;
    operation?: string | undefined;
  } & ServerOptions,
): Promise<Interface> {
  const { interface: given = userSubmission, openapi, operation } = from;
  if (openapi !== undefined && from.interface !== undefined)
    throw new WitnessError("interface", "--openapi and --interface exclude each other", {
      hint: "leave one of them out; WITNESS_OPENAPI, WITNESS_INTERFACE and the configuration count too",
    });
  if (openapi === undefined && operation !== undefined)
    throw new WitnessError("openapi", "--operation requires --openapi", {
      hint: "--openapi api.yaml --operation createOrder",
    });
  if (openapi !== undefined)
    return withGivenPath(await readOpenApi(openapi, operation, from), from.given ?? []);
  return typeof given === "string" ? loadInterface(given) : given;
}

/** With the values of `--given` in its path. @throws WitnessError `openapi` for one that does not belong there. */
async function withGivenPath(read: Interface, given: readonly string[]): Promise<Interface> {
  if (given.length === 0) return read;
  const { withPathValue } = await import("./openapi.lazy.ts");
  const valueOf = givenValues(given);
  const named = pathParameters(read.path).flatMap((parameter) => {
    const value = valueOf(parameter);
    return value === undefined ? [] : [{ name: parameter.name, value }];
  });
  if (named.length === 0)
    throw new WitnessError("openapi", "--given names no parameter of the operation's path", {
      hint: `its path is ${read.path}`,
    });
  return named.reduce((own, { name, value }) => {
    const sent = withPathValue(own, name, value);
    if (sent !== undefined) return sent;
    throw new WitnessError("openapi", `--given: ${name} cannot be ${JSON.stringify(value)}`, {
      hint: "the document states another type or other values of it",
    });
  }, read);
}

/** How a document is read from a server: as the target is reached. */
type ServerOptions = Partial<Settings> & {
  /** Base URLs of the targets: only their server gets the credentials. */
  sentTo?: readonly string[] | undefined;
};

/** The text of a document on a server; undefined for a file. @throws WitnessError `openapi` if it cannot be read. */
async function textFromServer(
  openapi: string,
  { sentTo = [], insecure = false, ...options }: ServerOptions,
): Promise<string | undefined> {
  // Before anything that quotes it, and without a scheme too, since that is quoted as a path.
  if (/^(?:https?:\/\/[^/?#]*|[^/?#]*:[^?#]*)@/i.test(openapi))
    throw new WitnessError("openapi", "the URL of --openapi carries credentials", {
      hint: "leave them out: --basic-from USER_PASSWORD sends them",
    });
  if (!/^https?:\/\//i.test(openapi)) return undefined;
  if (!URL.canParse(openapi)) throw new WitnessError("openapi", `not a valid URL: ${openapi}`);
  const { origin, pathname, search } = new URL(openapi);
  const isTarget = sentTo.some((target) => new URL(parseBaseUrl(target).href).origin === origin);
  const { headers, bearerFrom, basicFrom, cert, key, unixSocket, ...others } = options;
  const own = { headers, bearerFrom, basicFrom, cert, key, unixSocket };
  const server = routed(parseBaseUrl(origin), { ...others, ...(isTarget && own) });
  return readDocumentOf(server, `${pathname}${search}`, insecure);
}

/** The interface of an operation of an OpenAPI document. @throws WitnessError `openapi`. */
export async function readOpenApi(
  file: string,
  operation?: string,
  server: ServerOptions = {},
): Promise<Interface> {
  // The YAML reader and the schema compiler are loaded only for a document.
  const { interfaceOfOperation } = await import("./openapi.lazy.ts");
  return interfaceOfOperation(file, operation, await textFromServer(file, server));
}

/** A whole OpenAPI document. @throws WitnessError `openapi` if it cannot be read, or has no operation. */
export async function readWhole(file: string, server: ServerOptions): Promise<DocumentOperation[]> {
  const { readDocument } = await import("./openapi.lazy.ts");
  return readDocument(file, await textFromServer(file, server));
}

/** The operations of an OpenAPI document. @throws WitnessError `openapi` if it cannot be read. */
export async function readOperations(file: string): Promise<ListedOperation[]> {
  const { listOperations } = await import("./openapi.lazy.ts");
  return listOperations(file, await textFromServer(file, {}));
}

/** The interface that a module exports. @throws WitnessError `interface` if the file or its export is not usable. */
async function loadInterface(path: string): Promise<Interface> {
  if (/\.(?:ya?ml|json)$/i.test(path))
    throw new WitnessError("interface", `${path} is not a module`, {
      hint: "--openapi reads an OpenAPI document; --interface takes a TypeScript or JavaScript module",
    });
  const exported = await importDefault(path, { code: "interface", what: "interface file" });
  const parsed = Interface.safeParse(exported);
  if (parsed.success) return parsed.data;
  const why = whyNone(exported, parsed.error);
  throw new WitnessError("interface", `${path} does not export an interface: ${why}`, {
    hint: 'export default defineInterface({ path: "/v1/orders", fields: { ... } }), from api-witness',
  });
}

function whyNone(exported: unknown, { issues }: z.ZodError): string {
  if (typeof exported !== "object" || exported === null)
    return `its default export is a ${exported === null ? "null" : typeof exported}`;
  if ("clauses" in exported)
    return issues.map(({ path, message }) => `${z.core.toDotPath(path)}: ${message}`).join("; ");
  return "path" in exported
    ? "its default export is not made by defineInterface"
    : "it has no default export, or one of another type";
}
