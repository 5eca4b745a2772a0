import { startReference } from "./references.ts";

// A process of its own, with the name of a server: starts it, reports its address, and ends with its parent.
const [name = ""] = process.argv.slice(2);
process.once("disconnect", () => process.exit());
process.send?.(await startReference(name));
