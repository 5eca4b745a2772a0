import { setTimeout as sleep } from "node:timers/promises";
import { unpackTarget } from "../contract/index.ts";
import { ownFault } from "../machine-fault.ts";
import { closedSlot } from "./closed-slot.ts";
import type { FromGenerator, GeneratorOptions, SlotRequest, ToGenerator } from "./child-module.ts";
import { openSlot } from "./open-slot.ts";
import { IdSequence } from "./request-ring.ts";
import type { SlotOptions, SlotTally } from "./slot-tally.ts";

const LIVE_EVERY_MS = 250;
const LISTEN_EVERY_MS = 100;

/** Run as a separate process: sends one slot after the other on request. */
function serve(options: GeneratorOptions): void {
  const ids = new IdSequence(options.firstId, options.ids);
  let stop = new AbortController();
  let heardMs = performance.now();
  const { silentMs } = options;
  if (silentMs !== undefined)
    setInterval(() => {
      if (performance.now() - heardMs > silentMs) stop.abort();
    }, LISTEN_EVERY_MS);
  process.on("message", (message: ToGenerator) => {
    heardMs = performance.now();
    if (message.type === "alive") return;
    if (message.type === "stop") return stop.abort();
    stop = new AbortController();
    sendSlot(message, ids, stop.signal).catch((error: unknown) => {
      const { code, message: text, hint = "" } = ownFault(error);
      tell({ type: "failed", code, message: text, hint });
    });
  });
  // The parent is gone. Ctrl-C in the terminal reaches this process too: it waits for the parent's message.
  process.once("disconnect", () => process.exit());
  for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.on(signal, () => {});
  tell({ type: "ready" });
}

async function sendSlot(request: SlotRequest, ids: IdSequence, signal: AbortSignal): Promise<void> {
  const { offered } = request;
  let tally: SlotTally | undefined;
  const target = unpackTarget(request.target);
  const options: SlotOptions = {
    ...request,
    target,
    ids,
    signal,
    ready: () => sleep(Math.max(0, request.startAtMs - Date.now())),
    follow: (each) => (tally = each),
  };
  const live = setInterval(() => tally !== undefined && tellLive(tally), LIVE_EVERY_MS);
  try {
    const slot = offered.model === "open" ? openSlot(options, offered) : closedSlot(options);
    const sent = await slot;
    // Of this machine's clock, for the process that compares generators.
    const beganAtMs = Date.now() - performance.now() + (tally?.beganMs ?? performance.now());
    tell({ type: "tally", tally: sent, beganAtMs });
  } finally {
    clearInterval(live);
  }
}

function tellLive(tally: SlotTally): void {
  const latencies = tally.latencies();
  tell({
    type: "live",
    figures: {
      answered: tally.count,
      perSecond: tally.count / Math.max(0.001, (performance.now() - tally.beganMs) / 1000),
      p50Us: latencies.getValueAtPercentile(50),
      p99Us: latencies.getValueAtPercentile(99),
      statuses: tally.statusCounts(),
      unanswered: tally.withoutResponseCount,
    },
  });
}

const tell = (message: FromGenerator): boolean | undefined => process.send?.(message);

serve(JSON.parse(process.argv[2] ?? "{}") as GeneratorOptions);
