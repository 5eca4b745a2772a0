// Writes the documentation pages that are generated from the code: docs/options.md and docs/rules.md.
import { writeFileSync } from "node:fs";
import { optionsPage, rulesPage } from "../build/tools/rules-page.js";

writeFileSync(new URL("../docs/options.md", import.meta.url), optionsPage());
writeFileSync(new URL("../docs/rules.md", import.meta.url), rulesPage());
