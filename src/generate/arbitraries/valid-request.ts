import fc from "fast-check";
import type { CaseRequest } from "../../model/request.ts";
import { ID } from "../user-submission.ts";
import { bytes } from "../../template/bytes.ts";
import { post } from "../user-submission.ts";

const space = fc.constantFrom("", "", "", " ", "\n", "\t", "\r\n", "  ");

const date = fc
  .date({
    min: new Date("1970-01-01T00:00:00.000Z"),
    max: new Date("2099-12-31T23:59:59.999Z"),
    noInvalidDate: true,
  })
  .map((value) => value.toISOString());

/** The stated request: a fresh id, any date from 1970 to 2099, either key order, JSON white space. */
export const validRequest: fc.Arbitrary<CaseRequest> = fc
  .tuple(date, fc.boolean(), fc.array(space, { minLength: 9, maxLength: 9 }))
  .map(([text, dateFirst, s]) => {
    const first = bytes`"id"${s[1] ?? ""}:${s[2] ?? ""}${ID}`;
    const second = bytes`"date"${s[3] ?? ""}:${s[4] ?? ""}"${text}"`;
    const [left, right] = dateFirst ? [second, first] : [first, second];
    return post(
      bytes`${s[0] ?? ""}{${s[5] ?? ""}${left}${s[6] ?? ""},${s[7] ?? ""}${right}${s[8] ?? ""}}`,
    );
  });
