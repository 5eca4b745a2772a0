import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const DECLARATION =
  /^export (?:async )?(?:function\*?|const|let|(?:abstract )?class|type|interface|enum) ([\w$]+)/;
/** Names that a file exports in a list, without `from`. */
const LIST = /^export (?:type )?\{([^}]*)\}(?! from )/gm;
/** A default export has no name, and a re-export declares nothing. */
const OTHER = /^export (?:default |\*|(?:type )?\{)/;

/** The names that a file declares and exports: a zod schema and its type have one name and count once. */
function exportedBy(text: string): Set<string> {
  const declared = text.split("\n").flatMap((line) => DECLARATION.exec(line)?.[1] ?? []);
  const listed = [...text.matchAll(LIST)]
    .flatMap(([, names = ""]) => names.split(","))
    .map((name) => name.trim().split(/\s+/).at(-1) ?? "");
  return new Set([...declared, ...listed.filter((name) => name !== "")]);
}

/** Each name that several files declare, with the files. */
function twinsIn(texts: ReadonlyMap<string, string>): string[] {
  const files = new Map<string, string[]>();
  for (const [file, text] of texts)
    for (const name of exportedBy(text)) files.set(name, [...(files.get(name) ?? []), file]);
  return [...files]
    .filter(([, where]) => where.length > 1)
    .map(([name, where]) => `${name}: ${where.join(", ")}`);
}

const source = new Map(
  ["src", "suites"]
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true }).map((name) =>
        join(folder, String(name)),
      ),
    )
    .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name))
    .map((file) => [file, readFileSync(join(ROOT, file), "utf8")]),
);

test("no exported name is declared in two files", () => {
  expect(twinsIn(source)).toEqual([]);
});

test("every line with an export has a form that is known here", () => {
  const unknown = [...source].flatMap(([file, text]) =>
    text
      .split("\n")
      .filter((line) => line.startsWith("export") && !DECLARATION.test(line) && !OTHER.test(line))
      .map((line) => `${file}: ${line}`),
  );
  expect(unknown).toEqual([]);
});

test("a name counts once for each file that declares it", () => {
  const texts = new Map([
    ["a.ts", "export const Place = z.int();\nexport type Place = z.infer<typeof Place>;"],
    ["b.ts", 'export { Place } from "./a.ts";\nexport {\n  type Site,\n} from "./c.ts";'],
    ["c.ts", "class Site {}\nexport { Site, inner as outer };"],
    ["d.ts", "export async function outer() {}\nexport default outer;"],
    ["e.ts", "export function* Site() {}"],
  ]);
  expect(twinsIn(texts)).toEqual(["Site: c.ts, e.ts", "outer: c.ts, d.ts"]);
});
