/** The bundled code of a file for a browser, by scripts/page-scripts.mjs, and the hash by which a page's policy allows it. */
declare module "*?script" {
  export const script: string;
  export const hash: string;
}
