/**
 * Orders of `size` things, one for each, in which every thing takes every position once (Williams,
 * 1949). Of an even number, every thing also comes right after every other once; of an odd number
 * it takes these orders and the same ones read backwards, and then it is twice.
 */
export function williamsSquare(size: number): number[][] {
  // 0, 1, n - 1, 2, n - 2, ...: each step between neighbours has another length.
  const first = Array.from({ length: size }, (_, at) =>
    at % 2 === 1 ? (at + 1) / 2 : (size - at / 2) % size,
  );
  return first.map((_, by) => first.map((thing) => (thing + by) % size));
}
