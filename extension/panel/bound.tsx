import { render } from 'preact';
import type { Lock, SiteHandle, Spot } from '../site/handle.ts';
import { ApplyForm } from './apply.ts';
import { createHost } from './frame/host.ts';
import { Placed } from './frame/placed.ts';
import { type ItemOpener, itemOpener } from './item.ts';
import { type Kept, type Memory, withRecent } from './memory.ts';
import { Session } from './session/session.ts';
import type { PanelSpeech } from './speech.ts';
import { Changes } from './store/change.ts';
import { ChartStore } from './store/store.ts';
import { panelStyles } from './styles/index.ts';
import { createGuard, type Guard, type Refusal } from './trust.ts';
import { isUnderWay } from './under-way.ts';
import type { Intents } from './views/context.ts';
import { PanelView } from './views/panel.tsx';

/** Shows where the focus is, also to who used a mouse last. */
const BY_KEYS: FocusOptions = { focusVisible: true };

/** What a panel takes from where it runs. */
export interface PanelGround {
  readonly handle: SiteHandle;
  readonly memory: Memory;
  readonly speech: PanelSpeech;
}

/**
 * A panel of one patient: bound to one epoch, put where the page has a place for it, taken out and put in again with
 * everything that was begun, and forgotten whole with the epoch.
 */
export class BoundPanel {
  readonly lock: Lock;
  readonly #ground: PanelGround;
  #speech: PanelSpeech;
  readonly #session: Session;
  readonly #store: ChartStore;
  readonly #changes: Changes;
  readonly #intents: Intents;
  readonly #guard: Guard;
  readonly #form: ApplyForm;
  #item: ItemOpener;
  readonly #host = createHost('block', panelStyles);
  readonly #wrap = document.createElement('div');
  readonly #placed: Placed;
  /** What of the page had the focus when the shortcut came. */
  #before: Element | null = null;
  #kept: Kept = { isOpen: true, recent: [] };
  #isHeld = true;

