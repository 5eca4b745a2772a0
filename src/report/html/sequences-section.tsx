import type { ResourceSequence } from "../../model/index.ts";
import { counted } from "../../text/index.ts";
import { sequenceBreaches, sequenceWords } from "../sequence-words.ts";
import { headRow, PageSection } from "./elements.tsx";
import { CommandLine, cutText } from "./text.tsx";

const TEXT = 600;

/** What happened to single resources, each with the commands that send the same requests. */
export const SequencesSection = ({ sequences }: { sequences: readonly ResourceSequence[] }) => (
  <PageSection id="sequences" title="Sequences">
    <p class="quiet">
      Each was sent to a new resource. What the document states about the responses is judged; what
      else they show is described. The commands have the values of this run: take those of a
      resource of your own.
    </p>
    <div class="scroll" tabindex={0} role="region" aria-labelledby="sequences">
      <table>
        {headRow(["resource", "requests and responses"])}
        <tbody>{sequences.map(renderSequence)}</tbody>
      </table>
    </div>
  </PageSection>
);

const renderSequence = (sequence: ResourceSequence) => (
  <tr>
    <th scope="row">{cutText(sequence.resource, 120)}</th>
    <td>
      {cutText(sequenceWords(sequence), TEXT)}
      {sequenceBreaches(sequence).map((text) => (
        <p>✗ {cutText(text, TEXT)}</p>
      ))}
      <details class="more">
        <summary>{counted(sequence.steps.length, "command")} for curl</summary>
        {sequence.steps.map(({ curl, method, path }) =>
          curl === undefined ? (
            <p class="quiet">{cutText(`${method} ${path}: curl cannot send it`, TEXT)}</p>
          ) : (
            <CommandLine text={curl} />
          ),
        )}
      </details>
    </td>
  </tr>
);
