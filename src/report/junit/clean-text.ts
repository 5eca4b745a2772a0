/** Control characters, halves of characters, what XML cannot hold, and marks that reorder a line. */
const unwanted = /(?![\n\t])[\p{Cc}\p{Cs}\p{Bidi_Control}\p{Zl}\p{Zp}\u{fffe}\u{ffff}]/gu;

/** Text from outside without what no report can show; line breaks and tabs stay. */
export const cleanText = (text: string): string => text.replace(unwanted, "");

/** The same on one line, with single blanks: readers of XML names take several for one. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s+/g, " ").trim();
