import { interfaceOf } from "../contract/index.ts";
import { fillingOf, membersOf, readableIn } from "../analyse/index.ts";
import type { Requests, ResourcePath } from "../generate/index.ts";
import { asStated, deletedCase, identityText, namedPath, namesIn } from "../generate/index.ts";
import { otherBody, ownPath, readBack, renderSend, replacedCase } from "../generate/index.ts";
import { requestsOf, submittedCase, takenValue, variations } from "../generate/index.ts";
import { classOf, resultWord, type Case } from "../model/index.ts";
import type { CalibratedRun } from "./calibrate-target.ts";
import type { Replied } from "./dispatcher.ts";

type Send = (sent: Case) => Promise<Replied | undefined>;
/** How the resource of a request is reached; `isOwn`: its path has the identity of the request. */
type Way = { path: ResourcePath; isOwn: boolean };

/** Submits resources and reads them, where a way to them is found: by `Location`, by an id in the response, or by the request's identity. */
export class ResourceReader {
  readonly #run: CalibratedRun;
  readonly #on: Requests;
  readonly #send: Send;

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
    // Of resources that the server names, each request may have made one.
    if (way.isOwn) await this.#send(replacedCase(on, otherBody(on), way.path));
    await this.#send(deletedCase(on, way.path));
    for (const each of [asStated(on), ...variations(on)])
      await this.#send(readBack(on, each, way.path));
  }

  /** The first way on which a value comes back that only the request had, and not in the path. */
  async #findWay(): Promise<Way | undefined> {
    const posted = await this.#send(submittedCase(this.#on));
    for (const [nth, way] of this.#waysFrom(posted).entries())
      if (await this.#leads(way, nth + 1)) return way;
    return undefined;
  }

  #waysFrom(posted: Replied | undefined): Way[] {
    const on = this.#on;
    const [result] = posted?.answers ?? [];
    if (posted === undefined || result === undefined || classOf(resultWord(result)) !== "2xx")
      return [];
    const own = identityText(on, this.#run.settings.header.firstId, posted.fresh);
    const named = namesIn(result).filter(
      (taken) => taken === "location" || on.layout.fixedPath !== undefined,
    );
    return [
      ...named.map((taken): Way => {
        const isOwn = own !== undefined && takenValue(taken, [result])?.includes(own) === true;
        return { path: (of) => namedPath(on, taken, { of }), isOwn };
      }),
      ...(on.identity === undefined ? [] : [{ path: () => ownPath(on, 0), isOwn: true }]),
    ];
  }

  async #leads({ path, isOwn }: Way, nth: number): Promise<boolean> {
    const on = this.#on;
    const sent = readBack(on, { ...asStated(on), name: `way-${nth}` }, path, "find");
    const replied = await this.#send(sent);
    if (replied === undefined) return false;
    const step = on.send();
    const { header } = this.#run.settings;
    const members =
      step.do === "send"
        ? membersOf(renderSend({ ...step, head: [] }, fillingOf(header, replied.fresh)))
        : undefined;
    if (members === undefined) return false;
    const known = isOwn ? identityText(on, header.firstId, replied.fresh) : undefined;
    const values = Object.values(members)
      .map(String)
      .filter((value) => encodeURIComponent(value) !== known && value.length > 2);
    return readableIn(replied.answers.at(-1), members, values) !== undefined;
  }
}
