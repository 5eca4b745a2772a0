import { Cut } from "./cut-text.tsx";
import type { UsualBlock } from "./usual-lines.ts";

/** The lines behind the marks, by number. */
export function UsualList({ title, blocks }: { title: string; blocks: readonly UsualBlock[] }) {
  if (blocks.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      {blocks.map(({ first, lines }) => (
        <ol start={first}>
          {lines.map(({ shared }) => (
            <li>
              <Cut text={shared} limit={512} />
            </li>
          ))}
        </ol>
      ))}
    </div>
  );
}
