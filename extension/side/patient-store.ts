import type { Patient } from '@instrument-panel/client/contract';
import { type Signal, signal } from '@preact/signals';
import type { Identity } from '../context/context.ts';
import type { IntentInput, IntentOutput, IntentsFrom } from '../intents/intents.ts';
import { ApplyFormView, isUnderWay } from '../panel/apply-form.ts';
import { ChangeStore } from '../panel/change-store.ts';
import { ChartStore } from '../panel/chart-store.ts';
import { createHost } from '../panel/frame/host.ts';
import { type AnswersOpener, createAnswersOpener } from '../panel/item.ts';
import { PatientSession } from '../panel/session.ts';
import { type PanelSpeech, speechFor } from '../panel/speech.ts';
import { chartPanelStyles } from '../panel/styles.ts';
import type { SurfaceClient } from '../surface/client.ts';
import { Resource } from '../surface/resource.ts';
import { Case } from './case.ts';
import type { KnownPerson } from './identifiers/identifiers.ts';
import { knownPerson } from './identifiers/identifiers.ts';

/** No page stands around these pages that could cover them or make clicks up. */
const NO_GUARD = { watch() {}, end() {} };

/**
 * Everything about the patient of one epoch: what was read, what was typed, what is being applied. It is kept while
 * the page says nothing clear, and shown again where the same patient comes back; another patient ends it.
 */
export class PatientStore {
  readonly epoch: string;
  readonly identity: Identity;
  readonly chart: ChartStore;
  readonly history: Resource<IntentOutput<'history.read'>>;
  readonly changes: ChangeStore;
  readonly form: ApplyFormView;
  readonly speech: PanelSpeech;
  /** Opens the answers of a submission; nothing stays of them where the patient goes. */
  readonly items: AnswersOpener;
  /** Holds what {@link items} opens: to be put somewhere into the page. */
  readonly dialogs: HTMLElement;
  readonly recommending: Case;
  /** The instrument whose notifications are looked at. */
  readonly notified: Signal<string | null> = signal(null);
  readonly #client: SurfaceClient;
  readonly #session: PatientSession;
  readonly #analyses = new Map<string, Resource<IntentOutput<'analysis.read'>>>();
  readonly #notifications = new Map<string, Resource<IntentOutput<'notifications.read'>>>();
  #isPaused = false;

  constructor(client: SurfaceClient, lang: string, epoch: string, identity: Identity) {
    this.#client = client;
    this.epoch = epoch;
    this.identity = identity;
    this.#session = new PatientSession(
      {
        ask: (of, intent, input, ending, effect) =>
          client.ask(effect, intent, input, { epoch: of, signal: ending }),
      },
      { epoch, identity },
    );
    this.chart = new ChartStore(this.#session);
    this.history = this.#reading('history.read', {});
    this.speech = speechFor(lang);
    this.changes = new ChangeStore(this.#session, () => this.refresh());
    this.form = new ApplyFormView({
      session: this.#session,
      guard: NO_GUARD,
      words: this.speech.apply,
      applied: () => this.refresh(),
    });
    const { element, root } = createHost('block', chartPanelStyles);
    const place = document.createElement('div');
    place.className = 'wrap';
    root.append(place);
    this.dialogs = element;
    this.items = createAnswersOpener(place, this.#session, this.speech);
    this.recommending = new Case((caseText, ending) =>
      client.act('recommend.ask', { caseText }, { epoch, signal: ending }),
    );
  }

  /** Reads the record, by which the patient is named on top of every section. */
  begin(): void {
    void this.chart.read();
  }

  /** Writes something about this patient; refused as `stale` once another is there. */
  write<Name extends IntentsFrom<'own-page', 'write'>>(
    name: Name,
    input: IntentInput<Name>,
  ): Promise<IntentOutput<Name>> {
    return this.#client.write(name, input, { epoch: this.epoch });
  }

  /** The service's record; null while it is not known. */
  get record(): Patient | null {
    return this.chart.state.known?.patient ?? null;
  }

  /** All by which a text could name the patient. The record is waited for where it is being read. */
  async person(): Promise<KnownPerson> {
    if (!this.record) {
      // A patient who is not linked has no record: only the identifiers of the page are known.
      const patient = await this.#client.read('apply.patient', {}, { epoch: this.epoch }).catch(() => null);
      return knownPerson(this.identity, patient);
    }
    return knownPerson(this.identity, this.record);
  }

  analysis(formId: string): Resource<IntentOutput<'analysis.read'>> {
    return kept(this.#analyses, formId, () => this.#reading('analysis.read', { formId }));
  }

  notifications(formId: string): Resource<IntentOutput<'notifications.read'>> {
    return kept(this.#notifications, formId, () => this.#reading('notifications.read', { formId }));
  }

  /** Something was sent, and it is not known yet what became of it. */
  get isUnderWay(): boolean {
    return isUnderWay(this.changes, this.form);
  }

  /** Reads again what was read: something has changed. */
  refresh(): void {
    void this.chart.read();
    this.#refreshReadings();
  }

  /** Reads again on request, past the background's cache. */
  readAgain(): void {
    void this.chart.read(true);
    this.#refreshReadings();
  }

  #refreshReadings(): void {
    for (const reading of [this.history, ...this.#analyses.values(), ...this.#notifications.values()]) {
      reading.refresh();
    }
  }

  /** The page says nothing clear: nothing is shown or sent, and what was typed stays. */
  pause(): void {
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.items.close();
    this.#session.pause();
    this.chart.pause();
    this.changes.hold();
    this.form.hold();
  }

  /** The same patient is there. */
  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.chart.resume();
    this.#refreshReadings();
    this.changes.resume();
    this.form.resume();
  }

  /** Another patient is there: everything is forgotten. */
  end(): void {
    this.pause();
    this.#session.end();
    this.chart.end();
    this.changes.end();
    this.form.end();
    this.recommending.forget();
    for (const reading of [this.history, ...this.#analyses.values(), ...this.#notifications.values()]) {
      reading.forget();
    }
  }

  #reading<Name extends IntentsFrom<'own-page', 'read'>>(
    name: Name,
    input: IntentInput<Name>,
  ): Resource<IntentOutput<Name>> {
    return new Resource((ending) => this.#client.read(name, input, { epoch: this.epoch, signal: ending }));
  }
}

/** The value of a key, made where it is not there. */
function kept<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
}
