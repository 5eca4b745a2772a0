import { type MachineState, runMachine } from "../model/index.ts";

/** A sequence of letters, as indexes of an alphabet. */
export type Word = readonly number[];

type ObservedNode = {
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

class ObservationTree {
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

  at(word: Word): ObservedNode | undefined {
    let node: ObservedNode | undefined = this.root;
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

/** Apartness (Vaandrager, Garhewal, Rot and Wissmann, 2022, definition 2.6): the shortest sequence to which two nodes respond differently. */
const apartness = (one: ObservedNode, other: ObservedNode): Word | undefined =>
  apartFrom(one, other, (node, letter) => node.children.get(letter));

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

/** Answers sequences of letters: a list of responses for each, from a target in its first state. */
export type MachineTeacher = {
  letters: number;
  ask: (words: readonly Word[]) => Promise<string[][]>;
  /** Sequences that could refute these states, in batches, the most promising first; it ends where the budget does. */
  tests: (states: readonly MachineState[], isKnown: (word: Word) => boolean) => Iterable<Word[]>;
};

/**
 * Learns the smallest Mealy machine that gives all responses that were observed, until no test refutes it. It is L# (Vaandrager,
 * Garhewal, Rot and Wissmann, 2022): a tree of observations, in which states that are apart are the states of the machine.
 * What `ask` rejects with ends it. @throws Contradiction if a sequence got two responses.
 */
export async function learnMachine(teacher: MachineTeacher): Promise<MachineState[]> {
  const learner = new Learner(teacher);
  for (;;) {
    const states = await learner.hypothesis();
    if (!(await learner.isRefuted(states))) return breadthFirst(states);
  }
}

/** The same machine, its states in the order in which a walk in the order of letters reaches them, breadth first. */
export function breadthFirst(states: readonly MachineState[]): MachineState[] {
  const reached = [{ at: 0, access: [] as number[] }];
  for (const { at, access } of reached)
    for (const [letter, next] of (states[at]?.next ?? []).entries())
      if (reached.every((each) => each.at !== next))
        reached.push({ at: next, access: [...access, letter] });
  const places = new Map(reached.map(({ at }, place) => [at, place]));
  return reached.map(({ at, access }) => {
    const { next = [], outputs = [] } = states[at] ?? {};
    return { access, next: next.map((each) => places.get(each) ?? 0), outputs: [...outputs] };
  });
}

class Learner {
  readonly #teacher: MachineTeacher;
  readonly #tree = new ObservationTree();
  /** Nodes that are pairwise apart: one for each state. */
  readonly #basis: ObservedNode[];

  constructor(teacher: MachineTeacher) {
    this.#teacher = teacher;
    this.#basis = [this.#tree.root];
  }

  async hypothesis(): Promise<MachineState[]> {
    for (;;) {
      const missing = this.#promote() ? undefined : this.#missing();
      if (missing === undefined) continue;
      if (missing.length > 0) {
        await this.#observe(missing);
        continue;
      }
      const states = this.#states();
      const wrong = this.#tree.disagreement(states);
      if (wrong === undefined) return states;
      await this.#explain(wrong, states);
    }
  }

  async isRefuted(states: readonly MachineState[]): Promise<boolean> {
    const isKnown = (word: Word): boolean => this.#tree.at(word) !== undefined;
    for (const words of this.#teacher.tests(states, isKnown)) {
      await this.#observe(words);
      if (words.some((word) => !this.#tree.agrees(word, states))) return true;
    }
    return false;
  }

  async #observe(words: readonly Word[]): Promise<void> {
    const outputs = await this.#teacher.ask(words);
    for (const [index, word] of words.entries()) this.#tree.add(word, outputs[index] ?? []);
  }

  get #letters(): number[] {
    return [...Array(this.#teacher.letters).keys()];
  }

  /** A node next to the basis that is apart from all of it is a new state. */
  #promote(): boolean {
    for (const node of this.#frontier())
      if (this.#candidates(node).length === 0) {
        this.#basis.push(node);
        return true;
      }
    return false;
  }

  #frontier(): ObservedNode[] {
    const basis = new Set(this.#basis);
    return this.#basis
      .flatMap(({ children }) => [...children.values()].map(({ node }) => node))
      .filter((node) => !basis.has(node));
  }

  #candidates(node: ObservedNode): number[] {
    return [...this.#basis.keys()].filter((index) => {
      const state = this.#basis[index];
      return state !== undefined && apartness(node, state) === undefined;
    });
  }

  /** Sequences without which a transition, or the state that it leads to, is not known. */
  #missing(): Word[] {
    const end = this.#telling(this.#basis);
    const steps = this.#basis.flatMap(({ access, children }) =>
      this.#letters
        .filter((letter) => !children.has(letter))
        .map((letter) => [...access, letter, ...end]),
    );
    if (steps.length > 0) return steps;
    return this.#frontier().flatMap((node) => {
      const candidates = this.#candidates(node).flatMap((index) => this.#basis[index] ?? []);
      return candidates.length < 2 ? [] : [[...node.access, ...this.#telling(candidates)]];
    });
  }

  /** The sequence to which most of these nodes respond differently; empty if there is one node. */
  #telling(nodes: readonly ObservedNode[]): Word {
    let best: { word: Word; worth: number } = { word: [], worth: 0 };
    for (const [at, one] of nodes.entries())
      for (const other of nodes.slice(at + 1)) {
        const word = apartness(one, other) ?? [];
        const worth = new Set(nodes.map((node) => this.#tree.outputs(word, node)?.join())).size;
        if (worth > best.worth) best = { word, worth };
      }
    return best.word;
  }

  #states(): MachineState[] {
    return this.#basis.map(({ access, children }) => {
      const steps = this.#letters.flatMap((letter) => children.get(letter) ?? []);
      const next = steps.map(({ node }) => {
        const own = this.#basis.indexOf(node);
        return own === -1 ? (this.#candidates(node)[0] ?? 0) : own;
      });
      return { access: [...access], next, outputs: steps.map(({ output }) => output) };
    });
  }

  /** Binary search along a sequence that these states get wrong (Rivest and Schapire, 1993): a transition leads elsewhere, its node is apart. */
  async #explain(wrong: Word, states: readonly MachineState[]): Promise<void> {
    let [low, high] = [0, wrong.length];
    while (high - low > 1) {
      const cut = Math.floor((low + high) / 2);
      const { access = [] } = states[runMachine({ states }, wrong.slice(0, cut)).state] ?? {};
      const instead = [...access, ...wrong.slice(cut)];
      if (this.#tree.at(instead) === undefined) await this.#observe([instead]);
      if (this.#tree.agrees(instead, states)) high = cut;
      else low = cut;
    }
  }
}
