import { userSubmission } from "../contract/index.ts";
import { bytes, type Template, type TemplatePart } from "../template/index.ts";
import { requestsOf } from "./requests.ts";

/** An id that no earlier request of the run used, nine digits. */
export const ID: TemplatePart = { fresh: "id" };
/** The stated date for that id. */
export const DATE: TemplatePart = { fresh: "date" };

/** Several fresh values in one observation: `id(0)`, `id(1)`, ... */
export const id = (nth: number): TemplatePart => ({ fresh: "id", nth });
/** The date that goes with `id` of the same number. */
export const date = (nth: number): TemplatePart => ({ fresh: "date", nth });

/** The stated body with another text for id, date, or both. */
export const user = (over: { id?: TemplatePart | Template; date?: TemplatePart | Template } = {}) =>
  bytes`{"id":${over.id ?? ID},"date":${over.date ?? bytes`"${DATE}"`}}`;

const requests = requestsOf(userSubmission);

/** The stated request of the built-in interface with this body, sent by the ordinary client. */
export const post = requests.request;
/** Its head as bytes, with changes. */
export const head = requests.head;
/** Its request line, with another method, path or version. */
export const requestLine = requests.requestLine;
/** Its headers with some replaced (by name, any case), removed (`null`), or appended. */
export const headersWith = requests.headersWith;
/** Sends a complete message: the stated one with the given changes. */
export const send = requests.send;
/** One message as raw bytes, one response. */
export const wirePost = requests.rawRequest;
export const withExtra = requests.withExtra;
