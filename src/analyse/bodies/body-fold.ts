import { rawText, type Observation, type Response } from "../../model/index.ts";
import { foldOther, foldShape, type ShapeFold } from "./body-shape.ts";

/** For the last response to each sending of a case: its content types, and the shape of its bodies. */
export type BodyFold = {
  contentTypes: Set<string>;
  shape: ShapeFold;
  /** A body was longer than what is kept of it, so that its shape is not known. */
  cut: boolean;
};

/** What responses to hand-chosen cases were like, by id. */
export type BodiesFold = Map<string, BodyFold>;

/** Takes one observation of a hand-chosen case in. */
export function foldBodies(bodies: BodiesFold, { case: id, answers }: Observation): void {
  const last = answers.at(-1);
  if (last?.outcome !== "answered") return;
  const body = bodies.get(id) ?? { contentTypes: new Set(), shape: new Map(), cut: false };
  bodies.set(id, body);
  body.contentTypes.add(contentTypeOf(last.response));
  foldBody(body, last.response);
}

function contentTypeOf({ headers }: Response): string {
  const found = headers.find(([name]) => rawText(name).toLowerCase() === "content-type");
  const text = found === undefined ? "" : rawText(found[1]);
  return text === ""
    ? "none"
    : text
        .toLowerCase()
        .replace(/\s*;\s*/g, "; ")
        .slice(0, 200);
}

function foldBody(into: BodyFold, response: Response): void {
  const kept = response.decoded ?? response.body;
  if (kept.bytes === 0) return foldOther(into.shape, "empty");
  if (kept.text === undefined) return foldOther(into.shape, "not JSON");
  const text = rawText(kept.text);
  if (Buffer.byteLength(text) !== kept.bytes) {
    into.cut = true;
    return;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return foldOther(into.shape, "not JSON");
  }
  foldShape(into.shape, value);
}
