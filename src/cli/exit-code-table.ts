/** Every exit code and what it means, for help and docs. A CI job may act on them: they do not change. */
export const EXIT_CODES = [
  [0, "done: what is stated held, and so did every rule of yours"],
  [1, "something stated, or a rule of yours, did not hold"],
  [2, "usage or configuration, or a rule that cannot be judged"],
  [3, "the target: not reachable, lost on the way, or without a response under load"],
  [4, "inconclusive: too little evidence, or a limit of witness left something unjudged"],
  [
    70,
    "this machine or witness itself could not go on: a full disk, no file descriptors, a defect",
  ],
  [129, "ended by SIGHUP; reports of what was recorded are written"],
  [130, "ended by SIGINT (Ctrl-C), likewise"],
  [143, "ended by SIGTERM, likewise"],
] as const satisfies readonly (readonly [code: number, meaning: string])[];

/** The table as help prints it: without the table writer, which loads how wide every character is. */
export const exitCodeHelp = (): string =>
  [
    "",
    "Exit codes:",
    ...EXIT_CODES.map(([code, meaning]) => `  ${String(code).padEnd(3)}  ${meaning}`),
  ].join("\n");
