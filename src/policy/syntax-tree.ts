/** A node of the tree of a module: ESTree for JavaScript, typescript-estree for TypeScript. */
export type Node = { type: string; start: number; [field: string]: unknown };

/** The tree of a module; undefined if it cannot be parsed. */
export async function parseModule(text: string): Promise<Node | undefined> {
  const [{ Parser }, { tsPlugin }] = await Promise.all([
    import("acorn"),
    import("@sveltejs/acorn-typescript"),
  ]);
  try {
    const program: unknown = Parser.extend(tsPlugin()).parse(text, {
      ecmaVersion: "latest",
      sourceType: "module",
      allowHashBang: true,
      // The plugin needs them.
      locations: true,
    });
    return isNode(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;

/** The node in a field. */
export function fieldOf(node: Node, field: string): Node | undefined {
  const value = node[field];
  return isNode(value) ? value : undefined;
}

/** The nodes in a list field; a hole in it becomes an empty statement. */
export function fieldsOf(node: Node, field: string): Node[] {
  const value = node[field];
  if (!Array.isArray(value)) return [];
  return value.map((each) => (isNode(each) ? each : { type: "EmptyStatement", start: node.start }));
}

/** A node with its parent, and its field in the parent. */
export type Placed = { node: Node; parent: Node | undefined; field: string };

/** All nodes of a tree. */
export function nodesWithin(root: Node): Placed[] {
  const all: Placed[] = [{ node: root, parent: undefined, field: "" }];
  // Grows during the loop.
  for (const { node } of all)
    for (const [field, value] of Object.entries(node))
      for (const each of Array.isArray(value) ? value : [value])
        if (isNode(each)) all.push({ node: each, parent: node, field });
  return all;
}
