export { terminalBlock } from "../text/index.ts";
