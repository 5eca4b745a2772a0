import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { rolldown } from "rolldown";

const PREFIX = "\0page-script:";

/**
 * For rolldown and vite: a module `x.ts?script` has the bundled code of `x.ts` for a browser, and the hash by which a page's
 * policy allows it.
 */
export function pageScripts() {
  return {
    name: "page-scripts",
    enforce: "pre",
    resolveId: (id, importer) =>
      id.endsWith("?script") ? PREFIX + join(dirname(importer), id.replace("?script", "")) : null,
    load: (id) => (id.startsWith(PREFIX) ? moduleOf(id.slice(PREFIX.length)) : null),
    // What the file imports is not in vitest's key of a stored module.
    configureVitest: ({ experimental_defineCacheKeyGenerator: define }) =>
      define(({ id }) => (id.startsWith(PREFIX) ? false : undefined)),
  };
}

async function moduleOf(input) {
  const bundle = await rolldown({ input, platform: "browser" });
  const { output } = await bundle.generate({ format: "iife", minify: true });
  await bundle.close();
  const script = output[0].code.trim();
  const hash = `sha256-${createHash("sha256").update(script).digest("base64")}`;
  return {
    code: `export const script = ${JSON.stringify(script)};\nexport const hash = "${hash}";`,
  };
}
