import type { ViewContext } from './context.ts';

/** Nothing is known yet. */
export function Waiting({ speech }: ViewContext) {
  return (
    <div class="waiting">
      <p class="hush">{speech.chart.loading}</p>
      {[0, 1, 2].map((line) => (
        <span key={line} class="bone" />
      ))}
    </div>
  );
}

/** Why nothing is shown, and what to do about it. */
export function TroubleBox({ store, speech, intents }: ViewContext) {
  const { trouble, problem } = store.failure.value ?? {};
  if (!trouble) return null;
  const { chart } = speech;
  const { title, advice, action } = chart.troubles[trouble];
  const canRetry = trouble !== 'offline' && trouble !== 'not-linked';
  const at = trouble === 'signed-out' ? 'sign-in' : 'link';
  return (
    <div class="trouble" role="alert">
      <p>
        <b>{title}</b>
      </p>
      <p>{advice}</p>
      {problem?.traceId && <p class="small">{chart.trace(problem.traceId)}</p>}
      <p class="buttons">
        {action && (
          <button type="button" class="primary" onClick={() => intents.side(at)}>
            {action}
          </button>
        )}
        {canRetry && (
          <button type="button" onClick={() => void store.read(true)}>
            {chart.again}
          </button>
        )}
      </p>
    </div>
  );
}

/** The last good reading is shown: since when, why no newer one, and how to have it. */
export function Stale({ store, speech }: ViewContext) {
  const { known, failure } = store;
  if (!known.value || !failure.value) return null;
  const { course, chart } = speech;
  const { title, advice } = chart.troubles[failure.value.trouble];
  return (
    <div class="stale" role="status">
      <span>
        {course.words.staleSince(course.format.moment(known.value.at))} {title}. {advice}
      </span>
      <button type="button" onClick={() => void store.read(true)}>
        {chart.again}
      </button>
    </div>
  );
}

/**
 * The last thing that was said. It stands at the panel's end, so that nothing above it moves under the pointer, and
 * keeps to the window's edge while that end is out of sight.
 */
export function NoticeLine({ store }: ViewContext) {
  const notice = store.notice.value;
  if (!notice) return null;
  return (
    // An element of its own for each, since a live region says again only what changed.
    <p key={notice} class="notice" role="alert">
      {notice.text}
    </p>
  );
}
