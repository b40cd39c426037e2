import type { ViewContext } from './context.ts';

/** When it was read, what could not be, and how to read it again. */
export function Foot({ store, speech }: ViewContext) {
  const known = store.known.value;
  if (!known) return null;
  const { words, format } = speech.course;
  return (
    <footer class="foot">
      <span>{words.readAt(format.moment(known.at))}</span>
      {known.unreadable > 0 && <span class="amber">{words.unreadable(known.unreadable)}</span>}
      <button type="button" class="link" onClick={() => void store.read(true)}>
        {speech.chart.readAgain}
      </button>
    </footer>
  );
}
