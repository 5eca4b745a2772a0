import { type MachineState, runMachine } from "../model/index.ts";

/** A sequence of letters, as indexes of an alphabet. */
export type Word = readonly number[];

/** A place in the tree of everything that was observed: one node for each observed sequence. */
export type ObservedNode = {
  readonly access: Word;
  readonly children: Map<number, { output: string; node: ObservedNode }>;
};

/** Thrown when a sequence got another response than before: the target is not deterministic as far as it is observed. */
export class Contradiction extends Error {
  readonly word: Word;
  readonly outputs: readonly [string, string];

  constructor(word: Word, outputs: readonly [string, string]) {
    super(`the same sequence got ${outputs.join(" and ")}`);
    this.name = "Contradiction";
    this.word = word;
    this.outputs = outputs;
  }
}

/** Everything that was observed of a machine, as a tree of sequences from its first state. */
export class ObservationTree {
  readonly root: ObservedNode = newNode([]);

  /** Adds the responses to a sequence. @throws Contradiction if a part of it is known with another response. */
  add(word: Word, outputs: readonly string[]): void {
    let at = this.root;
    for (const [index, output] of outputs.entries()) {
      const letter = word[index];
      if (letter === undefined) return;
      let child = at.children.get(letter);
      if (child === undefined) {
        child = { output, node: newNode(word.slice(0, index + 1)) };
        at.children.set(letter, child);
      }
      if (child.output !== output)
        throw new Contradiction(child.node.access, [child.output, output]);
      at = child.node;
    }
  }

  /** The node of a sequence; undefined if it was not observed. */
  at(word: Word, from: ObservedNode = this.root): ObservedNode | undefined {
    let node: ObservedNode | undefined = from;
    for (const letter of word) node = node?.children.get(letter)?.node;
    return node;
  }

  /** The responses to a sequence from a node on; undefined if they were not all observed. */
  outputs(word: Word, from: ObservedNode): string[] | undefined {
    let node: ObservedNode | undefined = from;
    const outputs = word.map((letter) => {
      const child = node?.children.get(letter);
      node = child?.node;
      return child?.output ?? "";
    });
    return node === undefined ? undefined : outputs;
  }

  /** Whether these states give the observed responses to a sequence. */
  agrees(word: Word, states: readonly MachineState[]): boolean {
    const { outputs } = runMachine({ states }, word);
    let at: ObservedNode | undefined = this.root;
    return word.every((letter, index) => {
      const child = at?.children.get(letter);
      at = child?.node;
      return child === undefined || child.output === outputs[index];
    });
  }

  /** The shortest observed sequence to which these states respond otherwise; undefined if there is none. */
  disagreement(states: readonly MachineState[]): Word | undefined {
    return apartFrom(this.root, 0, (state, letter) => {
      const { outputs = [], next = [] } = states[state] ?? {};
      return { output: outputs[letter] ?? "", node: next[letter] ?? 0 };
    });
  }
}

const newNode = (access: Word): ObservedNode => ({ access, children: new Map() });

/**
 * The shortest observed sequence to which two nodes respond differently; undefined if there is none. Vaandrager, Garhewal,
 * Rot and Wissmann, "A New Approach for Active Automata Learning Based on Apartness" (2022), definition 2.6.
 */
export function apartness(one: ObservedNode, other: ObservedNode): Word | undefined {
  return apartFrom(one, other, (node, letter) => node.children.get(letter));
}

/** The shortest observed sequence to which a node responds differently from a state of a machine that `step` walks. */
function apartFrom<S>(
  node: ObservedNode,
  state: S,
  step: (state: S, letter: number) => { output: string; node: S } | undefined,
): Word | undefined {
  let level: { node: ObservedNode; state: S; word: Word }[] = [{ node, state, word: [] }];
  while (level.length > 0) {
    const below: typeof level = [];
    for (const at of level)
      for (const [letter, child] of at.node.children) {
        const other = step(at.state, letter);
        if (other === undefined) continue;
        const word = [...at.word, letter];
        if (other.output !== child.output) return word;
        below.push({ node: child.node, state: other.node, word });
      }
    level = below;
  }
  return undefined;
}
