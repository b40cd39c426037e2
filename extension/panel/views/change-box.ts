import { RECURRENCE_CYCLES, type RecurrenceCycle } from '@instrument-panel/client/contract';
import { h } from '@instrument-panel/shared/ui/dom';
import type { ApplicationChange, ChangeTarget } from '../change-store.ts';
import type { PanelCourse } from '../course.ts';
import { createButton, type PanelPart, setChildren, setText, type ViewContext } from './view.ts';

/**
 * Makes the button that asks for a change; nothing is done before it is confirmed. None where nothing may be changed.
 *
 * @param cycle the recurrence that stands there now
 */
export function createChangeButton(
  { changes, store, speech }: ViewContext,
  course: PanelCourse,
  { kind, id, about }: Pick<ChangeTarget, 'kind' | 'id' | 'about'>,
  cycle: RecurrenceCycle = 'NOW',
): readonly HTMLButtonElement[] {
  if (!store.canApply) return [];
  const target = { kind, id, about, formId: course.formId, instrument: course.name || course.title };
  const { ask } = speech.chart.changes[kind];
  const name = {
    class: 'small',
    'data-kind': kind,
    'aria-label': about ? speech.chart.of({ instrument: ask, sentence: about }) : ask,
  };
  return [createButton(ask, () => changes.ask(target, cycle), name)];
}

/** Gives the names that the words of a change have. */
const toNames = ({ instrument, about }: ApplicationChange, patient: string) => ({
  instrument,
  patient,
  about: about || null,
});

/** Makes the question, with patient and instrument on the button. */
function createQuestion(
  { changes, speech }: ViewContext,
  change: ApplicationChange,
  patient: string,
  leave: () => void,
): readonly HTMLElement[] {
  const { chart, apply } = speech;
  const words = chart.changes[change.kind];
  const cycles = h(
    'select',
    {},
    ...RECURRENCE_CYCLES.map((cycle) => h('option', { value: cycle }, apply.cycles[cycle])),
  );
  cycles.value = change.cycle;
  cycles.addEventListener('change', () => changes.choose(cycles.value as RecurrenceCycle));
  const confirm = words.confirm(toNames(change, patient));
  return [
    h('p', {}, words.means),
    ...(change.kind === 'recur' ? [h('label', { class: 'field' }, chart.recurrence, cycles)] : []),
    h(
      'p',
      { class: 'buttons' },
      createButton(confirm, () => void changes.confirm(), { class: 'primary', 'data-writes': '' }),
      createButton(chart.keep, leave),
    ),
  ];
}

/** Says what came of a change. */
function sayOutcome({ speech: { chart } }: ViewContext, change: ApplicationChange, patient: string): string {
  switch (change.step) {
    case 'sending':
      return chart.sending;
    case 'checking':
      return chart.checking;
    case 'done':
      return chart.changes[change.kind].done(toNames(change, patient));
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
      return `${chart.refused({ instrument: change.instrument })} ${why}`;
    }
  }
}

/** Makes the outcome; its sentence is kept as the change goes on, so that each is read out. */
function createOutcome(context: ViewContext, leave: () => void) {
  const { changes, speech } = context;
  const sentence = h('p', { role: 'status' });
  const check = createButton(speech.chart.checkAgain, () => changes.check(), { class: 'primary' });
  const close = createButton(speech.chart.closeOutcome, leave);
  return {
    elements: [sentence, h('p', { class: 'buttons' }, check, close)],
    update(change: ApplicationChange, patient: string): void {
      setText(sentence, sayOutcome(context, change, patient));
      check.hidden = change.step !== 'unknown';
      close.hidden = change.step === 'sending' || change.step === 'checking';
    },
  };
}

/** Shows a change that is asked about, under way, or over. Takes the focus when it appears; Escape leaves it. */
export function createChangeBox(context: ViewContext): PanelPart {
  const { changes, speech, store } = context;
  const heading = h('h3', { id: 'change-title', tabindex: '-1' });
  const element = h(
    'div',
    { class: 'change-box', role: 'group', 'aria-labelledby': 'change-title' },
    heading,
  );
  /** Closes the box, and brings the focus back to the instrument that it was about. */
  const leave = (): void => {
    const row = element.closest('.course')?.querySelector<HTMLElement>('button.row');
    changes.close();
    if (changes.state.current === null) row?.focus();
  };
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    leave();
  });
  let outcome = createOutcome(context, leave);
  let question: readonly HTMLElement[] = [];
  let shown = '';
  return {
    element,
    update() {
      const change = changes.state.current;
      if (!change || !element.parentElement) {
        shown = '';
        return;
      }
      const patient = store.state.known?.person.name || speech.apply.unnamed;
      const isAsking = change.step === 'asking';
      element.dataset.step = change.step;
      setText(heading, speech.chart.changes[change.kind].question(toNames(change, patient)));
      const now = JSON.stringify([change.kind, change.id, isAsking, patient]);
      if (now !== shown) {
        question = isAsking ? createQuestion(context, change, patient, leave) : [];
        outcome = createOutcome(context, leave);
      }
      if (!isAsking) outcome.update(change, patient);
      setChildren(element, [heading, ...(isAsking ? question : outcome.elements)]);
      // The button that led here may be gone: whoever used it goes on from the heading.
      if (now !== shown) heading.focus();
      shown = now;
    },
  };
}
