import { RECURRENCE_CYCLES, type RecurrenceCycle } from '@instrument-panel/client/contract';
import { useEffect, useRef } from 'preact/hooks';
import type { Change } from '../store/change.ts';
import type { DetailProps } from './course-detail.tsx';

interface BoxProps extends DetailProps {
  readonly change: Change;
  /** As the record has it: what stands on the button. */
  readonly patient: string;
  readonly leave: () => void;
}

/** The question, with patient and instrument on the button. */
function Question({ changes, change, speech, patient, leave }: BoxProps) {
  const { chart, apply } = speech;
  const words = chart.changes[change.kind];
  return (
    <>
      <p>{words.means}</p>
      {change.kind === 'recur' && (
        <label class="field">
          {chart.recurrence}
          <select
            value={change.cycle}
            onChange={({ currentTarget }) => changes.choose(currentTarget.value as RecurrenceCycle)}
          >
            {RECURRENCE_CYCLES.map((cycle) => (
              <option key={cycle} value={cycle}>
                {apply.cycles[cycle]}
              </option>
            ))}
          </select>
        </label>
      )}
      <p class="buttons">
        <button type="button" class="primary" data-writes="" onClick={() => void changes.confirm()}>
          {words.confirm(change.instrument, patient, change.about)}
        </button>
        <button type="button" onClick={leave}>
          {chart.keep}
        </button>
      </p>
    </>
  );
}

/** What came of it, in a sentence. */
function outcomeOf({ change, speech, patient }: BoxProps): string {
  const { chart } = speech;
  switch (change.step) {
    case 'sending':
      return chart.sending;
    case 'checking':
      return chart.checking;
    case 'done':
      return chart.changes[change.kind].done(change.instrument, patient);
    case 'not-done':
      return chart.notDone;
    case 'unknown':
      return chart.unknown;
    default: {
      const trouble = change.trouble ?? 'service';
      const { title, advice } = chart.troubles[trouble];
      const why =
        trouble === 'forbidden' || trouble === 'not-found'
          ? chart.refusedFor[trouble]
          : `${title}. ${advice}`;
      return `${chart.refused(change.instrument)} ${why}`;
    }
  }
}

function Outcome(props: BoxProps) {
  const { changes, change, speech, leave } = props;
  const { chart } = speech;
  const isOver = change.step !== 'sending' && change.step !== 'checking';
  return (
    <>
      <p role="status">{outcomeOf(props)}</p>
      <p class="buttons">
        {change.step === 'unknown' && (
          <button type="button" class="primary" onClick={() => changes.check()}>
            {chart.checkAgain}
          </button>
        )}
        {isOver && (
          <button type="button" onClick={leave}>
            {chart.closeOutcome}
          </button>
        )}
      </p>
    </>
  );
}

/** A change that is asked about, under way, or over. Takes the focus when it appears; Escape leaves it. */
export function ChangeBox(props: DetailProps) {
  const { changes, speech, store } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const change = changes.current.value;
  const isAsking = change?.step === 'asking';
  const key = change && `${change.kind}/${change.id}/${isAsking}`;
  // Whoever asked, or confirmed, goes on from here.
  useEffect(() => {
    if (key) heading.current?.focus();
  }, [key]);
  if (!change) return null;
  const patient = store.known.value?.person.name || speech.apply.unnamed;
  /** Whoever closes it goes back to the instrument that it was about. */
  const leave = (): void => {
    const row = heading.current?.closest('.course')?.querySelector<HTMLElement>('button.row');
    changes.close();
    if (changes.current.value === null) row?.focus();
  };
  const given = { ...props, change, patient, leave };
  const words = speech.chart.changes[change.kind];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of what is asked; a fieldset groups fields
    <div
      class="change-box"
      data-step={change.step}
      role="group"
      aria-labelledby="change-title"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        leave();
      }}
    >
      <h3 id="change-title" ref={heading} tabIndex={-1}>
        {words.question(change.instrument, patient, change.about)}
      </h3>
      {isAsking ? <Question {...given} /> : <Outcome {...given} />}
    </div>
  );
}
