import { isSameId } from '@instrument-panel/client/params';
import { type Signal, signal } from '@preact/signals';
import type { ChartSnapshot } from '../background/service/chart.ts';
import type { Identity } from '../context/context.ts';
import type { IntentInput, IntentName, IntentsFrom } from '../intents/intents.ts';
import { plainProblem } from '../intents/protocol.ts';
import { AskError, type IntentOutput } from '../intents/requests.ts';
import { ApplyFormView, isUnderWay } from '../panel/apply-form.ts';
import { ChangeStore } from '../panel/change-store.ts';
import { ChartStore } from '../panel/chart-store.ts';
import { createHost } from '../panel/frame/host.ts';
import { createAnswersOpener } from '../panel/item.ts';
import { PatientSession } from '../panel/session.ts';
import { type PanelSpeech, speechFor } from '../panel/speech.ts';
import { chartPanelStyles } from '../panel/styles.ts';
import type { SurfaceClient } from '../surface/client.ts';
import { Resource } from '../surface/resource.ts';
import { Case } from './case.ts';
import { type KnownPerson, knownPerson } from './identifiers/identifiers.ts';

/**
 * Everything about the patient of one epoch: what was read, what was typed, what is being applied. It is kept while
 * the page says nothing clear, and shown again where the same patient comes back; another patient ends it.
 */
export class PatientStore {
  readonly epoch: string;
  readonly identity: Identity;
  readonly chart: ChartStore;
  readonly changes: ChangeStore;
  readonly form: ApplyFormView;
  readonly speech: PanelSpeech;
  /** Opens the answers of a submission; nothing stays of them where the patient goes. */
  readonly items: ReturnType<typeof createAnswersOpener>;
  /** Holds what {@link items} opens: to be put somewhere into the page. */
  readonly dialogs: HTMLElement;
  readonly recommending: Case;
  /** The instrument whose notifications are looked at. */
  readonly notified: Signal<string | null> = signal(null);
  readonly #client: SurfaceClient;
  readonly #session: PatientSession;
  /** By intent and input. */
  readonly #readings = new Map<string, Resource<unknown>>();
  #isPaused = false;

  /** @param listedId the patient of the list, where they were chosen there; such a store only reads */
  constructor(
    client: SurfaceClient,
    lang: string,
    epoch: string,
    identity: Identity,
    listedId: string | null = null,
  ) {
    this.#client = client;
    this.epoch = epoch;
    this.identity = identity;
    this.#session = new PatientSession(
      {
        ask: (of, intent, input, ending, effect) =>
          listedId === null
            ? client.ask(effect, intent, input, { epoch: of, signal: ending })
            : askOfListed(client, listedId, intent as IntentName, input, ending),
      },
      { epoch, identity },
    );
    this.chart = new ChartStore(this.#session);
    this.speech = speechFor(lang);
    this.changes = new ChangeStore(this.#session, () => this.refresh());
    // Without a guard: no host page surrounds these pages that could cover them or forge clicks.
    this.form = new ApplyFormView(this.#session, null, this.speech.apply, () => this.refresh());
    const { element, root } = createHost('flow-root', chartPanelStyles);
    const place = document.createElement('div');
    place.className = 'wrap';
    root.append(place);
    this.dialogs = element;
    this.items = createAnswersOpener(place, this.#session, this.speech);
    this.recommending = new Case((caseText, ending) =>
      client.act('recommend.ask', { caseText }, { epoch, signal: ending }),
    );
  }

  /** Writes something about this patient; refused as `stale` once another is there. */
  write<Name extends IntentsFrom<'own-page', 'write'>>(
    name: Name,
    input: IntentInput<Name>,
  ): Promise<IntentOutput<Name>> {
    return this.#client.write(name, input, { epoch: this.epoch });
  }

  /** All by which a text could name the patient. The record is waited for where it is being read. */
  async person(): Promise<KnownPerson> {
    const { known } = this.chart.state;
    // A patient who is not linked has no record: only the identifiers of the page are known.
    const read = () => this.#client.read('apply.patient', {}, { epoch: this.epoch }).catch(() => null);
    return knownPerson(this.identity, known ? known.patient : await read());
  }

  /** What an intent reads of this patient, kept for each input. */
  reading<Name extends IntentsFrom<'own-page', 'read'>>(
    name: Name,
    input: IntentInput<Name>,
  ): Resource<IntentOutput<Name>> {
    const key = `${name} ${JSON.stringify(input)}`;
    const known = this.#readings.get(key) as Resource<IntentOutput<Name>> | undefined;
    const reading =
      known ??
      new Resource((ending) => this.#client.read(name, input, { epoch: this.epoch, signal: ending }));
    this.#readings.set(key, reading as Resource<unknown>);
    return reading;
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
    for (const reading of this.#readings.values()) reading.refresh();
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
    this.changes.check();
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
    for (const reading of this.#readings.values()) reading.forget();
  }
}

const OF_LISTED: Partial<Record<IntentName, IntentsFrom<'own-page', 'read'>>> = {
  'chart.read': 'listed.chart',
  'item.read': 'listed.item',
  'analysis.read': 'listed.analysis',
};

/** Reads of a patient who was chosen in the list. Nothing can be asked that writes. */
async function askOfListed(
  client: SurfaceClient,
  patientId: string,
  intent: IntentName,
  input: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const name = OF_LISTED[intent];
  if (!name) throw new AskError(intent, plainProblem('unconfirmed'));
  const answer = await client.ask('read', name, { ...(input as object), patientId }, { signal });
  const patient = intent === 'chart.read' ? (answer as ChartSnapshot).patient : null;
  if (patient && !isSameId(patient.serviceId, patientId))
    throw new AskError(intent, plainProblem('mismatch'));
  return answer;
}
