import type { ComponentChildren } from "preact";

export const PageSection = (props: {
  id: string;
  title: ComponentChildren;
  class?: string;
  children: ComponentChildren;
}) => (
  <section class={props.class} aria-labelledby={props.id}>
    <h2 id={props.id}>{props.title}</h2>
    {props.children}
  </section>
);

/** The head of an arrow in a picture: `marker-end="url(#id)"`. */
export const ArrowHead = ({ id }: { id: string }) => (
  <marker
    id={id}
    viewBox="0 0 8 8"
    refX="7"
    refY="4"
    markerWidth="8"
    markerHeight="8"
    orient="auto"
  >
    <path d="M0 0L8 4L0 8z" />
  </marker>
);

export const Fold = (props: {
  folded: boolean | undefined;
  title: string;
  children: ComponentChildren;
}) =>
  props.folded === true ? (
    <details class="more paper">
      <summary>{props.title}</summary>
      {props.children}
    </details>
  ) : (
    <>{props.children}</>
  );

export const bulletList = <T,>(
  name: string,
  items: readonly T[],
  show: (item: T) => ComponentChildren,
) =>
  items.length > 0 && (
    <ul class={name}>
      {items.map((item) => (
        <li>{show(item)}</li>
      ))}
    </ul>
  );

export const Fact = ({ term, children }: { term: string; children: ComponentChildren }) => (
  <div>
    <dt>{term}</dt>
    <dd>{children}</dd>
  </div>
);

export const joinNodes = (parts: readonly ComponentChildren[], separator: string) =>
  parts.flatMap((part, at) => (at > 0 ? [separator, part] : [part]));
