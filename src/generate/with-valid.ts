import { Case, type Interface, type Property, type Suite } from "../model/index.ts";
import { isValidRequest } from "./valid-request.ts";

/**
 * A suite whose cases and properties say which of their requests are valid ones of the interface: computed once, when cases
 * are first read or drawn. A user's own claim is kept. A case that repeats an identity on purpose is not valid by itself,
 * because whether the second response may differ is not stated.
 */
export function withValid(suite: Suite, from: Interface): Suite {
  const { name, about } = suite;
  const made: Partial<Suite> = {};
  return {
    name,
    about,
    get cases() {
      return (made.cases ??= suite.cases.map((each) => inOrder(marked(each, from))));
    },
    get properties() {
      return (made.properties ??= suite.properties.map((each): Property => ({
        ...each,
        valid: each.valid === true || ((request) => isValidRequest(request, from)),
      })));
    },
  };
}

function marked(each: Case, from: Interface): Case {
  const isValid = each.sameIdentity !== true && isValidRequest(each.request, from);
  return isValid ? { ...each, valid: true } : each;
}

const MEMBERS = Object.keys(Case.shape) as (keyof Case)[];

/** A case with its members in the order of its schema, as in records and their hashes. */
const inOrder = (each: Case): Case =>
  Object.fromEntries(
    MEMBERS.filter((name) => each[name] !== undefined).map((name) => [name, each[name]]),
  ) as Case;
