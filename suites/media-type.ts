import { formsOf, suiteFor, type Requests } from "../src/generate/index.ts";
import type { Suite } from "../src/model/index.ts";
import { acceptCases } from "./media-type/accept.ts";
import { bodyTypeCases } from "./media-type/bodies.ts";
import { contentTypeCases } from "./media-type/content-type.ts";

/** Content-Type, and the client's Accept headers. */
export default function mediaType(on: Requests): Suite[] {
  const hasBody = on.layout.body !== undefined;
  return [
    suiteFor(on.interface, {
      name: "media-type",
      about: "Content-Type, Accept and similar headers, User-Agent",
      clauses: [
        "content-type",
        "body",
        "error-conditions",
        "error-codes",
        "error-payload",
        "response-status",
      ],
      cases: () => [
        ...(hasBody ? [...contentTypeCases(on), ...bodyTypeCases(formsOf(on))] : []),
        ...acceptCases(on),
      ],
    }),
  ];
}
