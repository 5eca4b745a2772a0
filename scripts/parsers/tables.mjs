// The tables: for each its values, what the parsers get of a value, and how the file has it.
import { emailTexts, uriTexts } from "./address-values.mjs";
import { documentValues } from "./document-values.mjs";
import { dateTimeValues, dateValues } from "./date-values.mjs";
import { numberValues, numericTexts } from "./number-values.mjs";
import { booleanTexts, uuidValues } from "./word-values.mjs";

const same = (value) => value;

/** Values that are JSON texts of numbers: parser and file have them as they are. */
const numbers = (subject) => ({
  table: `${subject}.number`,
  file: `${subject}/number.parsers.txt`,
  values: numberValues,
  input: same,
  token: same,
});

/** Texts of JSON strings: the parser gets the text, the file has it with quotes. */
const strings = (subject, values) => ({
  table: `${subject}.string`,
  file: `${subject}/string.parsers.txt`,
  values,
  input: same,
  token: (value, ascii) => ascii(value),
});

export const tables = [
  numbers("whole-number"),
  strings("whole-number", numericTexts),
  numbers("number"),
  strings("number", numericTexts),
  numbers("boolean"),
  strings("boolean", booleanTexts),
  strings("date-time", dateTimeValues),
  strings("date", dateValues),
  strings("uuid", uuidValues),
  strings("email", emailTexts),
  strings("uri", uriTexts),
  {
    table: "document",
    file: "document/document.parsers.txt",
    values: documentValues,
    input: (value) => Buffer.from(value, "latin1"),
    token: (value, ascii) => ascii(value),
  },
];
