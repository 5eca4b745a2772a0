const TAG = /^<(\/?)([A-Za-z][\w.-]*)((?: [A-Za-z][\w.-]*="[^"<]*")*)(\/?)>/;
const ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#9|#10);)/;
const FORBIDDEN = /[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** The error in a document of elements, attributes and text; undefined if it is well-formed. */
export function malformedAt(xml: string): string | undefined {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!xml.startsWith(declaration)) return "no declaration";
  if (FORBIDDEN.test(xml)) return "a character that XML cannot hold";
  if (ENTITY.test(xml)) return "a bare &";
  const open: string[] = [];
  let roots = 0;
  let rest = xml.slice(declaration.length);
  while (rest !== "") {
    const text = /^[^<]*/.exec(rest)?.[0] ?? "";
    if (text.includes("]]>")) return "]]> in a text";
    if (open.length === 0 && text.trim() !== "") return "text outside the root";
    rest = rest.slice(text.length);
    if (rest === "") break;
    const [tag, closing, name = "", attributes = "", empty] = TAG.exec(rest) ?? [];
    if (tag === undefined) return `no tag: ${rest.slice(0, 60)}`;
    const names = [...attributes.matchAll(/ ([\w.-]+)="[^"]*"/g)].map(([, key]) => key);
    if (new Set(names).size !== names.length) return `an attribute twice: ${tag}`;
    if (closing === "/" && open.pop() !== name) return `closed but not open: ${name}`;
    if (closing === "" && open.length === 0) roots++;
    if (closing === "" && empty === "") open.push(name);
    rest = rest.slice(tag.length);
  }
  if (roots !== 1) return `${roots} roots`;
  return open.length === 0 ? undefined : `not closed: ${open.join(", ")}`;
}
