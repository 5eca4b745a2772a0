import type { Template, TemplatePart } from "../template/index.ts";

/** A value of a list, and how often it stands there in a row. */
export type ListItem = { value: Template; times: number };

/** The items of a list as JSON text; undefined if the text is not a list. */
export function listItems(list: Template): ListItem[] | undefined {
  if (!isList(list)) return undefined;
  const items: ListItem[] = [];
  let value: Template = [];
  let [depth, isText, isEscaped] = [0, false, false];
  const flush = (): void => {
    if (value.length > 0) items.push({ value, times: 1 });
    value = [];
  };
  for (const part of list) {
    const repeated = depth === 1 && !isText ? repeatedItem(part) : undefined;
    if (repeated !== undefined) {
      flush();
      items.push(repeated);
    } else if (typeof part === "string") {
      let text = "";
      const cut = (): void => {
        if (text !== "") value.push(text);
        text = "";
      };
      for (const character of part) {
        const isOuter = depth <= 1 && !isText;
        if (isEscaped) isEscaped = false;
        else if (isText && character === "\\") isEscaped = true;
        else if (character === '"') isText = !isText;
        else if (!isText && "[{".includes(character)) depth += 1;
        else if (!isText && "]}".includes(character)) depth -= 1;
        if (isOuter && character === ",") {
          cut();
          flush();
        } else if (depth > 0 && !(isOuter && character === "[" && depth === 1)) text += character;
      }
      cut();
    } else value.push(part);
  }
  flush();
  return items;
}

/** `,item` many times. */
function repeatedItem(part: TemplatePart): ListItem | undefined {
  if (typeof part === "string" || !("repeat" in part)) return undefined;
  const [first, ...rest] = part.repeat;
  if (typeof first !== "string" || !first.startsWith(",")) return undefined;
  const value = [first.slice(1), ...rest].filter((each) => each !== "");
  return { value, times: part.times };
}

function isList(list: Template): boolean {
  try {
    return Array.isArray(JSON.parse(list.map(sample).join("")));
  } catch {
    return false;
  }
}

/** A digit in place of a hole: it is valid within a string, and by itself. */
const sample = (part: TemplatePart): string => {
  if (typeof part === "string") return part;
  return "repeat" in part ? part.repeat.map(sample).join("") : "1";
};
