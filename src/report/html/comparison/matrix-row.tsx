import type { ComponentChildren } from "preact";
import { CutText, firstCharacters, Seen } from "../cut-text.tsx";
import { whole } from "../../../text/numbers.ts";
import { markOfSignature } from "../status-class.ts";
import { kindsOf } from "./alike.ts";

const CELL_LIMIT = 40;

function Cell({ name, signature }: { name: string; signature: string | undefined }) {
  if (signature === undefined)
    return (
      <b class="none">
        <i>{name} </i>–
      </b>
    );
  return (
    <b class={markOfSignature(signature)}>
      <i>{name} </i>
      {signature.length > CELL_LIMIT ? (
        <>
          <Seen text={firstCharacters(signature, CELL_LIMIT)} />… ({whole(signature.length)}{" "}
          characters)
        </>
      ) : (
        <Seen text={signature} />
      )}
    </b>
  );
}

/** Names of the columns; every row repeats them for screen readers. */
export function MatrixHead(props: { names: readonly string[]; what: string; size: string }) {
  return (
    <div class={`head ${props.names.length > 6 ? "upright" : ""}`} aria-hidden="true">
      <span>{props.what}</span>
      <span class="size">{props.size}</span>
      <span class="cells">
        {props.names.map((name) => (
          <span>{name}</span>
        ))}
      </span>
    </div>
  );
}

/** The group, its size, and how each target responded; it opens to the evidence. */
export function MatrixRow(props: {
  what: string;
  under: ComponentChildren;
  size: number;
  sizeWord: string;
  names: readonly string[];
  signatures: readonly (string | undefined)[];
  /** Numbers of the suites of its cases. */
  suites?: readonly number[];
  children: ComponentChildren;
}) {
  const { names, signatures, suites } = props;
  const kinds = kindsOf(signatures.map((signature) => signature ?? ""));
  return (
    <details class="row" data-v={kinds.join(" ")} {...(suites && { "data-s": suites.join(" ") })}>
      <summary>
        <span class="what">
          <CutText text={props.what} limit={220} />
          <small>{props.under}</small>
        </span>
        <span class="size">
          {whole(props.size)} <i>{props.sizeWord}</i>
        </span>
        <span class="cells">
          {names.map((name, at) => (
            <Cell name={name} signature={signatures[at]} />
          ))}
        </span>
      </summary>
      {props.children}
    </details>
  );
}
