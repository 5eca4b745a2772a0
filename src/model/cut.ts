import { z } from "zod";

export const Cut = z.enum([
  "max-requests",
  "max-time",
  "interrupted",
  "target-lost",
  "rate-limited",
  "turned-away",
  "too-slow",
]);
export type Cut = z.infer<typeof Cut>;
