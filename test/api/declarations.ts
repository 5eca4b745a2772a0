import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** Where a name is declared: a file of `dist`, and its name there. */
type Place = { file: string; name: string };
/** An export: its declaration without comments, and `as`, its name for users of the module. */
type Exported = Place & { as: string; text: string };

const RE_EXPORT = /^export (?:type )?\{([^}]*)\} from "(.*)";/gm;

/** What a module exports, by its own declarations and by `export ... from`. */
export function exportsOf(file: string): Exported[] {
  const text = readFileSync(file, "utf8");
  const own = [
    ...text.matchAll(/^export (?:declare )?(?:function|const|type|interface|class) (\w+)/gm),
  ];
  const handedOn = [...text.matchAll(RE_EXPORT)];
  return [
    ...own.map(([, name = ""]) => exportOf(file, name, name)),
    ...handedOn.flatMap(([, names = "", from = ""]) =>
      renames(names).map(([name, as]) =>
        exportOf(...declaredIn(resolve(dirname(file), declared(from)), name), as),
      ),
    ),
  ];
}

/** Follows doors to the file that declares the name. */
function declaredIn(file: string, name: string): [file: string, name: string] {
  for (const [, names = "", from = ""] of readFileSync(file, "utf8").matchAll(RE_EXPORT)) {
    const found = renames(names).find(([, as]) => as === name);
    if (found !== undefined) return declaredIn(resolve(dirname(file), declared(from)), found[0]);
  }
  for (const [, from = ""] of readFileSync(file, "utf8").matchAll(/^export \* from "(.*)";/gm)) {
    const place = declaredIn(resolve(dirname(file), declared(from)), name);
    if (declarations(...place).length > 0) return place;
  }
  return [file, name];
}

const exportOf = (file: string, name: string, as: string): Exported => ({
  file,
  name,
  as,
  text: declarations(file, name).join("\n"),
});

/** `a, type B as C` as pairs of the name there and the name here. */
const renames = (list: string): [string, string][] =>
  list
    .split(",")
    .map((each) => each.trim().replace(/^type /, ""))
    .filter((each) => each !== "")
    .map((each) => {
      const [name = "", as = name] = each.split(" as ");
      return [name, as];
    });

const declared = (from: string): string => from.replace(/\.ts$/, ".d.ts");

/** Declarations of a name, each up to the next statement, without comments. */
function declarations(file: string, name: string): string[] {
  const statements = readFileSync(file, "utf8")
    .replaceAll(/\/\*[^]*?\*\//g, "")
    .split(/^(?=(?:export|declare|type|interface|import)\b)/m);
  return statements.filter((each) =>
    new RegExp(`^(?:export )?(?:declare )?(?:function|const|type|interface|class) ${name}\\b`).test(
      each,
    ),
  );
}

/** True if the declaration has a docstring. */
export function documented({ file, name }: Place): boolean {
  const declaration = `^export (?:declare )?(?:function|const|type|interface|class) ${name}\\b`;
  return new RegExp(`\\*/\\n${declaration}`, "m").test(readFileSync(file, "utf8"));
}

/** Types of this package that a declaration names: imported ones, and those of its own file. */
export function namedIn(file: string, text: string): Place[] {
  // The declaration contains the types that zod infers: the schema's name is not part of it.
  const names = new Set(text.replaceAll(/typeof \w+/g, "").match(/\b[A-Z]\w*\b/g));
  return [...names].flatMap((name): Place[] => {
    const from = imports(file).get(name);
    if (from !== undefined) return [from];
    return declarations(file, name).length > 0 ? [{ file, name }] : [];
  });
}

/** The modules of this package from which a module imports names. */
function imports(file: string): Map<string, Place> {
  const lines = readFileSync(file, "utf8").matchAll(
    /^import (?:type )?\{([^}]*)\} from "(\..*)";/gm,
  );
  return new Map(
    [...lines].flatMap(([, names = "", from = ""]) =>
      renames(names).map(([name, as]): [string, Place] => {
        const [there, own] = declaredIn(resolve(dirname(file), declared(from)), name);
        return [as, { file: there, name: own }];
      }),
    ),
  );
}
