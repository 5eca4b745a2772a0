import { readJson, type JsonValue } from "../planted-rules/read-json.ts";
import { withinBands, type Band } from "../planted-rules/within-bands.ts";
import type { OrderRules } from "./order-rules.ts";

const WHOLE = /^-?(?:0|[1-9]\d*)$/;
const DATE = /^([+-]?\d+)-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d+))?(?:(Z)|[+-][\d:]+)$/;
const FRACTION = /\.(\d+)/;

type Members = Map<string, JsonValue>;

const KEYS = ["orderId", "createdAt", "amount", "note", "express", "channel", "address", "items"];

/** The status for a body: the one of the first rule that it breaks, in the order of the fields, or 201. */
export function statusByOrder(rules: OrderRules, body: string): number {
  const reading = readJson(body);
  if (reading === undefined || reading.comment || reading.trailingComma) return 400;
  if (rules.depthMax !== undefined && reading.depth > rules.depthMax) return 400;
  const { members } = reading.root;
  if (members === undefined) return 422;
  if (!orderIdHolds(rules, members.get("orderId"))) return 422;
  if (!createdAtHolds(rules, members.get("createdAt"))) return 400;
  const isRest =
    amountHolds(rules, members.get("amount")) &&
    (!members.has("note") || isText(members.get("note"), rules.noteMax)) &&
    expressHolds(rules, members.get("express")) &&
    channelHolds(rules, members.get("channel")) &&
    addressHolds(rules, members.get("address")) &&
    itemsHold(rules, members.get("items")) &&
    keysHold(rules, members, KEYS);
  return isRest ? 201 : 422;
}

const keysHold = ({ furtherKeys }: OrderRules, members: Members, keys: string[]): boolean =>
  furtherKeys !== "refuse" || [...members.keys()].every((key) => keys.includes(key));

/** Characters are code points. A long text is not counted: that would take seconds. */
function isText(value: JsonValue | undefined, max = Infinity): boolean {
  if (value?.kind !== "string") return false;
  const { length } = value.text;
  return length <= max || (length <= 2 * max && Array.from(value.text).length <= max);
}

const isNumber = (value: JsonValue | undefined, band: Band = {}): boolean =>
  value?.kind === "number" && withinBands(value.text, [band]);

function orderIdHolds(rules: OrderRules, id: JsonValue | undefined): boolean {
  const isWhole = id?.kind === "string" && rules.orderIdText === "accept" && WHOLE.test(id.text);
  return isNumber(isWhole ? { kind: "number", text: id.text } : id, rules.orderId);
}

function createdAtHolds(rules: OrderRules, date: JsonValue | undefined): boolean {
  const found = date?.kind === "string" ? DATE.exec(date.text) : null;
  if (found === null) return false;
  const [, year = "", fraction = "", utc] = found;
  if (rules.years && !withinBands(year, [rules.years])) return false;
  if (rules.fractionDigits && !rules.fractionDigits.includes(fraction.length)) return false;
  return utc !== undefined || rules.offset !== "refuse";
}

function amountHolds(rules: OrderRules, amount: JsonValue | undefined): boolean {
  const digits = FRACTION.exec(amount?.text ?? "")?.[1]?.length ?? 0;
  return isNumber(amount, rules.amount) && digits <= (rules.amountDigitsMax ?? Infinity);
}

const expressHolds = ({ expressOther }: OrderRules, express: JsonValue | undefined): boolean =>
  express !== undefined &&
  (expressOther === "accept" || (express.kind === "word" && express.text !== "null"));

const channelHolds = ({ channels }: OrderRules, channel: JsonValue | undefined): boolean =>
  channel?.kind === "string" && (channels?.includes(channel.text) ?? true);

function addressHolds(rules: OrderRules, address: JsonValue | undefined): boolean {
  const { members } = address ?? {};
  const zip = members?.get("zip");
  if (members === undefined || zip?.kind !== "string" || !isText(members.get("city"))) return false;
  const isZip =
    rules.zipDigits === undefined || new RegExp(`^\\d{${rules.zipDigits}}$`).test(zip.text);
  return isZip && keysHold(rules, members, ["city", "zip"]);
}

function itemsHold(rules: OrderRules, list: JsonValue | undefined): boolean {
  const { items } = list ?? {};
  if (items === undefined || items.length > (rules.itemsMax ?? Infinity)) return false;
  if (items.length === 0 && rules.itemsEmpty !== "accept") return false;
  return items.every(
    ({ members }) =>
      members !== undefined &&
      isText(members.get("sku"), rules.skuMax) &&
      isNumber(members.get("count"), rules.count) &&
      keysHold(rules, members, ["sku", "count"]),
  );
}
