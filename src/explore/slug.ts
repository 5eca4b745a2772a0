/** Words as part of a case's id: lower case, digits and dashes. */
export function slug(text: string): string {
  const dashed = text.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return dashed.replace(/^-|-$/g, "") || "none";
}
