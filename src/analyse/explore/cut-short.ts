import { Cut, type AxisFinding, type Finding } from "../../model/index.ts";
import { counted } from "../../text/index.ts";
import type { RunFold } from "../run-fold.ts";

/** Why exploring ended early, as the end of a sentence. */
export const cutWords: Record<Cut, string> = {
  "max-requests": "the requests allowed by --max-requests were used up",
  "max-time": "the time allowed by --max-time was used up",
  interrupted: "it was interrupted",
  "target-lost": "the server no longer responded",
  "rate-limited": "the server still reported too many requests after waits",
  "too-slow": "witness was too busy to send a request and read its response within --timeout",
};

/** What was cut short, and why, as sentences; empty if everything was done. */
export function cutShort({ exploration, findings }: RunFold): string[] {
  const whole =
    exploration === undefined
      ? ["the record ends before exploring was finished"]
      : exploration.cut === undefined
        ? []
        : [`exploring was cut short: ${cutWords[exploration.cut]}`];
  return [
    ...whole,
    ...Cut.options.flatMap((cut) => [...notWalked(findings, cut), ...notShrunk(findings, cut)]),
  ];
}

function notWalked(findings: readonly Finding[], cut: Cut): string[] {
  const axes = findings.filter(
    (each): each is AxisFinding => each.kind === "axis" && each.cut === cut,
  );
  if (axes.length === 0) return [];
  return [
    `not explored to the end (${cutWords[cut]}): ${axes.map(({ title }) => title).join("; ")}`,
  ];
}

function notShrunk(findings: readonly Finding[], cut: Cut): string[] {
  const of = (kind: "smallest" | "divergence"): number =>
    findings.filter((each) => each.kind === kind && each.cut === cut).length;
  const [examples, differences] = [of("smallest"), of("divergence")];
  const parts = [
    ...(examples > 0 ? [counted(examples, "smallest example")] : []),
    ...(differences > 0 ? [counted(differences, "difference")] : []),
  ];
  if (parts.length === 0) return [];
  return [`not fully shrunk (${cutWords[cut]}): ${parts.join(", ")}`];
}
