import { parsedJson } from "../../generate/index.ts";
import { headerOf, type Interface, rawText, type SequenceStep } from "../../model/index.ts";
import type { PathParameter } from "./producers.ts";
import { successIn, type StatedExchange } from "./stated-sender.ts";
import { jsonOf, type ResourceValue, valueOf } from "./value-in-response.ts";

/** A list of so many elements may be a page of a longer one, whatever the document says. */
const isPageSize = (elements: number): boolean =>
  elements >= 10 && (elements === 15 || [10, 12, 16, 25].some((each) => elements % each === 0));
/** Names of parameters and members that say that a list comes in pages. */
const OF_PAGES =
  /^(?:limit|page|pages|per_?page|page_?(?:size|token|number)|size|offset|skip|cursor|next|after|has_?more|total(?:_?pages)?|count|start)$/i;

/** What a list shows about a resource, given the interface with all parameters; nothing if the response is not a list in JSON. */
export function listedIn(
  exchange: StatedExchange,
  { value, parameter }: { value: ResourceValue; parameter: PathParameter },
  { parameters = [] }: Interface,
): NonNullable<SequenceStep["list"]> {
  const response = successIn(exchange);
  if (response === undefined) return {};
  const { bytes, text } = response.decoded ?? response.body;
  const isKept = text !== undefined && Buffer.byteLength(rawText(text)) === bytes;
  const json = isKept ? jsonOf(response) : parsedJson(exchange.whole?.toString("utf8") ?? "");
  const elements = elementsOf(json);
  if (elements === undefined) return {};
  const has = elements.some((each) => {
    const own = typeof each === "object" ? valueOf(each, parameter) : each;
    return String(own) === String(value);
  });
  const isPart =
    isPageSize(elements.length) ||
    headerOf(response, "link") !== undefined ||
    parameters.some(({ name }) => OF_PAGES.test(name)) ||
    (!Array.isArray(json) && Object.keys(json as object).some((name) => OF_PAGES.test(name)));
  return { elements: elements.length, has, ...(isPart && { isPart }) };
}

function elementsOf(json: unknown): unknown[] | undefined {
  if (Array.isArray(json)) return json;
  if (typeof json !== "object" || json === null) return undefined;
  const lists = Object.values(json).filter((each) => Array.isArray(each));
  return lists.length === 1 ? lists[0] : undefined;
}
