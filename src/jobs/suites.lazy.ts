export { suitesFor, validSuitesFor } from "../../suites/index.ts";
