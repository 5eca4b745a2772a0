import { Dispatcher } from "./dispatcher.ts";
import { firstContact, type Contact } from "./first-contact.ts";
import { sendingOf, type RunSettings } from "./run-settings.ts";

/** Fresh values between those of the checks and those of planned cases, so many for each time a run is resumed. */
const FIRST_FRESH = 10_000;
const FRESH_EACH = 100;

/** Finds out whether the target of a run that is to go on responds. Nothing of it goes into the record. */
export async function respondsAgain(settings: RunSettings): Promise<Contact> {
  const { recorded, events = {} } = settings;
  const dispatcher = new Dispatcher(
    { ...sendingOf(settings), keep: false },
    FIRST_FRESH + FRESH_EACH * (recorded?.resumed ?? 0),
  );
  const journal = { nowMs: () => 0, observe: () => {}, note: () => {} };
  events.phase?.("checking that a valid request is answered");
  return firstContact(settings, dispatcher, journal).finally(() => dispatcher.close());
}
