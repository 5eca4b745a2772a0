import { user } from "../../src/generate/bytes.ts";
import type { SuiteDefinition } from "../../src/generate/define-suite.ts";
import { post, requestLine, wirePost } from "../../src/generate/requests.ts";

type Cases = NonNullable<SuiteDefinition["cases"]>;
type Row = [name: string, reason: string, path: string];

/** What any client sends as it stands. */
const PLAIN: Row[] = [
  ["trailing-slash", "a slash follows the path", "/api/user/"],
  ["two-trailing-slashes", "two slashes follow the path", "/api/user//"],
  ["two-slashes-inside", "two slashes stand between api and user", "/api//user"],
  ["upper-api", "API is in upper case", "/API/user"],
  ["capital-user", "User has a capital", "/api/User"],
  ["all-upper", "the path is in upper case", "/API/USER"],
  ["query", "a query follows the path", "/api/user?x=1"],
  ["query-id", "the query has an id", "/api/user?id=1"],
  ["query-twice", "the query has the same name twice", "/api/user?x=1&x=2"],
  ["query-brackets", "the query has names in brackets", "/api/user?x[y]=1&x[]=2"],
  ["query-two-marks", "two question marks follow the path", "/api/user??x=1"],
  ["query-escape-cut", "an escape in the query ends early", "/api/user?x=%4"],
  ["slash-query", "a slash and a query follow the path", "/api/user/?x=1"],
  ["semicolon", "a parameter follows the path", "/api/user;x=1"],
  ["semicolon-inside", "a parameter follows api", "/api;x=1/user"],
  ["session-id", "a jsessionid follows the path", "/api/user;jsessionid=1"],
  ["escaped-letter", "the u of user is written %75", "/api/%75ser"],
  ["escaped-letter-twice", "the u of user is escaped twice", "/api/%2575ser"],
  ["escaped-all", "every letter of user is escaped", "/api/%75%73%65%72"],
  ["escaped-slash", "the slash between api and user is written %2F", "/api%2Fuser"],
  ["escaped-slash-lower", "the slash between api and user is written %2f", "/api%2fuser"],
  ["escaped-first-slash", "a second slash follows the first as %2F", "/%2Fapi/user"],
  ["escaped-question", "the question mark is written %3F", "/api/user%3Fx=1"],
  ["escaped-hash", "a number sign is written %23", "/api/user%23"],
  ["escaped-backslash", "the slash is a backslash written %5C", "/api%5Cuser"],
  ["escaped-nul", "%00 follows the path", "/api/user%00"],
  ["escaped-nul-suffix", "%00.json follows the path", "/api/user%00.json"],
  ["escaped-newline", "%0d%0a follows the path", "/api/user%0d%0a"],
  ["escaped-space", "%20 follows the path", "/api/user%20"],
  ["escaped-tab", "%09 follows the path", "/api/user%09"],
  ["escaped-utf8", "an e with an accent follows as two escapes", "/api/user%C3%A9"],
  ["escaped-overlong", "the slash is written %c0%af", "/api%c0%afuser"],
  ["escaped-not-utf8", "%ff follows the path", "/api/user%ff"],
  ["escape-cut", "a per cent sign follows the path", "/api/user%"],
  ["escape-one-digit", "%7 follows the path", "/api/user%7"],
  ["escape-no-hex", "%zz follows the path", "/api/user%zz"],
  ["plus", "a plus sign follows the path", "/api/user+"],
  ["ampersand", "&x follows the path", "/api/user&x"],
  ["equals", "=1 follows the path", "/api/user=1"],
  ["comma", "a comma follows the path", "/api/user,"],
  ["colon", ":x follows the path", "/api/user:x"],
  ["tilde", "a tilde follows the path", "/api/user~"],
  ["unreserved", "-._~ follow the path", "/api/user-._~"],
  ["full-stop", "a full stop follows the path", "/api/user."],
  ["json-suffix", ".json follows the path", "/api/user.json"],
  ["xml-suffix", ".xml follows the path", "/api/user.xml"],
  ["star", "user is a star", "/api/*"],
];

/** What a URL parser would change on the way, so that it goes out as written. */
const EXACT: Row[] = [
  ["two-slashes-first", "two slashes stand before api", "//api/user"],
  ["three-slashes-first", "three slashes stand before api", "///api/user"],
  ["query-empty", "a question mark follows the path", "/api/user?"],
  ["fragment", "a fragment follows the path", "/api/user#frag"],
  ["fragment-empty", "a number sign follows the path", "/api/user#"],
  ["dot", "/. stands between api and user", "/api/./user"],
  ["dot-last", "/. follows the path", "/api/user/."],
  ["dot-dot-last", "/.. follows the path", "/api/user/.."],
  ["dot-dot-back", "the path goes up and comes back", "/api/../api/user"],
  ["dot-dot-inside", "x/.. stands between api and user", "/api/x/../user"],
  ["dot-dot-first", "a step up stands at the beginning of the path", "/../api/user"],
  ["dot-dot-many", "the path goes up three times", "/../../../api/user"],
  ["three-dots", "three full stops stand between api and user", "/api/.../user"],
  ["escaped-dot", "%2e stands between api and user", "/api/%2e/user"],
  ["escaped-dot-dot", "%2e%2e takes the path up and back", "/api/%2e%2e/api/user"],
  ["escaped-dot-dot-slash", "%2e%2e%2f takes the path up and back", "/api/%2e%2e%2fapi/user"],
  ["backslash", "a backslash stands between api and user", "/api\\user"],
  ["backslash-first", "the first slash is a backslash", "\\api/user"],
  ["braces", "braces follow the path", "/api/user{}"],
  ["template", "the path has a name in braces", "/api/user/{id}"],
  ["pipe", "a vertical bar follows the path", "/api/user|"],
  ["caret", "a caret follows the path", "/api/user^"],
  ["quote", "a quotation mark follows the path", '/api/user"'],
  ["angle-brackets", "angle brackets follow the path", "/api/user<>"],
  ["no-first-slash", "the path begins without a slash", "api/user"],
];

/** The stated path spelled in other ways. */
export const spellings: Cases = [
  ...PLAIN.map(([name, reason, path]) => ({
    name,
    reason,
    family: "path-spelling",
    request: post(user(), { path }),
  })),
  ...EXACT.map(([name, reason, path]) => ({
    name,
    reason,
    family: "path-spelling",
    request: wirePost({ line: requestLine({ path: [{ target: "prefix" }, path] }) }),
  })),
];
