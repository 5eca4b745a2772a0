import { defineSuite } from "../src/generate/define-suite.ts";
import { bytesInHeaders } from "./headers/bytes-in-headers.ts";
import { connectionOptions } from "./headers/connection-options.ts";
import { host } from "./headers/host.ts";
import { layout } from "./headers/layout.ts";
import { lines } from "./headers/lines.ts";
import { ordinary } from "./headers/ordinary.ts";
import { sizes } from "./headers/sizes.ts";

/** The headers of the stated request, changed, moved, multiplied, and others beside them. */
export default defineSuite({
  name: "headers",
  about: "header lines: Host, layout, bytes, order, size, number, and further headers",
  clauses: ["client-headers", "response-status", "error-conditions", "error-codes"],
  cases: [
    ...host,
    ...layout,
    ...lines,
    ...bytesInHeaders,
    ...connectionOptions,
    ...ordinary,
    ...sizes,
  ],
});
