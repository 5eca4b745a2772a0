import { Option, type Command } from "commander";
import { list } from "./parse-options.ts";

/** Where targets, options and rules are read from. */
export const addConfig = (command: Command): Command =>
  command.option("--config <file>", "a configuration instead of witness.config.* in this folder");

/** What a run is judged by, and where the result goes. */
export const addGate = (command: Command): Command =>
  command
    .option("--baseline <file>", "fail on drift from what witness baseline save has written")
    .addOption(
      new Option(
        "--inconclusive <verdict>",
        "what too little evidence comes to (exit code 4)",
      ).choices(["pass", "fail"]),
    )
    .option("--reporter <names>", "also write html, junit, ctrf, markdown", list, []);
