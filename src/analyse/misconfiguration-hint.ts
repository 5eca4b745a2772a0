import { type RequestResult, type RunHeader, headerOf, rawText } from "../model/index.ts";
import { interfaceOf, statedBases } from "../contract/index.ts";
import { noSuccess, type DocumentedFold } from "./documented/documented-fold.ts";
import { serverReason } from "./response-message.ts";

/**
 * What all valid requests got, if it was the same: the status, whether it came as an HTML page or with a word about TLS, and the first
 * reason and `Location` that the server gave.
 */
export type AllValid = {
  status: number;
  isHtml: boolean;
  asksForTls: boolean;
  said?: string | undefined;
  location?: string | undefined;
};

/** Adds the response to a valid request; undefined if it is not a response, or differs from the others. */
export function addValidResult(
  before: AllValid | undefined,
  result: RequestResult,
): AllValid | undefined {
  if (result.outcome !== "answered") return undefined;
  const { status, response } = result;
  const text = rawText(response.body.text ?? "");
  const now = {
    status,
    isHtml: /\bhtml\b/i.test(headerOf(response, "content-type") ?? ""),
    asksForTls: status === 400 && /HTTPS port|HTTP request to an HTTPS/i.test(text),
    ...(before === undefined && status >= 400 && { said: serverReason(response) }),
    ...(before === undefined && { location: headerOf(response, "location") }),
  };
  if (before === undefined) return now;
  const isSame = before.status === now.status && before.isHtml === now.isHtml;
  if (!isSame) return undefined;
  return { ...before, asksForTls: before.asksForTls && now.asksForTls };
}

/**
 * The probable mistake where every valid request got the same response, and an endpoint does not respond like that:
 * another URL, no credentials, another scheme, a website. Undefined if there is none.
 */
export function misconfigurationHint(
  { status, isHtml, asksForTls, said, location }: AllValid,
  header: Pick<RunHeader, "target" | "interface">,
): string | undefined {
  const { method, path, parameters = [], body, responses, servers } = interfaceOf(header);
  const { baseUrl } = header.target;
  const url = `${baseUrl}${path}`;
  const [stated] = statedBases(baseUrl, servers);
  const is =
    stated === undefined
      ? `is ${url} the right URL? (the path ${path} is appended)`
      : `is ${url} the right URL? By the servers of the document, it is ${stated}${path}`;
  const got = `every valid request got ${status}`;
  const because = said === undefined ? `${got}:` : `${got}: "${said}";`;
  const inDocument = responses !== undefined;
  const inPath = parameters.find((each) => each.in === "path")?.name;
  if (asksForTls) return `${got}: the target speaks TLS: did you mean ${otherScheme(baseUrl)}?`;
  if (isHtml && (status < 400 || status === 404 || status === 405))
    return `${got} and an HTML page: this looks like a website; ${is}`;
  switch (status) {
    case 404:
      if (!inDocument || (parameters.length === 0 && body === undefined)) return `${because} ${is}`;
      return `${because} in the document, give an \`example\` of something that exists${inPath === undefined ? "" : `, or send --given ${inPath}=VALUE`}${said !== undefined && inPath !== undefined ? "" : `; or ${is}`}`;
    case 401:
      return `${because} the target requires credentials; --header "Authorization: Bearer TOKEN" or --bearer-from VARIABLE sends them`;
    case 403:
      return `${because} the target refuses access; --header "Authorization: Bearer TOKEN" sends credentials`;
    case 405:
    case 501:
      return `${because} the target does not take ${method} there; ${is}`;
    case 415:
      return `${because} the target takes another content type; --openapi or --interface describes its requests`;
    case 412:
      return parameters.some(({ name }) => IF_MATCH.test(name))
        ? `${because} no version fits the If-Match that is sent; in the document, give it an \`example\`: "*" fits each version`
        : `${because} ${otherWord(status, inDocument)}`;
    case 428:
      return `${because} the target changes what exists only with a condition; begin with a fresh store, or send --header "If-Match: *"`;
    default:
      if (status < 300) return undefined;
      return status < 400
        ? `${because} ${redirectText(location, url, path) ?? `the target redirects, and redirects are not followed; ${is}`}`
        : `${because} ${otherWord(status, inDocument)}`;
  }
}

const LONGEST_URL = 200;

/** Where a redirect leads, and the base URL to give if it is the same path below another one. Undefined without a readable `Location`. */
function redirectText(location: string | undefined, url: string, path: string): string | undefined {
  if (location === undefined || !URL.canParse(location, url)) return undefined;
  const { href, origin, pathname, search } = new URL(location, url);
  if (href.length > LONGEST_URL) return undefined;
  const isElsewhere = search === "" && pathname.endsWith(path) && href !== url;
  const advice = isElsewhere ? `; did you mean ${origin}${pathname.slice(0, -path.length)}?` : "";
  return `the target redirects to ${href}, and redirects are not followed${advice}`;
}

const IF_MATCH = /^if-match$/i;

function otherWord(status: number, inDocument: boolean): string {
  if (status >= 500) return "the target fails on the stated request; its log may say why";
  if (inDocument)
    return "the target refuses every valid request; give an `example` that it takes in the document";
  return "the target refuses the stated request; if it requires more, --header adds a header, and --interface or --openapi describes another request";
}

type Received = {
  header?: RunHeader | undefined;
  valid: { same: AllValid | "differs" | undefined };
  documented?: DocumentedFold | undefined;
  notes?: readonly { code?: string | undefined }[];
};

/** `misconfigurationHint` of all that a run has received, or that no valid request got a documented success. */
export function firstWordOf({ header, valid: { same }, documented, notes }: Received): {
  hint?: string;
} {
  if (header === undefined || same === undefined) return {};
  if (notes?.some(({ code }) => code === "logged-in")) return {};
  const hint =
    same === "differs" ? documented && noSuccess(documented) : misconfigurationHint(same, header);
  return hint === undefined ? {} : { hint };
}

export const otherScheme = (baseUrl: string): string =>
  baseUrl.startsWith("https:") ? `http:${baseUrl.slice(6)}` : `https:${baseUrl.slice(5)}`;
