import {
  agree,
  type ContextEvent,
  type ContextState,
  dueIn,
  electFrame,
  emptyContext,
  reduceContext,
  type TabContext,
  toRecognise,
} from '../../context/context.ts';
import type { FrameFacts, PlaceReport } from '../../site/facts.ts';
import type { BackgroundDependencies } from '../dependencies.ts';
import { type Frame, isOurs, isWithoutPlace, postTo } from './frame.ts';
import type { StoredTab, StoredTabs } from './stored-tabs.ts';

/** Milliseconds in which the frames of a tab come back after the background was stopped. */
const RETURN_TIMEOUT_MS = 1_500;
/** Milliseconds for every frame to read itself again before something is written. */
const REREAD_TIMEOUT_MS = 1_000;

const NONE: TabContext = { state: 'none' };

export class TabState {
  readonly tabId: number;
  readonly #background: BackgroundDependencies;
  readonly #stored: StoredTabs;
  readonly #frames = new Map<number, Frame>();
  /** Record from before the stop of the background; null once a patient is known, or another one was agreed upon. */
  #former: StoredTab | null;
  /** While frames reconnect after a stop, none is sent a message that clears its panel. */
  #isHolding: boolean;
  readonly #restored = Promise.withResolvers<void>();
  #site: string | null;
  #state: ContextState;
  #dropTimer: () => void = () => {};
  /** The patient who is being recognised, and since when the frames have named them. */
  #recognising: { readonly text: string; readonly controller: AbortController } | null = null;
  #rereads = 0;
  /** The frames that have not answered each `reread` yet. */
  readonly #waiting = new Map<number, { readonly frames: Set<Frame>; resolve(isDone: true): void }>();

