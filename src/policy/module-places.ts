import { fieldOf, fieldsOf, type Node, nodesWithin, parseModule } from "./syntax-tree.ts";

/** Where a key or an item begins in a text, as an offset; undefined if that is not certain. */
export type PlaceOf = (path: readonly (string | number)[]) => number | undefined;

/**
 * The places of keys and items in a module's default export. Only literals have a place, not keys from a function, a
 * condition or an unknown spread.
 */
export async function modulePlaces(text: string): Promise<PlaceOf> {
  const program = await parseModule(text);
  if (program === undefined) return () => undefined;
  const names = namesOf(program);
  return (path) => locate(exported(program), path, names);
}

/** Names that stand for a literal, and the imported names of `defineConfig`. */
type Names = { constants: ReadonlyMap<string, Node>; identity: ReadonlySet<string> };

type Found = { place: number; value: Node | undefined };
/** `absent`: certainly not there. Undefined: unknown. */
type Search = Found | "absent" | undefined;

function locate(
  value: Node | undefined,
  [part, ...rest]: readonly (string | number)[],
  names: Names,
): number | undefined {
  if (part === undefined) return undefined;
  const whole = literalOf(value, names);
  const found =
    typeof part === "number" ? itemOf(whole, part, names) : memberOf(whole, part, names);
  if (found === undefined || found === "absent") return undefined;
  return rest.length === 0 ? found.place : locate(found.value, rest, names);
}

/** The last one counts, as when the object is made. */
function memberOf(object: Node | undefined, key: string, names: Names): Search {
  if (object?.type !== "ObjectExpression") return undefined;
  for (const member of fieldsOf(object, "properties").toReversed()) {
    if (member.type === "SpreadElement") {
      const spread = memberOf(literalOf(fieldOf(member, "argument"), names), key, names);
      if (spread !== "absent") return spread;
      continue;
    }
    const name = keyOf(member);
    if (name === undefined) return undefined;
    if (name !== key) continue;
    const value = member["kind"] === "init" && member["method"] !== true;
    return { place: member.start, value: value ? fieldOf(member, "value") : undefined };
  }
  return "absent";
}

/** An item of a list; undefined from the first spread on, whose length is unknown. */
function itemOf(array: Node | undefined, nth: number, names: Names): Search {
  if (array?.type !== "ArrayExpression") return undefined;
  const items = fieldsOf(array, "elements");
  if (items.slice(0, nth + 1).some(({ type }) => type === "SpreadElement")) return undefined;
  const item = items[nth];
  return item && { place: item.start, value: literalOf(item, names) };
}

/** The name of a member; undefined if it is computed from anything but one text. */
function keyOf(member: Node): string | undefined {
  const key = fieldOf(member, "key");
  if (key?.type === "Identifier" && member["computed"] !== true) return String(key["name"]);
  if (key?.type === "Literal") return String(key["value"]);
  if (key?.type !== "TemplateLiteral" || fieldsOf(key, "expressions").length > 0) return undefined;
  const cooked = fieldsOf(key, "quasis")[0]?.["value"] as { cooked?: unknown } | undefined;
  return String(cooked?.cooked);
}

/** Wrappers that do not change a value: types, and `defineConfig`. */
const TYPED = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSTypeAssertion",
  "ParenthesizedExpression",
]);

/** The object or list of an expression. */
function literalOf(value: Node | undefined, names: Names): Node | undefined {
  let node = value;
  // More steps than any real configuration needs: names can refer to each other in a circle.
  for (let step = 0; step < 20 && node !== undefined; step += 1) {
    if (node.type === "ObjectExpression" || node.type === "ArrayExpression") return node;
    if (TYPED.has(node.type)) node = fieldOf(node, "expression");
    else if (node.type === "Identifier") node = names.constants.get(String(node["name"]));
    else if (isIdentity(node, names.identity)) node = fieldsOf(node, "arguments")[0];
    else return undefined;
  }
  return undefined;
}

const isIdentity = (node: Node, identity: ReadonlySet<string>): boolean =>
  node.type === "CallExpression" && identity.has(String(fieldOf(node, "callee")?.["name"]));

/** The expression behind `export default`, `export { name as default }` or one `module.exports =`. */
function exported(program: Node): Node | undefined {
  const found = fieldsOf(program, "body").flatMap((statement) => {
    if (statement.type === "ExportDefaultDeclaration") return fieldOf(statement, "declaration");
    if (statement.type === "ExportNamedDeclaration")
      return fieldsOf(statement, "specifiers")
        .filter((each) => fieldOf(each, "exported")?.["name"] === "default")
        .map((each) => fieldOf(each, "local"));
    const set = fieldOf(statement, "expression");
    return set?.type === "AssignmentExpression" && isModuleExports(fieldOf(set, "left"))
      ? fieldOf(set, "right")
      : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

const isModuleExports = (node: Node | undefined): boolean =>
  node?.type === "MemberExpression" &&
  fieldOf(node, "object")?.["name"] === "module" &&
  fieldOf(node, "property")?.["name"] === "exports";

function namesOf(program: Node): Names {
  const statements = fieldsOf(program, "body");
  const identity = new Set(
    statements
      .filter((each) => fieldOf(each, "source")?.["value"] === "api-witness")
      .flatMap((each) => fieldsOf(each, "specifiers"))
      .filter((each) => fieldOf(each, "imported")?.["name"] === "defineConfig")
      .map((each) => String(fieldOf(each, "local")?.["name"])),
  );
  const changed = changedNames(program, identity);
  const constants = statements
    .map((each) => (each.type === "ExportNamedDeclaration" ? fieldOf(each, "declaration") : each))
    .filter((each) => each?.type === "VariableDeclaration" && each["kind"] === "const")
    .flatMap((each) => (each === undefined ? [] : fieldsOf(each, "declarations")))
    .flatMap((each): [string, Node][] => {
      const name = String(fieldOf(each, "id")?.["name"]);
      const init = fieldOf(each, "init");
      return init === undefined || changed.has(name) ? [] : [[name, init]];
    });
  return { constants: new Map(constants), identity };
}

/** Places where a name is used without changing its value. */
const READ: Record<string, readonly string[]> = {
  VariableDeclarator: ["id"],
  Property: ["key", "value"],
  SpreadElement: ["argument"],
  ArrayExpression: ["elements"],
  ExportDefaultDeclaration: ["declaration"],
  ExportSpecifier: ["local", "exported"],
  TSTypeQuery: ["exprName"],
  ...Object.fromEntries([...TYPED].map((type) => [type, ["expression"]])),
};

/** Names that occur where they may be changed, or mean something else. */
function changedNames(program: Node, identity: ReadonlySet<string>): Set<string> {
  const changed = new Set<string>();
  const declared = new Set<string>();
  for (const { node, parent, field } of nodesWithin(program)) {
    if (node.type !== "Identifier" || parent === undefined) continue;
    const name = String(node["name"]);
    const isName = field === "property" && parent["computed"] !== true;
    const given = field === "arguments" && isIdentity(parent, identity);
    const isDeclared = parent.type === "VariableDeclarator" && field === "id";
    if (isDeclared && declared.has(name)) changed.add(name);
    if (isDeclared) declared.add(name);
    if (!isName && !given && READ[parent.type]?.includes(field) !== true) changed.add(name);
  }
  return changed;
}
