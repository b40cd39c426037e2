import { sleep } from '@instrument-panel/client';
import { ApplyFlow } from '@instrument-panel/shared/ui/apply/flow';
import { previewOf } from '@instrument-panel/shared/ui/apply/schedule';
import type { ApplyState } from '@instrument-panel/shared/ui/apply/state';
import { applyStyles } from '@instrument-panel/shared/ui/apply/styles';
import { applyTemplate } from '@instrument-panel/shared/ui/apply/template';
import { type ApplySpeech, ApplyView } from '@instrument-panel/shared/ui/apply/view';
import { type ApplyMessages, createApplyFormat } from '@instrument-panel/shared/words/apply';
import { signal } from '@preact/signals';
import { adopt } from './frame/adopt.ts';
import { SHADOW } from './frame/host.ts';
import { intentApplyService } from './session/apply-service.ts';
import type { Session } from './session/session.ts';
import { formStyles } from './styles/form.ts';
import type { Guard } from './trust.ts';

const speechOf = (words: ApplyMessages): ApplySpeech => ({
  words,
  format: createApplyFormat(words, null),
  headingLevel: 3,
});

/** What the form is made with. */
export interface ApplyGround {
  readonly session: Session;
  readonly guard: Guard;
  readonly words: ApplyMessages;
  /** The service has one more application. */
  readonly applied: (formId: string) => void;
}

/** The form for applying instruments, in a root of its own: it is kept while the panel around it comes and goes. */
export class ApplyForm {
  readonly element = document.createElement('div');
  /** What is filled in by now. */
  readonly state = signal<ApplyState | null>(null);
  readonly root: ShadowRoot;
  readonly #ground: ApplyGround;
  readonly #flow: ApplyFlow;
  readonly #view: ApplyView;
  #speech: ApplySpeech;
  #patientId: string | null = null;

  constructor(ground: ApplyGround) {
    this.#ground = ground;
    const { words, guard } = ground;
    this.#speech = speechOf(words);
    this.root = this.element.attachShadow(SHADOW);
    adopt(this.root, applyStyles());
    adopt(this.root, formStyles);
    this.root.append(applyTemplate());
    guard.watch(this.root);
    this.#flow = new ApplyFlow({
      now: () => Date.now(),
      timeZone: () => null,
      isOnline: () => navigator.onLine,
      sleep,
      changed: () => this.#show(),
      applied: ({ formId }) => ground.applied(formId),
      failed: () => {},
    });
    this.#view = new ApplyView(this.root, this.#flow, {
      previewOf: ({ schedule }) => previewOf(schedule, Date.now(), null),
      retry: () => this.#flow.retry(),
      isOverheard: true,
    });
  }

  /** Begins for a patient; for the one it was begun for, it goes on. */
  begin(patientId: string, professionalId: string): void {
    if (this.#patientId === patientId) return;
    this.#patientId = patientId;
    this.#flow.begin(intentApplyService(this.#ground.session, { patientId, professionalId }));
  }

  /** Speaks another language from now on. */
  speak(words: ApplyMessages): void {
    this.#speech = speechOf(words);
    if (this.#patientId) this.#show();
  }

  /** Chooses one instrument and goes on to the confirmation, as applied once and at once. */
  suggest(formId: string): void {
    const { chosen } = this.#flow.state;
    for (const { id } of chosen) if (id !== formId) this.#flow.toggleChoice(id);
    if (!chosen.some(({ id }) => id === formId)) this.#flow.toggleChoice(formId);
    this.#flow.review();
  }

  focus(): void {
    this.root.getElementById('title')?.focus();
  }

  hold(): void {
    if (this.#patientId) this.#flow.hold();
  }

  resume(): void {
    if (this.#patientId) this.#flow.resume();
  }

  /** Forgets everything. */
  end(): void {
    this.#flow.blank();
    this.#patientId = null;
    this.state.value = null;
    this.root.replaceChildren();
  }

  #show(): void {
    const { state } = this.#flow;
    this.state.value = state;
    this.#view.show(state, this.#speech);
  }
}
