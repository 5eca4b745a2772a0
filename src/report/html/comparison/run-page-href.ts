/**
 * Where the page of a run lies, seen from the comparison. Only for plain relative paths: a folder's
 * name comes from outside, and must not become an address.
 */
export function runPageHref(run: string): string | undefined {
  const plain = /^(?:[\w.-]+\/)*[\w.-]+$/.test(run);
  return plain ? `${run}/report.html` : undefined;
}
