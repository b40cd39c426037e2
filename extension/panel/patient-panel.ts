import { h } from '@instrument-panel/shared/ui/dom';
import type { PlaceFault } from '../site/facts.ts';
import type { Lock, SiteHandle, Spot } from '../site/handle.ts';
import { ApplyFormView, isUnderWay, isUnsent } from './apply-form.ts';
import { ChangeStore } from './change-store.ts';
import { ChartStore } from './chart-store.ts';
import { createHost } from './frame/host.ts';
import { OpenedPart } from './frame/opened.ts';
import { keepFocus, Placed } from './frame/placed.ts';
import { createAnswersOpener } from './item.ts';
import { type MemoryStorage, type PanelMemory, withRecent } from './memory.ts';
import { PatientSession } from './session.ts';
import type { PanelSpeech } from './speech.ts';
import { chartPanelStyles } from './styles.ts';
import { ClickGuard, type ClickRefusal } from './trust.ts';
import { createPanelView } from './views/panel-view.ts';
import type { ChartPanelActions } from './views/view.ts';

/** Shows where the focus is, also after the mouse was used. */
const VISIBLE_FOCUS: FocusOptions = { focusVisible: true };

/**
 * A panel of one patient: bound to one epoch, put where the page has a place for it, taken out and put in again with
 * everything that was begun, and forgotten whole with the epoch.
 */
export class PatientPanel {
  readonly lock: Lock;
  readonly #memory: MemoryStorage;
  #speech: PanelSpeech;
  readonly #session: PatientSession;
  readonly #store: ChartStore;
  readonly #changes: ChangeStore;
  readonly #actions: ChartPanelActions;
  readonly #guard: ClickGuard;
  readonly #form: ApplyFormView;
  #item: ReturnType<typeof createAnswersOpener>;
  #view: ReturnType<typeof createPanelView>;
  readonly #host = createHost('flow-root', chartPanelStyles);
  // As the languages run that it speaks, in a page that runs the other way too. A click beside a button would else
  // give the focus to an element around the panel, such as a link.
  readonly #wrap = h('div', { class: 'wrap', dir: 'ltr', tabindex: '-1' });
  readonly #placed: Placed;
  readonly #opened: OpenedPart;
  /** The element of the page that had the focus when the shortcut was used. */
  #before: Element | null = null;
  #remembered: PanelMemory = { recent: [] };
  #isHeld = true;

