export { suitesFor } from "../../suites/index.ts";
