import type { Suite } from "../model/suite.ts";
import type { Template } from "../template/template.ts";
import { escapeUnseen } from "../text/unseen.ts";
import { DATE, user } from "./user-submission.ts";
import { bytes } from "../template/bytes.ts";
import { defineSuite } from "./define-suite.ts";
import { post } from "./user-submission.ts";

/** A file of the user's corpus: its name as text, and its bytes. */
export type CorpusFile = { name: string; bytes: Buffer };

/** Where a file's bytes go: what the case's name ends with. */
const PLACES = ["", ".as-id", ".as-date", ".as-extra"] as const;

/**
 * Every file as the body, and in the place of id, of date, and of an extra key's value. `left` names
 * folders that were not read.
 */
export function corpusSuite(files: readonly CorpusFile[], left: readonly string[] = []): Suite {
  const named = caseNames(files.map(({ name }) => name));
  return defineSuite({
    name: "corpus",
    about: `the user's corpus, as body and spliced into the stated body${leftText(left)}`,
    clauses: ["error-conditions", "error-codes", "error-payload", "response-status"],
    cases: files.flatMap(({ name, bytes: content }, at) => {
      const file: Template = [{ base64: content.toString("base64") }];
      const place = (
        where: (typeof PLACES)[number],
        reason: string,
        body: Template,
        family: string,
      ) => ({
        name: `${named[at] ?? ""}${where}`,
        reason: `${escapeUnseen(name)} ${reason}`,
        family,
        request: post(body),
      });
      return [
        place("", "as the body", file, "body"),
        place(".as-id", "in the place of id", user({ id: file }), "id"),
        place(".as-date", "in the place of date", user({ date: file }), "date"),
        place(
          ".as-extra",
          "as the value of an extra key",
          bytes`{"id":${{ fresh: "id" }},"date":"${DATE}","extra":${file}}`,
          "extra",
        ),
      ];
    }),
  });
}

const leftText = (left: readonly string[]): string =>
  left.length === 0
    ? ""
    : `; not read: ${left.length === 1 ? "the folder" : "the folders"} ${left.map(escapeUnseen).join(", ")}`;

/**
 * A case name for each file: blanks are `_`, unseen characters are escaped. A file whose name needs
 * neither keeps it; where two come to the same, the later one gets a number.
 */
function caseNames(names: readonly string[]): string[] {
  const written = names.map((name) => escapeUnseen(name.replace(/\s/g, "_")));
  const isKept = (at: number): boolean => written[at] === names[at];
  const taken = new Set<string>();
  const result = [...written];
  const order = [...names.keys()].toSorted((a, b) => Number(isKept(b)) - Number(isKept(a)));
  for (const at of order) {
    const base = written[at] ?? "";
    const isTaken = (name: string): boolean => PLACES.some((place) => taken.has(name + place));
    let name = base;
    for (let number = 2; isTaken(name); number += 1) name = `${base}~${number}`;
    for (const place of PLACES) taken.add(name + place);
    result[at] = name;
  }
  return result;
}
