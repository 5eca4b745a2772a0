import { base } from "./styles/base.ts";
import { cases } from "./styles/cases.ts";
import { explore } from "./styles/explore.ts";
import { load } from "./styles/load.ts";
import { overview } from "./styles/overview.ts";
import { print } from "./styles/print.ts";
import { tables } from "./styles/tables.ts";
import { theme } from "./styles/theme.ts";

/** All of the page's style, in one string. */
export const style: string = [theme, base, overview, tables, cases, explore, load, print].join("");
