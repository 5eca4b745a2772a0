import { suiteFor, type Requests } from "../src/generate/index.ts";
import type { Suite } from "../src/model/index.ts";
import { bytesInHeaders } from "./headers/bytes-in-headers.ts";
import { connectionOptions } from "./headers/connection-options.ts";
import { host } from "./headers/host.ts";
import { layout } from "./headers/layout.ts";
import { lines } from "./headers/lines.ts";
import { ordinary } from "./headers/ordinary.ts";
import { sizes } from "./headers/sizes.ts";

/** The headers of the stated request, changed, moved, repeated, and others added. */
export default (on: Requests): Suite =>
  suiteFor(on.interface, {
    name: "headers",
    about: "header lines: Host, layout, bytes, order, size, number, and further headers",
    clauses: ["client-headers", "response-status", "error-conditions", "error-codes"],
    cases: () => [
      ...host(on),
      ...layout(on),
      ...lines(on),
      ...bytesInHeaders(on),
      ...connectionOptions(on),
      ...ordinary(on),
      ...sizes(on),
    ],
  });
