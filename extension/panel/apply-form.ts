import { ApplyFlow, isOutcomeOpen } from '@instrument-panel/shared/ui/apply/flow';
import type { ApplyState } from '@instrument-panel/shared/ui/apply/state';
import { applyStyles } from '@instrument-panel/shared/ui/apply/styles';
import { type ApplySpeech, applyTemplate, createApplyView } from '@instrument-panel/shared/ui/apply/view';
import { type ApplyMessages, createApplyFormat } from '@instrument-panel/shared/words/apply';
import type { ChangeStore } from './change-store.ts';
import { adopt, SHADOW } from './frame/host.ts';
import { Observable } from './observable.ts';
import { createIntentApplyService, type PatientSession } from './session.ts';
import { formStyles } from './styles.ts';
import type { ClickGuard } from './trust.ts';

const toSpeech = (words: ApplyMessages): ApplySpeech => ({
  words,
  format: createApplyFormat(words, null),
  headingLevel: 3,
});

/** The form for applying instruments, in a root of its own: it is kept while the panel around it comes and goes. */
export class ApplyFormView extends Observable<{ readonly apply: ApplyState | null }> {
  readonly element = document.createElement('div');
  readonly root = this.element.attachShadow(SHADOW);
  readonly #session: PatientSession;
  readonly #flow: ApplyFlow;
  readonly #view: ReturnType<typeof createApplyView>;
  #speech: ApplySpeech;
  #patientId: string | null = null;

  /** @param applied called once an instrument has been applied */
  constructor(
    session: PatientSession,
    guard: Pick<ClickGuard, 'watch'> | null,
    words: ApplyMessages,
    applied: (formId: string) => void,
  ) {
    super({ apply: null });
    this.#session = session;
    this.#speech = toSpeech(words);
    for (const css of [applyStyles(), formStyles]) adopt(this.root, css);
    this.root.append(applyTemplate());
    guard?.watch(this.root);
    this.#flow = new ApplyFlow({
      timeZone: () => null,
      changed: () => this.#show(),
      applied: ({ formId }) => applied(formId),
      failed: () => {},
    });
    this.#view = createApplyView(this.root, this.#flow, {
      retry: () => this.#flow.retry(),
      hostPageIsUntrusted: true,
    });
  }

  /** Begins for a patient; for the one it was begun for, it goes on. */
  begin(patientId: string, professionalId: string): void {
    if (this.#patientId === patientId) return;
    this.#patientId = patientId;
    this.#flow.begin(createIntentApplyService(this.#session, { patientId, professionalId }));
  }

  speak(words: ApplyMessages): void {
    this.#speech = toSpeech(words);
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

  end(): void {
    this.#flow.blank();
    this.#patientId = null;
    this.set({ apply: null });
    this.root.replaceChildren();
  }

  #show(): void {
    const { state } = this.#flow;
    this.set({ apply: state });
    this.#view.show(state, this.#speech);
  }
}

/** True for a form in which something was chosen, and nothing was sent. */
export const isUnsent = (apply: ApplyState | null): boolean =>
  apply !== null && apply.chosen.length > 0 && /^(?:choosing|reviewing|confirming)$/.test(apply.step);

/** True if something was sent for the patient, and its outcome is not known yet. */
export function isUnderWay(changes: ChangeStore, form: ApplyFormView): boolean {
  const { step } = changes.state.current ?? {};
  return step === 'sending' || step === 'checking' || isOutcomeOpen(form.state.apply?.attempts ?? []);
}
