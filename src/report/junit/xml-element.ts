import { escapeUnseenButBreaks } from "../../text/index.ts";

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\n": "&#10;",
  "\t": "&#9;",
};

/** The text must only contain characters that XML allows. */
const xmlText = (text: string): string => text.replace(/[&<>]/g, (char) => entities[char] ?? "");

const attributeText = (text: string): string =>
  text.replace(/[&<>"'\n\t]/g, (char) => entities[char] ?? "");

/**
 * An element as lines. A text is escaped and put between the tags; lines are other elements, and
 * are indented. An attribute without a value is left out.
 */
export function xmlElement(
  name: string,
  attributes: Record<string, string | number | undefined>,
  content: string | readonly string[] = [],
): string[] {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : ` ${key}="${attributeText(String(value))}"`,
  );
  const open = `<${name}${given.join("")}`;
  if (content.length === 0) return [`${open}/>`];
  if (typeof content === "string") return [`${open}>${xmlText(content)}</${name}>`];
  return [`${open}>`, ...content.map((line) => `  ${line}`), `</${name}>`];
}

/** Text from outside as allowed in XML: line breaks and tabs stay, other invisible characters are escaped. */
export const cleanText = (text: string): string =>
  escapeUnseenButBreaks(text.replace(/\r\n?/g, "\n"));

/** The same on one line, with single spaces: readers of XML names merge several. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, " ").trim();
