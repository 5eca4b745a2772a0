import { cutText } from "./cut-text.tsx";
import { counted } from "../../text/index.ts";

/** The parts of the document that the requests do not express, in a fold. */
export function NotExpressedFold({ lines = [] }: { lines?: readonly string[] | undefined }) {
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>
        {counted(lines.length, "part")} of the document not expressed by the requests
      </summary>
      <ul class="rests">
        {lines.map((line) => (
          <li>{cutText(line, 400)}</li>
        ))}
      </ul>
    </details>
  );
}
