export { readConfig } from "../policy/index.ts";
