import type { ApplyFormat, ApplyMessages } from '../../words/apply.ts';
import { h } from '../dom.ts';
import { createChooseStep } from './choose-step.ts';
import { createConfirmStep } from './confirm-step.ts';
import type { ApplyFlow } from './flow.ts';
import type { Step } from './machine.ts';
import { sayProblem } from './problem.ts';
import { createFailedStep, createLoadingStep, createResultStep } from './result-step.ts';
import { type ApplyState, sayBirthday, sayPatientName } from './state.ts';
import type { StepContext, StepView } from './step.ts';

/** A named place: its id finds it inside the shadow root, its part lets the host style it. */
const place = (
  tag: 'div' | 'p',
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
) => h(tag, { id: name, part: name, ...attributes }, ...children);

let made: DocumentFragment | undefined;

/** The frame around the steps; built once for the page and cloned for each form. */
export function applyTemplate(): DocumentFragment {
  if (!made) {
    const title = h('slot', { name: 'title' }, h('span', { id: 'title-text' }));
    made = document.createDocumentFragment();
    made.append(
      place(
        'div',
        'apply',
        {},
        place(
          'div',
          'header',
          {},
          place('div', 'title', { role: 'heading', tabindex: '-1' }, title),
          place('p', 'patient'),
        ),
        h('p', { id: 'interrupted', part: 'notice', class: 'warning', role: 'alert', hidden: '' }),
        place('div', 'step'),
        // Beneath, where the button is that was used: above it would push away what is being read.
        h('p', { id: 'problem', part: 'notice', class: 'warning', role: 'alert', hidden: '' }),
        place('div', 'footer', {}, h('slot', { name: 'footer' })),
        h('p', { id: 'live', class: 'quiet', role: 'status' }),
      ),
    );
  }
  return document.importNode(made, true);
}

/** The words of a moment, and how they are shown. */
export interface ApplySpeech {
  readonly words: ApplyMessages;
  readonly format: ApplyFormat;
  /** Level of the title among the page's headings. */
  readonly headingLevel: number;
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

/** Shows the state of a flow in a root, and keeps the focus where the user goes. */
export class ApplyView {
  readonly #root: ShadowRoot;
  readonly #flow: ApplyFlow;
  readonly #given: Pick<StepContext, 'previewOf' | 'retry' | 'hostPageIsUntrusted'>;
  #shown: { readonly speech: ApplySpeech; readonly make: unknown; readonly view: StepView } | null = null;

  /** @param root holds {@link applyTemplate} */
  constructor(
    root: ShadowRoot,
    flow: ApplyFlow,
    given: Pick<StepContext, 'previewOf' | 'retry' | 'hostPageIsUntrusted'>,
  ) {
    this.#root = root;
    this.#flow = flow;
    this.#given = given;
  }

  /** Shows the state. `speech` is null while the words are on their way: nothing is shown then. */
  show(state: ApplyState, speech: ApplySpeech | null): void {
    const box = this.#place('apply');
    box.dataset.step = state.step;
    box.ariaBusy = String(['loading', 'reviewing', 'applying'].includes(state.step));
    if (!speech) {
      this.#shown = null;
      this.#place('step').replaceChildren();
      for (const id of ['patient', 'problem', 'interrupted']) this.#write(id, '');
      return;
    }
    const { words } = speech;
    box.lang = words.lang;
    this.#place('title').ariaLevel = String(speech.headingLevel);
    this.#write('title-text', words.title);
    this.#write(
      'patient',
      state.patient
        ? `${words.forPatient({ name: sayPatientName(words, state.patient) })}, ${sayBirthday(speech, state.patient)}`
        : '',
    );
    this.#write('interrupted', state.isInterrupted ? words.interrupted : '');
    this.#showStep(state, speech);
    // After the step stands, so that what is announced is said of it.
    this.#write('problem', problemText(state, words));
  }

  /** Says that the form was emptied, where somebody was in it. */
  announceCleared(words: ApplyMessages): void {
    if (this.#root.activeElement) this.#announce(words.cleared);
  }

  #showStep(state: ApplyState, speech: ApplySpeech): void {
    const make = MAKERS[state.step];
    const before = this.#shown;
    if (before?.make === make && isSameSpeech(before.speech, speech)) {
      before.view.update(state);
      return;
    }
    const hadFocus = this.#root.activeElement !== null;
    const view = make({
      ...this.#given,
      ...speech,
      flow: this.#flow,
      level: Math.min(6, speech.headingLevel + 1),
      announce: (sentence) => this.#announce(sentence),
    });
    view.update(state);
    this.#shown = { speech, make, view };
    this.#place('step').replaceChildren(view.element);
    this.#announce('');
    if (before?.make === make) return;
    const wentOn = before !== null && before.make !== MAKERS.loading && state.step !== 'loading';
    if (wentOn && state.step !== 'failed') (view.heading ?? this.#place('title')).focus();
    // What had the focus is gone with its step: who works with the keyboard stays here.
    else if (hadFocus && !this.#root.activeElement) this.#place('title').focus();
  }

  #announce(sentence: string): void {
    this.#place('live').textContent = sentence;
  }

  #place(id: string): HTMLElement {
    return this.#root.getElementById(id) ?? h('p');
  }

  #write(id: string, text: string): void {
    const found = this.#place(id);
    if (found.textContent !== text) found.textContent = text;
    found.hidden = text === '';
  }
}

const isSameSpeech = (one: ApplySpeech, other: ApplySpeech): boolean =>
  one.words === other.words && one.format === other.format && one.headingLevel === other.headingLevel;

/** Why the last thing could not be done; in the step of failure it stands in the step itself. */
function problemText({ step, failure, change }: ApplyState, words: ApplyMessages): string {
  if (change) return words.changes[change];
  if (failure === null || step === 'failed') return '';
  return `${sayProblem(words, failure)} ${words.nothingSent}`;
}
