export type { CaseView, Evidence, RunView } from "../analyse/run-view.ts";
