import { commaSeparated, type FieldSlot } from "../kinds/index.ts";
import type { ClientRequest } from "../model/index.ts";
import { bytes, type Template } from "../template/index.ts";
import { parameterHeader } from "./header-text.ts";
import { targetTemplate } from "./request-target.ts";
import type { Requests } from "./requests.ts";
import { writeValue } from "./write-json.ts";

/** Other values by path: JSON text, or "out" for a member, a parameter of the query or a header that is left out. */
type OtherValues = ReadonlyMap<string, { value: Template | "out" }>;

/** The stated request with other values. Values within lists stay as stated. */
export function requestWith(on: Requests, values: OtherValues): ClientRequest {
  const { layout } = on;
  const over: Record<string, Template> = {};
  const pairs: Record<string, Template[]> = {};
  const changes: Record<string, string | null> = {};
  for (const slot of layout.parameters) {
    const value = values.get(slot.path)?.value;
    if (value === undefined) continue;
    if (slot.in === "header")
      changes[slot.name] =
        value === "out" ? null : parameterHeader(slot, { [slot.path]: value }, on.interface);
    else if (value === "out") pairs[slot.path] = [];
    else over[slot.path] = value;
  }
  return on.request(layout.body === undefined ? [] : bodyWith(layout.body, values), {
    ...(layout.fixedPath === undefined && { path: targetTemplate(layout, { over, pairs }) }),
    ...(Object.keys(changes).length > 0 && { headers: on.headersWith(changes) }),
  });
}

function bodyWith(slot: FieldSlot, values: OtherValues): Template {
  const other = values.get(slot.path)?.value;
  if (other !== undefined && other !== "out") return other;
  if (slot.type.kind !== "object") return writeValue(slot);
  const members = slot.inner.filter(({ path }) => values.get(path)?.value !== "out");
  return bytes`{${commaSeparated(
    members.map((each) => bytes`${JSON.stringify(each.key ?? "")}:${bodyWith(each, values)}`),
  )}}`;
}
