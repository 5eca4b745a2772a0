import { isUtf8 } from "node:buffer";
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  type Stats,
  statSync,
} from "node:fs";
import { sep } from "node:path";
import { z } from "zod";
import { type GivenHeaders, headersAtSending } from "../contract/index.ts";
import { WitnessError } from "../errors.ts";
import type { CorpusFile } from "../generate/index.ts";
import { carryGiven, corpusSuite, requestsOf, withValid } from "../generate/index.ts";
import { hiddenValues, requireSchemes } from "./routed.ts";
import { importDefault } from "./import-module.ts";
import { chosenInterface, type ServerOptions } from "./load-interface.ts";
import { Suite, type Interface } from "../model/index.ts";

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
    openapi?: string | undefined;
    operation?: string | undefined;
    suitesModule?: string | undefined;
    inline?: readonly Suite[];
    corpus?: string | undefined;
    trace?: boolean | undefined;
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
