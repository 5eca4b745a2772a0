// Writes the comment that `witness gate --reporter pr-comment` has made on the pull request of this workflow,
// instead of the one of an earlier run. Never fails the job: the gate has decided already.
import { readFileSync } from "node:fs";

const {
  GATE_TOKEN: token = "",
  GITHUB_API_URL: api = "https://api.github.com",
  GITHUB_EVENT_PATH: eventPath = "",
  GITHUB_OUTPUT: outputs = "",
  GITHUB_REPOSITORY: repository = "",
} = process.env;

const MOST_PAGES = 20;
const PER_PAGE = 100;
const LONGEST_MS = 20_000;

await main().catch((error) => say("warning", `no comment was written: ${reasonOf(error)}`));

async function main() {
  const path = lastOutput("comment");
  const number = JSON.parse(readFileSync(eventPath, "utf8")).pull_request?.number;
  if (!Number.isInteger(number)) return say("notice", "no comment: this is no pull request");
  if (path === undefined) return say("notice", "no comment: the gate has judged nothing");
  const body = readFileSync(path, "utf8");
  const [marker = ""] = body.split("\n", 1);
  const known = await findComment(number, marker);
  if (known === undefined)
    await request("POST", `/repos/${repository}/issues/${number}/comments`, { body });
  else await request("PATCH", `/repos/${repository}/issues/comments/${known}`, { body });
}

/** The value that a step has set last. */
function lastOutput(name) {
  const lines = readFileSync(outputs, "utf8").split("\n");
  const line = lines.findLast((each) => each.startsWith(`${name}=`));
  return line?.slice(name.length + 1);
}

/** The id of our comment: anybody may write the marker, so the author counts, too. */
async function findComment(number, marker) {
  const own = await request("GET", "/user").then(
    ({ login }) => login,
    // The token of a workflow has no user.
    () => undefined,
  );
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const path = `/repos/${repository}/issues/${number}/comments?per_page=${PER_PAGE}&page=${page}`;
    const comments = await request("GET", path);
    const found = comments.find(
      ({ body = "", user }) =>
        body.split(/\r?\n/, 1)[0] === marker &&
        (own === undefined ? user?.type === "Bot" : user?.login === own),
    );
    if (found !== undefined) return found.id;
    if (comments.length < PER_PAGE) return undefined;
  }
  return undefined;
}

async function request(method, path, content) {
  const response = await fetch(`${api}${path}`, {
    method,
    signal: AbortSignal.timeout(LONGEST_MS),
    headers: {
      Accept: "application/vnd.github+json",
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      "User-Agent": "api-witness",
    },
    ...(content && { body: JSON.stringify(content) }),
  });
  if (!response.ok) throw new Error(`${method} got status ${response.status}`);
  return response.json();
}

/** Nothing in it may be read as another command of the runner. */
function reasonOf(error) {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .replaceAll(/[^\x20-\x7e]/g, " ")
    .replaceAll("%", "%25")
    .slice(0, 200);
}

function say(level, text) {
  console.log(`::${level}::witness gate: ${text}`);
}
