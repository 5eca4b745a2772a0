// The programs with parsers, as far as they are installed.
import { spawnSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const JARS = ["core", "databind", "annotations"].map(
  (name) => `/usr/share/java/jackson-${name}.jar`,
);

const works = (file, ...rest) => spawnSync(file, rest, { encoding: "utf8" }).status === 0;

function built(file, ...rest) {
  const ran = spawnSync(file, rest, { encoding: "utf8" });
  if (ran.status !== 0) throw new Error(`${file}: ${ran.stdout}${ran.stderr}${ran.error ?? ""}`);
}

const script = (name, ...command) => ({ name, needs: [name, "--version"], command: () => command });
const python = (name) => script(name, name, here("parse.py"), "python");
const pydantic = (name, file = "python3") => ({
  name,
  needs: [file, "-c", `import pydantic; assert pydantic.VERSION[0] == "${name.at(-1)}"`],
  command: () => [file, here("parse.py"), name],
});

function go(folder) {
  const program = join(folder, "parse-go");
  built("go", "build", "-o", program, here("parse.go"));
  return [program];
}

function java(folder) {
  built("javac", "-cp", JARS.join(":"), "-d", folder, here("Parse.java"));
  return ["java", "-Xss4m", "-cp", [folder, ...JARS].join(":"), "Parse"];
}

function mono(folder) {
  const [text, program] = [join(folder, "Parse.cs"), join(folder, "parse.exe")];
  copyFileSync(here("Parse.cs"), text);
  built("mcs", `-out:${program}`, text);
  return ["mono", program];
}

const ALL = [
  { name: "go", needs: ["go", "version"], command: go },
  python("python3.10"),
  python("python3.11"),
  python("python3.13"),
  pydantic("pydantic1", process.env["PYTHON_WITH_PYDANTIC1"]),
  pydantic("pydantic2", process.env["PYTHON_WITH_PYDANTIC2"]),
  { name: "java", needs: ["javac", "--version"], command: java },
  script("php", "php", here("parse.php")),
  script("ruby", "ruby", here("parse.rb")),
  script("perl", "perl", here("parse.pl")),
  { name: "mono", needs: ["mcs", "--version"], command: mono },
];

/** Each program's command, after compiling it into the folder. What is missing is named and left out. */
export const programs = (folder) =>
  ALL.flatMap(({ name, needs, command }) => {
    if (works(...needs)) return [{ name, command: command(folder) }];
    console.log(`${name} is not installed: its columns are left out`);
    return [];
  });
