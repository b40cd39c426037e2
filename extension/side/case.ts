import type { Recommendation } from '@instrument-panel/client/contract';
import { type Signal, signal } from '@preact/signals';
import type { Problem } from '../intents/protocol.ts';
import type { IntentOutput } from '../intents/requests.ts';
import { toRequestProblem } from '../surface/problem.ts';
import { type FoundIdentifier, findIdentifiers, type KnownPerson } from './identifiers/identifiers.ts';

/** State of the text of a case. */
type CaseState =
  | { readonly step: 'writing' }
  /** Nothing was written. */
  | { readonly step: 'empty' }
  /** Not sent: it names the patient. */
  | { readonly step: 'identifies'; readonly found: readonly FoundIdentifier[]; readonly person: KnownPerson }
  /** Not sent by the background, which found more. */
  | { readonly step: 'refused'; readonly kinds: readonly FoundIdentifier['kind'][] }
  | { readonly step: 'asking' }
  | { readonly step: 'failed'; readonly problem: Problem }
  | { readonly step: 'answered'; readonly recommendation: Recommendation };

type Send = (caseText: string, ending: AbortSignal) => Promise<IntentOutput<'recommend.ask'>>;

/** A case in the clinician's own words, and what is suggested for it. It is checked before it leaves the page. */
export class Case {
  readonly text: Signal<string> = signal('');
  readonly state: Signal<CaseState> = signal({ step: 'writing' });
  readonly #send: Send;
  #controller: AbortController | null = null;

  constructor(send: Send) {
    this.#send = send;
  }

  /** The text as it is typed; what was found in it is looked for again at once. */
  write(text: string): void {
    this.text.value = text;
    const { value } = this.state;
    if (value.step === 'identifies') {
      const found = findIdentifiers(text, value.person);
      this.state.value = found.length > 0 ? { ...value, found } : { step: 'writing' };
    } else if (value.step === 'empty' || value.step === 'refused') this.state.value = { step: 'writing' };
  }

  /** Checks the text, and sends it where nothing of the patient is in it. */
  async ask(personOf: () => Promise<KnownPerson>): Promise<void> {
    if (this.state.value.step === 'asking') return;
    if (this.text.value.trim() === '') {
      this.state.value = { step: 'empty' };
      return;
    }
    this.#controller?.abort();
    const controller = new AbortController();
    this.#controller = controller;
    this.state.value = { step: 'asking' };
    try {
      const person = await personOf();
      if (controller.signal.aborted) return;
      const found = findIdentifiers(this.text.value, person);
      if (found.length > 0) {
        this.state.value = { step: 'identifies', found, person };
        return;
      }
      const answer = await this.#send(this.text.value, controller.signal);
      if (controller.signal.aborted) return;
      this.state.value =
        answer.state === 'identifies'
          ? { step: 'refused', kinds: answer.found }
          : { step: 'answered', recommendation: answer.recommendation };
    } catch (error) {
      if (!controller.signal.aborted) this.state.value = { step: 'failed', problem: toRequestProblem(error) };
    }
  }

  /** Forgets the text and what was suggested. */
  forget(): void {
    this.#controller?.abort();
    this.#controller = null;
    this.text.value = '';
    this.state.value = { step: 'writing' };
  }
}
