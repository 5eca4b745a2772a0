/** Every exit code and its meaning, for help and docs. CI jobs depend on them: they do not change. */
export const EXIT_CODES = [
  [0, "done: the stated clauses and your rules passed"],
  [1, "a stated clause or one of your rules failed"],
  [2, "wrong usage or configuration, or a rule that cannot be judged"],
  [3, "target not reachable, lost during the run, or without a response under load"],
  [4, "inconclusive: too little evidence, no documented success, or a limit of witness"],
  [70, "this machine or witness failed: a full disk, no file descriptors, a defect"],
  [129, "ended by SIGHUP; reports of the recorded part are written"],
  [130, "ended by SIGINT (Ctrl-C); the same"],
  [143, "ended by SIGTERM; the same"],
] as const satisfies readonly (readonly [code: number, meaning: string])[];

/** The table for help: without the table writer, which loads the widths of all characters. */
export const exitCodeHelp = (): string =>
  [
    "",
    "Exit codes:",
    ...EXIT_CODES.map(([code, meaning]) => `  ${String(code).padEnd(3)}  ${meaning}`),
  ].join("\n");