  constructor(ground: PanelGround, lock: Lock) {
    const { handle, speech } = ground;
    this.#ground = ground;
    this.#speech = speech;
    this.lock = lock;
    this.#session = new Session(handle, lock);
    this.#store = new ChartStore(this.#session);
    const store = this.#store;
    this.#changes = new Changes(this.#session, () => void store.read());
    this.#intents = this.#makeIntents();
    this.#guard = createGuard((why) => this.#judged(why));
    this.#guard.watch(this.#host.root);
    this.#form = new ApplyForm({
      session: this.#session,
      guard: this.#guard,
      words: speech.apply,
      applied: (formId) => {
        this.#keep(withRecent(this.#kept, formId));
        void store.read();
      },
    });
    this.#wrap.className = 'wrap';
    // As the languages run that it speaks, in a page that runs the other way too.
    this.#wrap.dir = 'ltr';
    // A click beside a button would else give the focus to what we stand in, such as a link.
    this.#wrap.tabIndex = -1;
    this.#wrap.addEventListener('keydown', ({ key, target }) => {
      // A dialog has its own.
      if (key === 'Escape' && !(target instanceof Element && target.closest('dialog'))) this.#giveBack();
    });
    this.#item = itemOpener(this.#wrap, this.#session, speech);
    this.#placed = new Placed(handle, this.#host, this.#wrap, (element) =>
      element === this.#form.element ? this.#form.root : null,
    );
    this.#render();
    void ground.memory.read().then((kept) => {
      this.#kept = kept;
      store.isOpen.value = kept.isOpen;
    });
  }

  /** Speaks another language from now on; what was begun and filled in stays. */
  speak(speech: PanelSpeech): void {
    this.#speech = speech;
    this.#item.close();
    this.#item = itemOpener(this.#wrap, this.#session, speech);
    this.#store.notice.value = null;
    this.#form.speak(speech.apply);
    this.#render();
  }

  /** Puts the panel into a spot, and goes on with what was begun. */
  show(spot: Spot): void {
    this.#placed.put(spot);
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#changes.resume();
    this.#form.resume();
    this.#store.resume();
  }

  /** Takes the panel out of the page at once; what is under way is stopped, what was filled in is kept. */
  hold(): void {
    this.#placed.take();
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.#item.close();
    this.#session.pause();
    this.#store.pause();
    const wasBusy =
      this.#changes.current.value?.step === 'sending' || this.#form.state.value?.step === 'applying';
    this.#changes.hold();
    this.#form.hold();
    if (wasBusy) this.#store.say(this.#speech.chart.interrupted);
  }

  /** Something was sent, and it is not known yet what became of it. */
  get isUnderWay(): boolean {
    return isUnderWay(this.#changes, this.#form);
  }

  /** Something may have changed at the service, or the connection is back. */
  changed(): void {
    if (!this.#isHeld) void this.#store.read();
  }

  /** The keyboard shortcut: opens and takes the focus; where it has it, closes and gives it back to the page. */
  toggle(): void {
    if (this.#isHeld) return;
    const { root, element } = this.#host;
    const { activeElement } = document;
    const isIn = activeElement === element && document.hasFocus();
    if (isIn || !this.#store.isOpen.value) this.#open(!this.#store.isOpen.value);
    if (isIn && !this.#store.isOpen.value && this.#giveBack()) return;
    if (!isIn) this.#before = activeElement;
    element.scrollIntoView({ block: 'nearest' });
    root.getElementById('title')?.focus(BY_KEYS);
  }

  /** Forgets the patient. */
  end(): void {
    this.hold();
    this.#session.end();
    this.#changes.end();
    this.#form.end();
    this.#store.end();
    render(null, this.#wrap);
    this.#wrap.replaceChildren();
    this.#guard.end();
  }

  #render(): void {
    const context = {
      store: this.#store,
      changes: this.#changes,
      form: this.#form,
      speech: this.#speech,
      intents: this.#intents,
      recent: () => this.#kept.recent,
    };
    render(<PanelView {...context} />, this.#wrap);
  }

  /** Brings whoever came by the shortcut back to where they were; false where that is not there any more. */
  #giveBack(): boolean {
    const before = this.#before;
    this.#before = null;
    if (!(before instanceof HTMLElement) || before === document.body) return false;
    before.focus(BY_KEYS);
    return document.activeElement === before;
  }

  #judged(why: Refusal | null): void {
    if (why) this.#store.say(this.#speech.chart[why], true);
    else if (this.#store.notice.value?.isOfClick) this.#store.notice.value = null;
  }

  #open(isOpen: boolean): void {
    this.#store.isOpen.value = isOpen;
    this.#keep({ ...this.#kept, isOpen });
  }

  #keep(kept: Kept): void {
    this.#kept = kept;
    this.#ground.memory.write(kept);
  }

  #makeIntents(): Intents {
    const store = this.#store;
    return {
      item: (formId, submissionId) => {
        const { person, courses } = store.known.value ?? {};
        const course = courses?.find((one) => one.formId === formId);
        if (!person || !course) return;
        const title = course.title || course.name || this.#speech.course.words.untitled;
        this.#item.open({ submissionId, formId, patientId: person.id, title });
      },
      side: (at) => {
        this.#session.act('side.open', { at }).catch((error: unknown) => {
          if (!(error instanceof DOMException)) store.say(this.#speech.chart.sideFailed);
        });
      },
      toggle: () => this.#open(!store.isOpen.value),
      apply: () => {
        const { person, professionalId } = store.known.value ?? {};
        if (!person || professionalId === undefined) return;
        store.notice.value = null;
        this.#form.begin(person.id, professionalId);
        store.isApplying.value = true;
        // Before what is suggested, which comes once the library is read.
        queueMicrotask(() => this.#host.root.getElementById('form')?.focus());
      },
      leaveForm: () => {
        store.isApplying.value = false;
        this.#host.root.getElementById('title')?.focus();
      },
    };
  }
}
