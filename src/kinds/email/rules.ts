import { stringRules, sources } from "../rule-rows.ts";

const ATOM = "[\\w!#$%&'*+/=?^`{|}~-]+";
const LABEL = "[a-zA-Z\\d](?:[a-zA-Z\\d-]*[a-zA-Z\\d])?";
const SHORT_LABEL = "[a-zA-Z\\d](?:[a-zA-Z\\d-]{0,61}[a-zA-Z\\d])?";
const DOTTED = `${ATOM}(?:\\.${ATOM})*`;

const HTML = new RegExp(`^[\\w!#$%&'*+/=?^\`{|}~.-]+@${SHORT_LABEL}(?:\\.${SHORT_LABEL})*$`);
const AJV = new RegExp(`^${DOTTED}@(?:${LABEL}\\.)+${LABEL}$`);
const ATEXT = new RegExp(`^${DOTTED}@${SHORT_LABEL}(?:\\.${SHORT_LABEL})*$`);
const ZOD = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-zA-Z\d][a-zA-Z\d-]*\.)+[a-zA-Z]{2,}$/;

/** Lengths of RFC 5321: 64 bytes before the sign, 254 in all. */
const isShort = (text: string): boolean => text.length <= 254 && text.lastIndexOf("@") <= 64;

export const emailRules = stringRules("email")`
  https://html.spec.whatwg.org/#valid-e-mail-address
  html | an address as in HTML's input type email | ${HTML}
  https://ajv.js.org/packages/ajv-formats.html
  ajv | ajv-formats \`email\`, as in Fastify | ${AJV} | fastify email
  ${sources.zod}#emails
  zod | zod email() | ${ZOD} | zod email
  ${sources.rfc}5322#section-3.4.1
  dot-atom | an address without quotes and comments | ${ATEXT}
  dot-atom-short | an address without quotes and comments, within the lengths of RFC 5321 | ${(text) => ATEXT.test(text) && isShort(text)}
  at-sign | a text with @ between other characters | ${/^[^@\s]+@[^@\s]+$/}
  at-sign-and-point | a text with @ and a point after it | ${/^[^@\s]+@[^@\s]+\.[^@\s]+$/}
  string-any | any string | accepted
`;
