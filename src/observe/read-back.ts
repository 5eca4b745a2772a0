import { interfaceOf } from "../contract/index.ts";
import { fillingOf, membersOf, readableIn } from "../analyse/index.ts";
import type { Requests, ResourcePath, Variation } from "../generate/index.ts";
import {
  deletedCase,
  identityText,
  locationOf,
  madePath,
  membersIn,
  nameMembers,
  otherBody,
  ownPath,
  readBack,
  readLater,
  renderSend,
  replacedCase,
  requestsOf,
  asStated,
  stored,
  variations,
} from "../generate/index.ts";
import { classOf, resultWord, type Case, type RequestResult } from "../model/index.ts";
import type { CalibratedRun } from "./calibrate-target.ts";
import type { Replied } from "./dispatcher.ts";

type Send = (sent: Case, fresh?: number) => Promise<Replied | undefined>;
/** A path to a resource: `made` of the request's own values, or as its response has it. */
type Way = { made: ResourcePath } | { named: (posted: Posted) => string | undefined };
type Posted = { result: RequestResult | undefined; fresh: number };

/** Submits resources and reads them, where a way to them is found: by `Location`, by an id in the response, or by the request's identity. */
export class ResourceReader {
  readonly #run: CalibratedRun;
  readonly #on: Requests;
  readonly #send: Send;
  #tried = 0;

  constructor(run: CalibratedRun, send: Send) {
    this.#run = run;
    this.#on = requestsOf(interfaceOf(run.settings.header));
    this.#send = send;
  }

  async read(): Promise<void> {
    const on = this.#on;
    if (!on.hasJson || on.interface.method === "GET") return;
    const way = await this.#findWay();
    if (way === undefined) return;
    if ("made" in way) {
      await this.#send(replacedCase(on, otherBody(on), way.made));
      await this.#delete(way.made);
    }
    for (const each of [asStated(on), ...variations(on)]) await this.#readOne(each, way);
  }

  /** Only a resource of this run: a request with its identity was accepted just before. */
  async #delete(path: ResourcePath): Promise<void> {
    const posted = await this.#post({ ...asStated(this.#on), name: "to-delete" });
    if (posted !== undefined && classOf(resultWord(posted.result)) === "2xx")
      await this.#send(deletedCase(this.#on, path), posted.fresh);
  }

  /** The first way on which a value comes back that only the request had, and not in the path. */
  async #findWay(): Promise<Way | undefined> {
    const posted = await this.#post({ ...asStated(this.#on), name: "found" });
    if (posted === undefined || classOf(resultWord(posted.result)) !== "2xx") return undefined;
    for (const way of this.#waysFrom(posted)) if (await this.#leads(way, posted)) return way;
    return undefined;
  }

  #waysFrom(posted: Posted): Way[] {
    const on = this.#on;
    const own = identityText(on, this.#run.settings.header.firstId, posted.fresh);
    const asMade = (named: (each: Posted) => string | undefined): Way => {
      const made = madePath(on, named(posted) ?? "", own);
      return made === undefined ? { named } : { made };
    };
    const made = ownPath(on);
    return [
      ...(locationIn(posted) === undefined ? [] : [asMade(locationIn)]),
      ...(posted.result === undefined ? [] : nameMembers(posted.result)).map((key) =>
        asMade((each) => this.#below(valueIn(each, key))),
      ),
      ...(made === undefined ? [] : [{ made }]),
    ];
  }

  #below(name: string | undefined): string | undefined {
    const { prefix } = this.#run.settings.target;
    const own = this.#on.layout.fixedPath;
    return name === undefined || own === undefined
      ? undefined
      : `${prefix}${own}/${encodeURIComponent(name)}`;
  }

  async #leads(way: Way, posted: Posted): Promise<boolean> {
    this.#tried += 1;
    const name = `way-${this.#tried}`;
    const on = this.#on;
    const stated = { ...asStated(on), name };
    const sent =
      "made" in way
        ? readBack(on, stated, way.made, "find")
        : readLater(on, stated, [way.named(posted) ?? "/"], "find");
    const replied = await this.#send(sent);
    if (replied === undefined) return false;
    const fresh = "made" in way ? replied.fresh : posted.fresh;
    const step = on.send();
    const { header } = this.#run.settings;
    const members =
      step.do === "send"
        ? membersOf(renderSend({ ...step, head: [] }, fillingOf(header, fresh)))
        : undefined;
    if (members === undefined) return false;
    const known = "made" in way ? identityText(on, header.firstId, fresh) : undefined;
    const values = Object.values(members)
      .map(String)
      .filter((value) => encodeURIComponent(value) !== known && value.length > 2);
    return readableIn(replied.answers.at(-1), members, values) !== undefined;
  }

  async #readOne(variation: Variation, way: Way): Promise<void> {
    const on = this.#on;
    if ("made" in way) {
      await this.#send(readBack(on, variation, way.made));
      return;
    }
    const posted = await this.#post(variation);
    const path = posted && way.named(posted);
    if (path !== undefined) await this.#send(readLater(on, variation, [path]));
  }

  async #post(variation: Variation): Promise<Posted | undefined> {
    const replied = await this.#send(stored(this.#on, variation));
    return replied && { result: replied.answers[0], fresh: replied.fresh };
  }
}

const locationIn = ({ result }: Posted): string | undefined => result && locationOf(result);

function valueIn({ result }: Posted, key: string): string | undefined {
  const value = result && membersIn(result)[key];
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
