import type { Template } from "../model/template.ts";
import { DATE, bytes, user } from "./bytes.ts";
import { defineSuite } from "./define-suite.ts";
import { post } from "./requests.ts";
import type { Suite } from "../model/suite.ts";

/** A file of the user's corpus: its name and its bytes. */
export type CorpusFile = { name: string; bytes: Buffer };

/** Every file as the body, and in the place of id, of date, and of an extra key's value. */
export function corpusSuite(files: CorpusFile[]): Suite {
  return defineSuite({
    name: "corpus",
    about: "the user's corpus, as body and spliced into the stated body",
    clauses: ["error-conditions", "error-codes", "error-payload", "response-status"],
    cases: files.flatMap(({ name, bytes: content }) => {
      const file: Template = [{ base64: content.toString("base64") }];
      const place = (where: string, reason: string, body: Template, family: string) => ({
        name: `${name.replace(/\s/g, "_")}${where}`,
        reason: `${name} ${reason}`,
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
