import { spawnSync } from "node:child_process";
import { WitnessError } from "../errors.ts";

/**
 * The files below `paths` (pathspecs of git, relative to this folder) that differ from the common ancestor of `ref` and
 * the checked-out commit, including uncommitted ones. @throws WitnessError `changed-since` if git cannot find them.
 */
export function changedSince(ref: string, paths: readonly string[]): string[] {
  const base = git("merge-base", "--end-of-options", ref, "HEAD").trim();
  const diff = git("diff", "--name-only", "-z", base, "--", ...paths);
  const added = git("ls-files", "--others", "--exclude-standard", "-z", "--", ...paths);
  return [...diff.split("\0"), ...added.split("\0")].filter((name) => name !== "");
}

function git(...args: string[]): string {
  const { error, status, stdout, stderr } = spawnSync("git", args, {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status === 0) return stdout;
  const [why = ""] = (error?.message ?? stderr).trim().split("\n");
  throw new WitnessError("changed-since", `--changed-since: git ${args[0]} failed: ${why}`, {
    hint: "name a commit that is in this clone: actions/checkout needs fetch-depth: 0",
  });
}