  constructor(tabId: number, background: BackgroundDependencies, stored: StoredTabs) {
    this.tabId = tabId;
    this.#background = background;
    this.#stored = stored;
    this.#former = stored.take(tabId);
    this.#site = this.#former?.site ?? null;
    // Over a stop of the background, too, a page that changed by half is waited for.
    const before = this.#former?.veiled ?? null;
    this.#state = { ...emptyContext(0), before, veil: (identity) => stored.veil(identity) };
    this.#isHolding = this.#former !== null && this.#former.frames.length > 0;
    if (this.#isHolding)
      background.environment.setTimer(() => this.#isHolding && this.#release(), RETURN_TIMEOUT_MS);
    else this.#restored.resolve();
  }

  get context(): TabContext {
    return this.#state.context;
  }

  get epoch(): string | null {
    const { context } = this;
    return context.state === 'known' ? context.epoch : null;
  }

  get frames(): readonly Frame[] {
    return [...this.#frames.values()];
  }

  get elected(): Frame | null {
    const isBad = (id: number): boolean => {
      const frame = this.#frames.get(id);
      return frame !== undefined && isWithoutPlace(frame);
    };
    const frameId = electFrame(this.#state.frames, isBad);
    return frameId === null ? null : (this.#frames.get(frameId) ?? null);
  }

  /** Whether the patient is known, and the panel stands nowhere. */
  get isWithoutPlace(): boolean {
    const { elected } = this;
    return this.epoch !== null && (!elected || isWithoutPlace(elected));
  }

  /** Resolves once the frames of before are back, or their time is over. */
  whenRestored(): Promise<void> {
    return this.#restored.promise;
  }

  /** A frame came; the one that had its id before is gone with its document. */
  join(frame: Frame): void {
    const { frameId, documentId } = frame;
    const before = this.#frames.get(frameId);
    if (before) this.leave(before);
    this.#frames.set(frameId, frame);
    this.#began(frameId, documentId);
  }

  /** A document begins in a frame: the one before it is gone, however late its port says so. */
  began(frameId: number, documentId: string | null): void {
    const before = this.#frames.get(frameId);
    if (before && documentId !== null && before.documentId !== documentId) this.leave(before);
    this.#began(frameId, documentId);
  }

  /** Stops waiting for a frame that has loaded another document since. */
  #began(frameId: number, documentId: string | null): void {
    const [, former = documentId] = this.#former?.frames.find(([id]) => id === frameId) ?? [];
    if (this.#isHolding && documentId !== former) this.#release();
  }

  /** A document of the site began in one of the frames: whom it names is on the way, and is waited for. */
  restartSettling(): void {
    this.#state = { ...this.#state, since: this.#now };
  }

  leave(frame: Frame): void {
    for (const id of this.#waiting.keys()) this.rereadDone(frame, id);
    if (this.#frames.get(frame.frameId) !== frame) return;
    this.#frames.delete(frame.frameId);
    this.#feed({ type: 'gone', frameId: frame.frameId, at: this.#now });
  }

  /** Takes what a frame says it is; null if it says nothing that could be used. Default of `settleMs`: unchanged. */
  hear(frame: Frame, facts: FrameFacts | null, settleMs = this.#state.settleMs): void {
    if (this.#frames.get(frame.frameId) !== frame) return;
    this.#state = { ...this.#state, settleMs };
    const { frameId } = frame;
    frame.facts = facts;
    this.#feed(
      facts ? { type: 'facts', frameId, facts, at: this.#now } : { type: 'gone', frameId, at: this.#now },
    );
  }

  /** Takes how the places of a frame turned out: where all are bad, another frame may have a good one. */
  hearPlaces(frame: Frame, report: PlaceReport): void {
    if (this.#frames.get(frame.frameId) !== frame) return;
    frame.places = report;
    if (!this.#isHolding) this.#tellFrames();
    this.#background.tabChanged(this.tabId);
  }

  /** Whether this is what a document said before the background was stopped: then its print is of the same places. */
  saidBefore({ frameId, documentId }: Frame, facts: FrameFacts): boolean {
    const [, of, version = 0, print] = this.#former?.frames.find(([id]) => id === frameId) ?? [];
    return of === documentId && facts.version <= version + 1 && print === this.#stored.printOfFacts(facts);
  }

  /** Sets the site of the page. If it was another one before, forgets the known patient. */
  under(site: string): void {
    const before = this.#site;
    this.#site = site;
    if (before !== null && before !== site) this.forget();
  }

  /** Forgets the known patient, and blanks what is shown. The next facts of the page begin again. */
  forget(): void {
    this.#former = null;
    this.#stored.forget(this.tabId);
    this.#background.patientForgotten(this.tabId);
    if (this.#isHolding) this.#release();
    this.#feed({ type: 'forget', at: this.#now });
  }

  /** Has every frame read itself again; false where one of them did not answer within a second. */
  async reread(): Promise<boolean> {
    // A frame that has reported nothing yet may be about to name another patient.
    const frames = new Set(this.frames.filter(isOurs));
    if (frames.size === 0) return true;
    const id = ++this.#rereads;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#waiting.set(id, { frames, resolve });
    const dropTimer = this.#background.environment.setTimer(() => resolve(false), REREAD_TIMEOUT_MS);
    for (const frame of frames) postTo(frame, { type: 'reread', id });
    const isDone = await promise;
    dropTimer();
    this.#waiting.delete(id);
    return isDone;
  }

  rereadDone(frame: Frame, id: number): void {
    const waiting = this.#waiting.get(id);
    waiting?.frames.delete(frame);
    if (waiting?.frames.size === 0) waiting.resolve(true);
  }

  end(): void {
    this.#dropTimer();
    this.#recognising?.controller.abort();
    this.#frames.clear();
    this.#state = emptyContext(0);
    this.#former = null;
    if (this.#isHolding) this.#release();
  }

  get #now(): number {
    return this.#background.environment.elapsed();
  }

  #feed(event: ContextEvent): void {
    const before = this.#state.context;
    this.#state = reduceContext(this.#state, event, (identity) => {
      const former = this.#former;
      return former?.print === this.#stored.hashText(identity) ? former.epoch : crypto.randomUUID();
    });
    this.#compareFormer(event.at);
    const { context } = this.#state;
    // The next patient's page may be laid out otherwise.
    if (context.state !== 'known') for (const frame of this.#frames.values()) frame.places = null;
    if (!this.#isHolding) this.#tellFrames();
    this.#schedule();
    this.#recognise();
    if (context.state === 'known' && context !== before) {
      this.#former = null;
      this.#keep(context);
    }
    this.#background.tabChanged(this.tabId);
  }

  /** Frames that reconnect unchanged keep their panels and need not settle; one that differs ends this. */
  #compareFormer(at: number): void {
    const former = this.#former;
    if (!former) return;
    const { frames } = this.#state;
    const agreement = agree(frames);
    // Another patient was shown: the earlier epoch is never used again.
    const isOther = agreement.kind === 'agreed' && this.#stored.hashText(agreement.identity) !== former.print;
    if (isOther) this.#former = null;
    if (!this.#isHolding) return;
    const back = [...frames].filter(
      ([id, { type }]) => type === 'chart' || former.frames.some(([of]) => of === id),
    );
    const isUnchanged = back.every(([frameId, facts]) => {
      const [, documentId, version = 0, print] = former.frames.find(([id]) => id === frameId) ?? [];
      const isSameDocument = documentId === this.#frames.get(frameId)?.documentId;
      // Told once more after the background came back, and nothing else happened to it.
      return (
        facts.type === 'chart' &&
        isSameDocument &&
        facts.version <= version + 1 &&
        print === this.#stored.printOfFacts(facts)
      );
    });
    if (isOther || !isUnchanged) {
      this.#release();
      return;
    }
    if (back.length < former.frames.length) return;
    this.#isHolding = false;
    const since = at - this.#state.settleMs;
    this.#state = reduceContext({ ...this.#state, since }, { type: 'time', at }, () => former.epoch);
    this.#release();
  }

  #release(): void {
    this.#isHolding = false;
    this.#tellFrames();
    this.#restored.resolve();
  }

  #tellFrames(): void {
    const { context } = this;
    const elected = this.elected;
    for (const frame of this.#frames.values()) {
      if (!frame.facts) continue;
      const mounts = frame === elected;
      // Only the frame that shows the patient learns who it is.
      const told = context.state === 'known' && !mounts ? NONE : context;
      const message = { type: 'context', version: frame.facts.version, context: told, mounts } as const;
      const text = JSON.stringify(message);
      if (text === frame.sentContext) continue;
      frame.sentContext = text;
      postTo(frame, message);
      const isWaiting = mounts && context.state === 'settling';
      if (isWaiting !== frame.isWaiting) postTo(frame, { type: 'waiting', isWaiting });
      frame.isWaiting = isWaiting;
    }
  }

  #schedule(): void {
    this.#dropTimer();
    const due = dueIn(this.#state, this.#now);
    if (due === null) return;
    this.#dropTimer = this.#background.environment.setTimer(
      () => this.#feed({ type: 'time', at: this.#now }),
      due,
    );
  }

  #isAlone(): boolean {
    return !this.#isHolding && this.frames.filter(isOurs).length === 1;
  }

  /** Asks the service at once for a patient who may need no settling. Other frames could name another patient meanwhile. */
  #recognise(): void {
    const { since } = this.#state;
    const identity = this.#isAlone() ? toRecognise(this.#state) : null;
    const text = identity && JSON.stringify([since, identity]);
    if (text === (this.#recognising?.text ?? null)) return;
    this.#recognising?.controller.abort();
    this.#recognising = null;
    if (!identity || !text) return;
    const controller = new AbortController();
    this.#recognising = { text, controller };
    void this.#background.recognises(this.tabId, identity, controller.signal).then((isRecognised) => {
      // What was asked about an earlier page says nothing of this one.
      if (isRecognised && !controller.signal.aborted && this.#state.since === since && this.#isAlone())
        this.#feed({ type: 'recognised', at: this.#now });
    });
  }

  #keep({ epoch, identity }: Extract<TabContext, { state: 'known' }>): void {
    const stored = this.#stored;
    stored.keep(this.tabId, {
      epoch,
      site: this.#site ?? '',
      print: stored.hashText(identity),
      veiled: stored.veil(identity),
      frames: this.frames.flatMap(({ frameId, documentId, facts }) =>
        documentId && facts?.type === 'chart'
          ? [[frameId, documentId, facts.version, stored.printOfFacts(facts)]]
          : [],
      ),
    });
  }
}
