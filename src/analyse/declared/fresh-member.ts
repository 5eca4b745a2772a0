import { parseBaseUrl } from "../../contract/index.ts";
import { exampleBytes, render } from "../../generate/index.ts";
import type { CaseRequest, Interface } from "../../model/index.ts";

/** A filling that differs from the one of `exampleBytes`. */
const OTHER = { target: parseBaseUrl("http://localhost:80"), firstId: 345_678_901, fresh: 0 };

/** Whether a member of the body has another value in each request: then the sent value is not known. */
export function isFreshMember(request: CaseRequest, key: string, from: Interface): boolean {
  if (request.sender !== "client") return true;
  const [one, other] = [
    exampleBytes(request.body, from),
    render(request.body, { ...OTHER, interface: from }),
  ].map((body) =>
    JSON.stringify((JSON.parse(body.toString("utf8")) as Record<string, unknown>)[key]),
  );
  return one !== other;
}
