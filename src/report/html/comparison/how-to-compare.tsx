/** A few sentences about what the page shows, and what it does not show. */
export function HowToCompare({ load }: { load: boolean }) {
  return (
    <section aria-labelledby="how-to-read">
      <h2 id="how-to-read">How to read this page</h2>
      <p class="prose">
        Nothing is stated of most that comes back. So where targets differ, none of them is right by
        that, unless the verdict above says so, and what most of them do is not a rule either. A
        cell is how a target responded: a status, the statuses of several responses in a row, or
        what came instead (reset, closed, timed-out). A case counts only where each target gave it
        the same response each time it was sent.
      </p>
      {load && (
        <p class="prose">
          Speed is compared round by round: in each round every target has its turn, and a ratio is
          estimated from the rounds, with the interval in which it lies. Where an interval has 1 ×
          in it, the words say how large a difference could have been missed. ≥ and ≤ mark a bound.
        </p>
      )}
      <p class="quiet prose">
        Characters that cannot be seen are written as <i class="u">{"\\u{…}"}</i>. A link that ends
        with <code>#case=</code> and the id of a case opens the group that has it.
      </p>
    </section>
  );
}
