import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Functions of node:fs that write, rename or remove. */
const CHANGES =
  /^(?:rm|rmdir|unlink|rename|writev?|writeFile|appendFile|open|opendir|mkdir|mkdtemp|f?truncate|cp|copyFile|symlink|link|f?chmod|f?chown|l?utimes)(?:Sync)?$|^createWriteStream$|^promises$/;
const IMPORT = /^import (?:\{([^}]*)\}|(\w+|\* as \w+)) from "(?:node:)?fs(?:\/promises)?"/gm;
const DECLARED = /^(?:export )?(?:async )?(?:function|const|let|class) (\w+)/;

/** Every such call in the product, `file: declaration calls`, and why it cannot touch a file of the user's. */
const USES: Record<string, string> = {
  "src/cli/init-command.ts: ignoreReports appendFileSync":
    "adds one line to .gitignore and changes no other: the user asked for it with init",
  "src/cli/gate-command.ts: tellGithub appendFileSync":
    "adds to the two files that GitHub's runner names for this",
  "src/cli/step-outputs.ts: writeOutputs appendFileSync":
    "adds to the file of GITHUB_OUTPUT, which GitHub made for it",
  "src/cli/output-files.ts: saveHgrm writeFileSync":
    "the file of --save-hgrm: requireReplaceable refuses one with another content",
  "src/jobs/load-suites.ts: readBytes openSync": "opens to read",
  "src/record/stored-runs.ts: compressRecord createWriteStream":
    "run.ndjson.gz.part: requireOwn refuses one that witness did not write",
  "src/record/stored-runs.ts: compressRecord renameSync":
    "to run.ndjson.gz: requireOwn refuses one that witness did not write",
  "src/record/stored-runs.ts: compressRecord rmSync":
    "the record, which was read to its end as an intact one of witness, after its compressed copy is complete",
  "src/record/stored-runs.ts: noteBaseline appendFileSync": "its own file in a run folder",
  "src/record/run-folder.ts: makeFolder mkdirSync": "makes a folder, and fails if it exists",
  "src/record/run-folder.ts: makeOwn mkdirSync": "makes a folder, and fails if it exists",
  "src/record/run-folder.ts: writeText writeFileSync":
    "writeReport calls requireOwn before; init and baseline save refuse an existing file without --force; baseline update has read the file as a baseline; infer calls requireReplaceable",
  "src/record/run-lock.ts: lockRun rmSync": "its own lock",
  "src/record/run-lock.ts: lockRun writeSync": "the lock that it has just made",
  "src/record/run-lock.ts: open openSync": "makes a file (wx), and fails if it exists",
  "src/record/run-lock.ts: removeLockOf renameSync":
    "the lock of a process that has ended, and back",
  "src/record/run-lock.ts: removeLockOf rmSync": "the lock of a process that has ended",
  "src/record/run-writer.ts: RunWriter ftruncateSync":
    "a record that findResumePoint read as an unfinished one of witness",
  "src/record/run-writer.ts: RunWriter openSync":
    "a new record (wx fails if it exists), or one that findResumePoint read",
  "src/record/run-writer.ts: RunWriter writeSync": "the record that it has open",
  "src/record/written-files.ts: beginManifest writeFileSync":
    "the manifest of a folder that was just made, or emptied",
  "src/record/written-files.ts: headOf openSync": "opens to read",
  "src/record/written-files.ts: noteWritten appendFileSync": "its own manifest",
  "src/record/written-files.ts: removeContent rmSync":
    "single plain files that the manifest of their folder names",
  "src/record/written-files.ts: removeEmpty rmdirSync": "an empty folder",
  "src/vitest/kept-folder.ts: keptFolder rmSync": "the temporary folder that it has made",
  "src/vitest/kept-folder.ts: temporaryFolder mkdirSync": "makes a folder in node_modules/.cache",
  "src/vitest/kept-folder.ts: temporaryFolder mkdtempSync": "makes a new folder",
  "src/vitest/kept-folder.ts: temporaryFolder rmSync":
    "old folders named run-, which earlier calls made in node_modules/.cache/api-witness",
};

const files = ["src", "suites"]
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true }).map((name) => join(folder, String(name))),
  )
  .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.tsx?$/.test(name));

/** The calls in a file, each with the declaration at the top of the file that it is in. */
function usesIn(text: string): string[] {
  const imported = [...text.matchAll(IMPORT)];
  const whole = imported.filter(([, list]) => list === undefined).map(([line]) => line);
  const names = imported
    .flatMap(([, list = ""]) => list.split(",").map((name) => name.trim().split(" as ")))
    .filter(([name = ""]) => CHANGES.test(name))
    .map(([name = "", as = name]) => as);
  const calls = new RegExp(`(?<![\\w.#])(${names.join("|")})\\b(?!.* from ")`, "g");
  let within = "";
  const found = text
    .replaceAll(IMPORT, "")
    .split("\n")
    .flatMap((line) => {
      within = DECLARED.exec(line)?.[1] ?? within;
      if (names.length === 0 || /^ *(?:\/\/|\/?\*)/.test(line)) return [];
      return [...line.matchAll(calls)].map(([, call = ""]) => `${within} ${call}`);
    });
  return [...new Set([...whole, ...found])];
}

test("every call that writes, renames or removes a file is known, with its reason", () => {
  const found = files.flatMap((file) =>
    usesIn(readFileSync(join(ROOT, file), "utf8")).map((use) => `${file}: ${use}`),
  );
  expect(found.toSorted()).toEqual(Object.keys(USES).toSorted());
});

test.each([
  ['import { rmSync } from "node:fs";\nfunction a() {\n  rmSync(path);\n}', ["a rmSync"]],
  ['import { rename as move } from "fs/promises";\nconst b = () =>\n  move(x, y);', ["b move"]],
  [
    'import {\n  open,\n  stat,\n} from "node:fs";\nclass C {\n  d() {\n    each(open);\n  }\n}',
    ["C open"],
  ],
  ['import fs from "node:fs";', ['import fs from "node:fs"']],
  ['import * as all from "fs";', ['import * as all from "fs"']],
  ['import { rmSync } from "node:fs";\nfunction e() {\n  // rmSync(path)\n  it.rmSync(x);\n}', []],
  ['import { stat } from "node:fs";\nfunction open() {\n  write(1);\n}', []],
])("a call is seen in %j", (text, uses) => {
  expect(usesIn(text)).toEqual(uses);
});
