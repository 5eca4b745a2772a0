import type { Files, DocumentPart } from "./document-part.ts";
import type { Operation } from "./find-operation.ts";
import type { NotExpressed } from "./not-expressed.ts";

/**
 * Required credentials: one of these lists of headers (or of schemes that are not expressed), and where the document
 * states that.
 */
export type Security = { at: string; headers: string[][] };

/** The headers for `security`; undefined if it requires none. */
export function securityOf(
  { part }: Operation,
  { root }: Files,
  notExpressed: NotExpressed,
): Security | undefined {
  const stated = part.own("security") ?? root.own("security");
  if (stated === undefined || stated.items.length === 0) return undefined;
  const schemes = root.member("components")?.member("securitySchemes");
  const headers = stated.items.map((alternative) => [
    ...new Set(
      alternative.entries.flatMap(([name, own]) => {
        const scheme = schemes?.member(name);
        if (scheme === undefined)
          throw own.error(
            `there is no security scheme ${JSON.stringify(name)} in components/securitySchemes`,
          );
        return headerOf(scheme, notExpressed);
      }),
    ),
  ]);
  const distinct = new Map(headers.map((names) => [names.join(" "), names]));
  return { at: stated.at, headers: [...distinct.values()] };
}

function headerOf(scheme: DocumentPart, notExpressed: NotExpressed): string[] {
  const type = scheme.text("type");
  switch (type) {
    case "http":
    case "oauth2":
    case "openIdConnect":
      return ["Authorization"];
    case "apiKey": {
      const place = scheme.text("in");
      const name = scheme.text("name") ?? "";
      if (place === "header") return [name];
      if (place === "cookie") return ["Cookie"];
      notExpressed.add(scheme, `the key ${name} in the ${place ?? "request"} is not sent`);
      return [`${name} in the ${place ?? "request"}`];
    }
    default:
      notExpressed.add(scheme, `security by ${type ?? "an unknown scheme"}`);
      return [type === "mutualTLS" ? "a client certificate" : (type ?? "an unknown scheme")];
  }
}
