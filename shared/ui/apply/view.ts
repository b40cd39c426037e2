import type { ApplyFormat, ApplyMessages } from '../../words/apply.ts';
import { createTemplate, h } from '../dom.ts';
import { createChooseStep } from './choose-step.ts';
import { createConfirmStep } from './confirm-step.ts';
import type { ApplyFlow } from './flow.ts';
import type { Step } from './machine.ts';
import { sayProblem } from './problem.ts';
import { createFailedStep, createLoadingStep, createResultStep } from './result-step.ts';
import { type ApplyState, sayBirthday, sayPatientName } from './state.ts';
import type { StepContext, StepView } from './step.ts';

/** A named place: its id finds it inside the shadow root, its part lets the host style it. */
const place = (name: string, ...children: (Node | string)[]) =>
  h('div', { id: name, part: name }, ...children);
const title = () => h('slot', { name: 'title' }, h('span', { id: 'title-text' }));
const notice = (id: string) => h('p', { id, part: 'notice', class: 'warning', role: 'alert', hidden: '' });

export const applyTemplate = createTemplate(() =>
  place(
    'apply',
    place(
      'header',
      h('div', { id: 'title', part: 'title', role: 'heading', tabindex: '-1' }, title()),
      h('p', { id: 'patient', part: 'patient' }),
    ),
    notice('interrupted'),
    place('step'),
    // Beneath, where the button is that was used: above it would push away what is being read.
    notice('problem'),
    place('footer', h('slot', { name: 'footer' })),
    h('p', { id: 'live', class: 'quiet', role: 'status' }),
  ),
);

/** The words of a moment, and how they are shown. */
export interface ApplySpeech {
  readonly words: ApplyMessages;
  readonly format: ApplyFormat;
  readonly headingLevel: number;
  /** What the page's developer has to correct, if it concerns what is shown. */
  readonly notice?: string | undefined;
}

const MAKERS: Readonly<Record<Step, (context: StepContext) => StepView>> = {
  loading: createLoadingStep,
  failed: createFailedStep,
  choosing: createChooseStep,
  reviewing: createChooseStep,
  confirming: createConfirmStep,
  applying: createResultStep,
  applied: createResultStep,
};

/** Shows the state of a flow in a root with {@link applyTemplate}, and keeps the focus where the user goes. */
export function createApplyView(
  root: ShadowRoot,
  flow: ApplyFlow,
  given: Pick<StepContext, 'retry' | 'hostPageIsUntrusted'>,
) {
  type Shown = { readonly speech: ApplySpeech; readonly make: unknown; readonly view: StepView };
  let shown: Shown | null = null;
  const find = (id: string): HTMLElement => root.getElementById(id) ?? h('p');
  const announce = (sentence: string): void => {
    find('live').textContent = sentence;
  };
  function write(id: string, text: string): void {
    const found = find(id);
    if (found.textContent !== text) found.textContent = text;
    found.hidden = text === '';
  }

  function showStep(state: ApplyState, speech: ApplySpeech): void {
    const make = MAKERS[state.step];
    const before = shown;
    const isSame = before?.make === make;
    if (isSame && isSameSpeech(before.speech, speech)) {
      before.view.update(state);
      return;
    }
    const hadFocus = root.activeElement !== null;
    const level = Math.min(6, speech.headingLevel + 1);
    const view = make({ ...given, ...speech, flow, level, announce });
    view.update(state);
    shown = { speech, make, view };
    find('step').replaceChildren(view.element);
    announce('');
    if (isSame) return;
    const wentOn = before !== null && before.make !== MAKERS.loading && state.step !== 'loading';
    if (wentOn && state.step !== 'failed') (view.heading ?? find('title')).focus();
    // What had the focus is gone with its step: who works with the keyboard stays here.
    else if (hadFocus && !root.activeElement) find('title').focus();
  }

  return {
    /** Shows the state. `speech` is null while the words are on their way: nothing is shown then. */
    show(state: ApplyState, speech: ApplySpeech | null): void {
      const { step, patient, isInterrupted } = state;
      const box = find('apply');
      box.dataset.step = step;
      box.ariaBusy = String(['loading', 'reviewing', 'applying'].includes(step));
      if (!speech) {
        shown = null;
        find('step').replaceChildren();
        for (const id of ['patient', 'problem', 'interrupted']) write(id, '');
        return;
      }
      const { words } = speech;
      // A browser computes all styles anew for a language that is set, though it is the same.
      if (box.lang !== words.lang) box.lang = words.lang;
      find('title').ariaLevel = String(speech.headingLevel);
      write('title-text', words.title);
      const name = words.forPatient({ name: sayPatientName(words, patient) });
      write('patient', patient ? `${name}, ${sayBirthday(speech, patient)}` : '');
      write('interrupted', [isInterrupted && words.interrupted, speech.notice].filter(Boolean).join(' '));
      showStep(state, speech);
      // After the step is in place, so that the announcement is about it.
      write('problem', problemText(state, words));
    },
    /** Says that the form was emptied, if the focus was in it. */
    announceCleared(words: ApplyMessages): void {
      if (root.activeElement) announce(words.cleared);
    },
  };
}

const isSameSpeech = (one: ApplySpeech, other: ApplySpeech): boolean =>
  one.words === other.words && one.format === other.format && one.headingLevel === other.headingLevel;

/** Why the last thing could not be done; in the step of failure it is in the step itself. */
function problemText({ step, failure, change }: ApplyState, words: ApplyMessages): string {
  if (change) return words.changes[change];
  if (failure === null || step === 'failed') return '';
  return `${sayProblem(words, failure)} ${words.nothingSent}`;
}
