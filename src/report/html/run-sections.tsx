import { Fold, PageSection } from "./elements.tsx";

export function HowToRead(props: { cases: boolean; explore: boolean; load: boolean }) {
  const { cases, explore, load } = props;
  return (
    <PageSection id="how-to-read" title="How to read this page">
      <p class="quiet prose">
        Statuses are observations: a 4xx is not a failure and a 2xx not a success. Characters that
        cannot be seen are written as <i class="u">{"\\u{…}"}</i>.
      </p>
      <Fold folded title="What the parts of this page mean">
        {cases && renderCases()}
        {explore && renderExplore()}
        {load && renderLoad()}
      </Fold>
    </PageSection>
  );
}

const renderCases = () => (
  <p class="prose">
    The one verdict here is on what is stated: that every valid request got a complete HTTP
    response, and where a document states responses, that they are as it states. Nearly everything
    else that comes back is “not shown”. All else is what the server did: each row is a request that
    differs in the one way its line says, and opens to the sent bytes, the response, and the
    commands that send it again. It does not say what the server ought to do; compare it with what
    you expect of it.
  </p>
);

const renderExplore = () => (
  <p class="prose">
    A boundary lies between two adjacent values that get different responses, both confirmed twice
    more. A well-known value at the boundary is a hint, not a proven cause. An example is the
    smallest request found by removing parts that do not affect the response.
  </p>
);

const renderLoad = () => (
  <p class="prose">
    Load repeats the stated request with fresh values. Latency is the time to the complete response,
    from sending, or at a fixed rate from when the request was due. p99 is the time that 99 of 100
    responses took at most. ≥ marks a lower bound: the generator was the limit, the server may do
    more. ! marks figures that one of their checks speaks against; what it says is in words next to
    them. No figure includes the warm-up.
  </p>
);
