// Writes the documentation pages that are generated from the code: docs/options.md.
import { writeFileSync } from "node:fs";
import { optionsPage } from "../dist/src/options/options-page.js";

writeFileSync(new URL("../docs/options.md", import.meta.url), optionsPage());
