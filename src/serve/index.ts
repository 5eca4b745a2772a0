export { Served } from "./served.ts";
export { unusedPort } from "./unused-port.ts";