  /** @param resized told that its height changed while it is in the page */
  constructor(
    handle: SiteHandle,
    memory: MemoryStorage,
    speech: PanelSpeech,
    lock: Lock,
    resized: () => void,
  ) {
    this.#memory = memory;
    this.#speech = speech;
    this.lock = lock;
    this.#session = new PatientSession(handle, lock);
    this.#store = new ChartStore(this.#session, true);
    const store = this.#store;
    this.#changes = new ChangeStore(this.#session, () => void store.read());
    this.#actions = this.#createActions();
    this.#guard = new ClickGuard((why) => this.#reportClick(why));
    this.#guard.watch(this.#host.root);
    this.#form = new ApplyFormView(this.#session, this.#guard, speech.apply, (formId) => {
      this.#remember(withRecent(this.#remembered, formId));
      void store.read();
    });
    this.#wrap.addEventListener('keydown', ({ key, target }) => {
      // A dialog has its own.
      if (key === 'Escape' && !(target instanceof Element && target.closest('dialog'))) this.#escape();
    });
    this.#item = createAnswersOpener(this.#wrap, this.#session, speech);
    this.#opened = new OpenedPart(this.#host.element, this.#wrap, () => this.#close());
    this.#placed = new Placed(
      handle,
      this.#host,
      this.#wrap,
      (inner) => this.#innerRoot(inner),
      (giveFocus) => this.#opened.restore(giveFocus),
      resized,
    );
    this.#view = this.#render();
    void memory.read().then((remembered) => {
      this.#remembered = remembered;
    });
  }

  /** Speaks another language from now on; what was begun and filled in stays. */
  speak(speech: PanelSpeech): void {
    this.#speech = speech;
    this.#item.close();
    this.#item = createAnswersOpener(this.#wrap, this.#session, speech);
    this.#store.set({ notice: null });
    this.#form.speak(speech.apply);
    const { root } = this.#host;
    const hadFocus = root.activeElement !== null;
    const giveFocus = keepFocus(root, (element) => this.#innerRoot(element));
    this.#view.end();
    this.#view = this.#render();
    giveFocus?.();
    if (hadFocus && !root.activeElement) root.getElementById('title')?.focus();
  }

  /** Shows the panel at a spot; where it would stand badly there, it is in the page no more, and what is wrong is returned. */
  show(spot: Spot): PlaceFault | null {
    const fault = this.#placed.put(spot);
    if (fault || !this.#isHeld) return fault;
    this.#isHeld = false;
    this.#changes.check();
    this.#form.resume();
    this.#store.resume();
    return null;
  }

  /** Takes it out of the page, to be put in again at once: nothing that is under way stops. */
  lift(): void {
    this.#placed.take();
  }

  /** What is wrong with where it stands; null for nothing. */
  get fault(): PlaceFault | null {
    return this.#placed.fault;
  }

  /** Takes the panel out of the page at once; what is under way is stopped, what was filled in is remembered. */
  hold(): void {
    this.#placed.take();
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.#item.close();
    this.#session.pause();
    this.#store.pause();
    const wasBusy =
      this.#changes.state.current?.step === 'sending' || this.#form.state.apply?.step === 'applying';
    this.#changes.hold();
    this.#form.hold();
    if (wasBusy) this.#store.say(this.#speech.chart.interrupted);
  }

  get isUnderWay(): boolean {
    return isUnderWay(this.#changes, this.#form);
  }

  /** Whether somebody is at it: it has the focus, or something is under way. */
  get isInUse(): boolean {
    return this.#host.root.activeElement !== null || this.isUnderWay;
  }

  changed(): void {
    if (!this.#isHeld) void this.#store.read();
  }

  /** The keyboard shortcut: opens and takes the focus; where it has it, closes and gives it back to the page. */
  toggle(): void {
    if (this.#isHeld) return;
    const { root, element } = this.#host;
    const { activeElement } = document;
    const isIn = activeElement === element && document.hasFocus();
    if (isIn && this.#store.state.isOpen) {
      this.#escape();
      return;
    }
    if (!isIn) this.#before = activeElement;
    this.#store.set({ isOpen: true });
    element.scrollIntoView({ block: 'nearest' });
    root.getElementById('title')?.focus(VISIBLE_FOCUS);
  }

  end(): void {
    this.hold();
    this.#session.end();
    this.#changes.end();
    this.#form.end();
    this.#store.end();
    this.#view.end();
    this.#opened.end();
    this.#wrap.replaceChildren();
    this.#guard.end();
  }

  #innerRoot(element: Element): ShadowRoot | null {
    return element === this.#form.element ? this.#form.root : null;
  }

  #render() {
    const context = {
      store: this.#store,
      changes: this.#changes,
      form: this.#form,
      speech: this.#speech,
      actions: this.#actions,
      recent: () => this.#remembered.recent,
    };
    const view = createPanelView(context, this.#opened);
    this.#wrap.append(view.element);
    return view;
  }

  /** Returns the focus to where the shortcut took it from; false if that element is gone. */
  #giveBack(): boolean {
    const before = this.#before;
    this.#before = null;
    if (!(before instanceof HTMLElement) || before === document.body) return false;
    before.focus(VISIBLE_FOCUS);
    return document.activeElement === before;
  }

  #reportClick(why: ClickRefusal | null): void {
    if (why) this.#store.say(this.#speech.chart[why], true);
    else if (this.#store.state.notice?.isOfClick) this.#store.set({ notice: null });
  }

  /** Closes the panel. A form in which nothing was chosen goes too; any other stays, and the line says so. */
  #close(): void {
    const { apply } = this.#form.state;
    const isKept = isUnsent(apply) || (apply?.attempts ?? []).length > 0;
    this.#store.set({ isOpen: false, ...(isKept ? {} : { isApplying: false }) });
  }

  /** Closes it, and gives the focus back to where it came from, else to the button that opens it. */
  #escape(): void {
    const { isOpen } = this.#store.state;
    if (isOpen) this.#close();
    if (!this.#giveBack() && isOpen) this.#host.root.getElementById('toggle')?.focus(VISIBLE_FOCUS);
  }

  #remember(remembered: PanelMemory): void {
    this.#remembered = remembered;
    this.#memory.write(remembered);
  }

  #createActions(): ChartPanelActions {
    const store = this.#store;
    return {
      item: (formId, submissionId) => this.#item.openOf(store.state.known, formId, submissionId),
      side: (at) => {
        this.#session.act('side.open', { at }).catch((error: unknown) => {
          if (!(error instanceof DOMException)) store.say(this.#speech.chart.sideFailed);
        });
      },
      toggle: () => {
        if (store.state.isOpen) this.#close();
        else store.set({ isOpen: true });
        // A click gives no button the focus in every browser, and without it the panel closes.
        this.#host.root.getElementById('toggle')?.focus();
      },
      apply: () => {
        const { person, professionalId } = store.state.known ?? {};
        if (!person || professionalId === undefined) return;
        this.#form.begin(person.id, professionalId);
        store.set({ notice: null, isOpen: true, isApplying: true });
        // Once it is drawn, and before the suggestions, which come when the library is read.
        queueMicrotask(() => this.#host.root.getElementById('form')?.focus());
      },
      leaveForm: () => {
        store.set({ isApplying: false });
        this.#host.root.getElementById('title')?.focus();
      },
    };
  }
}
