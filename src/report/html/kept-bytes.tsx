import { rawText, type KeptBytes } from "../../model/index.ts";
import { firstCharacters, seenText } from "./cut-text.tsx";
import { whole } from "../../text/index.ts";

const BODY_LIMIT = 640;

/** Received bytes as they are shown: as text, or as base64 if they are not UTF-8. */
export function Kept({ kept }: { kept: KeptBytes }) {
  const isText = kept.text !== undefined;
  const shown = firstCharacters(rawText(kept.text ?? kept.base64 ?? ""), BODY_LIMIT);
  const bytes = isText ? new TextEncoder().encode(shown).length : bytesOfBase64(shown);
  return (
    <>
      {!isText && shown !== "" && <span class="cut">not UTF-8, shown as base64: </span>}
      {seenText(shown, true)}
      {bytes < kept.bytes && (
        <span class="cut">
          {" "}
          … {whole(bytes)} of {whole(kept.bytes)} bytes
        </span>
      )}
    </>
  );
}

const bytesOfBase64 = (text: string) => Math.floor((text.replace(/=+$/, "").length * 3) / 4);
