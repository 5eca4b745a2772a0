import { faulty, type FaultyName } from "../servers/faulty.ts";
import { SENDING_VERBS } from "../servers/faulty/expected.ts";
import { chosen, valueOf } from "./arguments.ts";
import { serveWhatIsWanted } from "./server-process.ts";
import { soak } from "./soak.ts";
import { tryAll } from "./try-all.ts";

const DEFAULT_MINUTES = 20;
/** Several times what the slowest server needs on two idle cores. */
const DEFAULT_BOUND_SECONDS = 60;
const command = process.argv[2] ?? "";

if (process.send !== undefined && command === "serve") await serveWhatIsWanted();
else {
  const names = chosen("--only", Object.keys(faulty) as FaultyName[]);
  const verbs = chosen("--verb", SENDING_VERBS);
  const minutes = Number(valueOf("--minutes") ?? DEFAULT_MINUTES);
  const bound = Number(valueOf("--bound") ?? DEFAULT_BOUND_SECONDS);
  process.exitCode = await (command === "soak"
    ? soak(names, verbs, minutes)
    : tryAll(names, verbs, bound));
}
