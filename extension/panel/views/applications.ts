import {
  type Application,
  isActiveApplication,
  RECURRENCE_CYCLES,
  type RecurrenceCycle,
  sayListed,
} from '@instrument-panel/client/contract';
import { createButton } from '@instrument-panel/shared/ui/button';
import { h } from '@instrument-panel/shared/ui/dom';
import { joinParts } from '@instrument-panel/shared/words/say';
import type { ApplicationChange } from '../change-store.ts';
import type { PanelCourse } from '../course.ts';
import { sayProblemKind } from '../problem.ts';
import { createItemList, type PanelPart, setChildren, setText, type ViewContext } from './view.ts';

/**
 * Makes the button that asks for a change; nothing is done before it is confirmed. None where nothing may be changed.
 * `cycle` is the current recurrence.
 */
export function createChangeButton(
  { changes, store, speech }: ViewContext,
  course: PanelCourse,
  { kind, id, about }: Pick<ApplicationChange, 'kind' | 'id' | 'about'>,
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

const toNames = ({ instrument, about }: ApplicationChange, patient: string) => ({
  instrument,
  patient,
  about: about || null,
});

function createQuestion(
  { changes, speech: { chart, apply } }: ViewContext,
  change: ApplicationChange,
  patient: string,
  leave: () => void,
): readonly HTMLElement[] {
  const words = chart.changes[change.kind];
  const options = RECURRENCE_CYCLES.map((cycle) => h('option', { value: cycle }, apply.cycles[cycle]));
  const cycles = h('select', {}, ...options);
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
      createButton(chart.keep({ isCancel: change.kind.startsWith('cancel') }), leave),
    ),
  ];
}

/** Says what became of a change that was confirmed. */
export function sayOutcome(
  { speech: { chart } }: ViewContext,
  change: ApplicationChange,
  patient: string,
): string {
  const { step, kind, instrument, problemKind } = change;
  if (step === 'done') return chart.changes[kind].done(toNames(change, patient));
  if (step === 'not-done') return chart.notDone;
  if (step === 'sending' || step === 'checking' || step === 'unknown') return chart[step];
  const isOfItem = problemKind === 'forbidden' || problemKind === 'not-found';
  const why = isOfItem ? chart.refusedFor[problemKind] : sayProblemKind(chart, problemKind ?? 'service');
  return `${chart.refused({ instrument })} ${why}`;
}

/** Shows a change that is asked about, under way, or over. Takes the focus when it appears; Escape leaves it. */
function createChangeBox(context: ViewContext): PanelPart {
  const { changes, speech, store } = context;
  const heading = h('h3', { id: 'change-title', tabindex: '-1' });
  const attributes = { class: 'change-box', role: 'group', 'aria-labelledby': 'change-title' };
  const element = h('div', attributes, heading);
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
  // The sentence is kept as the change goes on, so that each is read out.
  const sentence = h('p', { role: 'status' });
  const check = createButton(speech.chart.checkAgain, () => changes.check(), { class: 'primary' });
  const close = createButton(speech.chart.closeOutcome, leave);
  const outcome = [sentence, h('p', { class: 'buttons' }, check, close)];
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
      const { step, kind, id } = change;
      const patient = store.state.known?.person.name || speech.apply.unnamed;
      const isAsking = step === 'asking';
      element.dataset.step = step;
      setText(heading, speech.chart.changes[kind].question(toNames(change, patient)));
      setText(sentence, isAsking ? '' : sayOutcome(context, change, patient));
      check.hidden = step !== 'unknown';
      close.hidden = step === 'sending' || step === 'checking';
      const now = JSON.stringify([kind, id, isAsking, patient]);
      const isNew = now !== shown;
      shown = now;
      if (isNew && isAsking) question = createQuestion(context, change, patient, leave);
      setChildren(element, [heading, ...(isAsking ? question : outcome)]);
      // The button that led here may be gone: the focus goes to the heading.
      if (isNew) heading.focus();
    },
  };
}

/** Says a day of the service's; empty if it gives none, or none that can be read. */
function sayDay({ speech }: ViewContext, text: string | null | undefined): string {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? '' : speech.course.format.day(at);
}

function createApplication(context: ViewContext, course: PanelCourse, one: Application): HTMLElement {
  const { id, status } = one;
  const cycle = RECURRENCE_CYCLES.find((known) => known === one.recurrenceCycle);
  const { chart, apply } = context.speech;
  const about = sayDay(context, one.startedAt ?? one.createdAt);
  const next = isActiveApplication(one) ? sayDay(context, one.nextAnswerAt) : '';
  // `Every week, since 3 Mar 2026, next request 10 Mar 2026`
  const said = joinParts(
    sayListed(chart.status, status),
    sayListed(apply.cycles, one.recurrenceCycle).toLowerCase(),
    about && chart.since({ date: about }),
    next && chart.next({ date: next }),
  );
  const change = (kind: 'recur' | 'finish') =>
    createChangeButton(context, course, { kind, id, about }, kind === 'recur' ? cycle : 'NOW');
  const buttons = [...change('recur'), ...(status === 'IN_PROGRESS' ? change('finish') : [])];
  return h(
    'li',
    {},
    h('span', {}, said),
    ...(isActiveApplication(one) ? [h('span', { class: 'buttons' }, ...buttons)] : []),
  );
}

export function createApplications(context: ViewContext): PanelPart<PanelCourse> {
  const { chart } = context.speech;
  const title = h('b', {}, chart.applications);
  const none = h('p', { class: 'small' }, chart.noApplications);
  const list = h('ul');
  const cancel = h('p', { class: 'buttons' });
  const box = createChangeBox(context);
  const element = h('div', { class: 'applications' });
  let course: PanelCourse | null = null;
  const showList = createItemList<Application>(context, list, (of, one) =>
    createApplication(context, of, one),
  );
  const showCancel = createItemList(context, cancel, (of, { id }) => {
    const [button] = createChangeButton(context, of, { kind: 'cancel', id, about: '' });
    return button ?? h('span');
  });
  return {
    element,
    update(next) {
      const { applications, formId } = next;
      if (next !== course) {
        course = next;
        showList(next, applications);
        // Cancels all applications of the instrument at once, named by the first.
        const [first] = applications.filter(isActiveApplication);
        showCancel(next, first ? [{ id: first.id }] : []);
      }
      const isChanging = context.changes.state.current?.formId === formId;
      setChildren(element, [
        title,
        applications.length === 0 && none,
        list,
        cancel.childElementCount > 0 && cancel,
        isChanging && box.element,
      ]);
      box.update();
    },
  };
}
