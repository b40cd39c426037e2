import type { PatientFacts } from '../../caseload/caseload.ts';
import type { CaseloadCourses } from '../../caseload/read.ts';
import { toCaseloadProgress } from '../../caseload/visit.ts';
import { createTemplate, findPart, h, writeText } from '../dom.ts';
import {
  Arrangement,
  type CaseloadChoice,
  type CaseloadHeading,
  DEFAULT_CHOICE,
  hasFlag,
  isAllRead,
  isByScore,
  type PlacedPatient,
} from './arrange.ts';
import { asideLinesOf, type CaseloadLine, type CaseloadMetrics, linesOf, noteLinesOf } from './geometry.ts';
import { type CaseloadProgress, createHead, createHeadTemplate, sayMarking } from './head.ts';
import { keepChoice, recallChoice } from './remember.ts';
import { CaseloadRows } from './rows.ts';
import { type CaseloadSpeech, sayAside, sayLeading } from './say.ts';

/** What is to be shown where there is no list: a sentence, and what to do. */
export interface CaseloadMessage {
  readonly title: string;
  readonly detail: string;
  readonly canRetry: boolean;
}

/** What the view asks of the page that shows it. */
export interface CaseloadActs {
  /** `formId` is null where no instrument was meant. */
  open(patientId: string, formId: string | null): void;
  retry(): void;
  markSeen(): void;
  coursesOf(patientId: string, now: number | null): CaseloadCourses;
}

export const caseloadTemplate = createTemplate(() =>
  h(
    'div',
    { id: 'caseload', part: 'caseload' },
    // Of a container whose width styles ask for, a browser computes all styles within layout: the list is not in it.
    h('div', { id: 'top' }, createHeadTemplate()),
    h(
      'div',
      { id: 'body' },
      h(
        'div',
        { id: 'scroller', part: 'list' },
        h('div', { id: 'canvas', role: 'grid', 'aria-colcount': '2', 'aria-describedby': 'keys' }),
      ),
      h('button', { id: 'sort-again', part: 'sort-again', hidden: '' }),
      h(
        'div',
        { id: 'message', part: 'message', hidden: '' },
        h('p', { id: 'message-title' }),
        h('p', { id: 'message-detail' }),
        h('button', { id: 'message-act', hidden: '' }),
      ),
      h(
        'div',
        { id: 'bones', 'aria-hidden': 'true' },
        ...Array.from({ length: 6 }, () => h('div', { class: 'bone' })),
      ),
    ),
    h('p', { id: 'keys', class: 'quiet' }),
    h('p', { id: 'live', class: 'quiet', role: 'status' }),
  ),
);

/** How long flags are collected before they are drawn together, unless all is read before: drawing each turn's costs more than finding them. */
const FLAGS_DELAY_MS = 100;
/** The same for the first flags of a short list, which come one answer apart. */
const FIRST_FLAGS_DELAY_MS = 500;
const LONG_LIST_MIN_COUNT = 500;

const NOTHING_READ: CaseloadProgress = { ...toCaseloadProgress(null, null), notice: '' };

/** Shows all patients of a professional in a root with {@link caseloadTemplate}. */
export class CaseloadView {
  readonly #root: ShadowRoot;
  readonly #acts: CaseloadActs;
  readonly #rows: CaseloadRows;
  readonly #head: ReturnType<typeof createHead>;
  readonly #observer: ResizeObserver;
  #arrangement = new Arrangement();
  #forms = new Map<
    string,
    { title: string; readonly classes: Map<string, number>; readonly sort: 'highest' | 'lowest' }
  >();
  #progress = NOTHING_READ;
  #speech: CaseloadSpeech | null = null;
  #message: CaseloadMessage | null = null;
  /** Patients with an answer that came while the list was shown. */
  readonly #news = new Set<string>();
  /** Lines by the facts of their patients, while words and sizes are the same. */
  #lines = new WeakMap<PatientFacts, CaseloadLine>();
  #isDue = false;
  /** A choice is still to be announced. */
  #isChosen = false;
  #flagsTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(root: ShadowRoot, acts: CaseloadActs) {
    [this.#root, this.#acts] = [root, acts];
    const self = this;
    this.#rows = new CaseloadRows(findPart(root, 'scroller'), findPart(root, 'canvas'), {
      get speech() {
        return self.#speech;
      },
      get isWhole() {
        return self.#progress.isWhole;
      },
      get isSettled() {
        return self.#arrangement.isSettled;
      },
      rowOf: (patientId) => {
        const { facts: known, choice } = this.#arrangement;
        const facts = known.get(patientId);
        const formId = isByScore(choice.sort) ? choice.formId : null;
        return facts ? { facts, isNew: this.#news.has(patientId), formId } : null;
      },
      coursesOf: acts.coursesOf,
    });
    this.#head = createHead(root, {
      chosen: () => this.#arrangement.choice,
      choose: (choice) => this.#choose(choice),
      nextFlag: () => this.#nextFlag(),
      retry: () => acts.retry(),
      markSeen: () => acts.markSeen(),
    });
    this.#arrangement.choice = recallChoice();
    this.#observer = new ResizeObserver(() => {
      if (this.#measure()) this.#layOut();
      else this.#rows.render();
    });
    this.#observer.observe(findPart(root, 'scroller'));
    this.#hear();
  }

  /** Takes the words and the present; all that is seen is written anew. */
  speak(speech: CaseloadSpeech | null): void {
    const isSame = speech?.words === this.#speech?.words && speech?.format === this.#speech?.format;
    this.#speech = speech;
    this.#lines = new WeakMap();
    if (speech) {
      const { lang } = speech.words;
      this.#arrangement.language = lang;
      const box = findPart(this.#root, 'caseload');
      // A browser computes all styles anew for a language that is set, though it is the same.
      if (box.lang !== lang) box.lang = lang;
      findPart(this.#root, 'canvas').ariaLabel = speech.words.list;
      findPart(this.#root, 'keys').textContent = speech.words.keys;
    }
    if (isSame) this.#rows.refill();
    else this.#layOut();
    this.changed();
  }

  /**
   * Takes what is known of patients now.
   *
   * @param isApplied true once all that is asked of patients was read
   * @param isNews true where the page was told of an answer while it showed the list
   */
  set(all: readonly PatientFacts[], isApplied: boolean, isNews = false): void {
    const { facts: known } = this.#arrangement;
    let isMoved = false;
    let flags = 0;
    for (const facts of all) {
      const before = known.get(facts.patientId);
      if (isNews && before && latestIds(before) !== latestIds(facts)) this.#news.add(facts.patientId);
      isMoved = this.#arrangement.set(facts, isApplied && isAllRead(facts)) || isMoved;
      this.#addForms(facts);
      // Computed here one by one; all together they would be one long task.
      if (this.#speech && this.#rows.metrics) this.#lineOf(facts, this.#speech);
      if (isNews && hasFlag(facts) && !(before && hasFlag(before))) flags++;
      if (before && !isMoved) this.#rows.update(facts.patientId);
    }
    if (isMoved) this.#layOutFlags();
    if (flags > 0 && this.#speech) this.#announce(this.#speech.words.newFlags({ count: flags }));
    // Of patients who have no place yet the head says nothing but how many were read, from time to time.
    if (this.#arrangement.isSettled) this.changed();
  }

  #addForms({ instruments }: PatientFacts): void {
    for (const { formId, title, latest, isHigherBetter } of instruments) {
      const known = this.#forms.get(formId);
      const classes = known?.classes ?? new Map();
      if (latest?.className) classes.set(latest.className, latest.score ?? 0);
      // Not every page tells of the direction.
      this.#forms.set(formId, {
        title,
        classes,
        sort: isHigherBetter ? 'lowest' : (known?.sort ?? 'highest'),
      });
    }
  }

  /** Takes how far the list was read, and what is shown in its place. */
  show(progress: CaseloadProgress, message: CaseloadMessage | null): void {
    const { isWhole: wasWhole, marking } = this.#progress;
    const isSettling = progress.isSettled && !this.#arrangement.isSettled;
    this.#progress = progress;
    this.#message = message;
    this.#arrangement.isWhole = progress.isWhole;
    if (isSettling) this.#arrangement.settle(progress.isWhole);
    if (isSettling || wasWhole !== progress.isWhole) this.#layOut();
    if (progress.marking !== marking && this.#speech) this.#announce(sayMarking(this.#speech, progress));
    if (progress.isWhole && !wasWhole && this.#speech)
      this.#announce(this.#speech.words.allRead({ count: progress.total ?? 0 }));
    this.changed();
  }

  /** Takes the present, for what is written from now on. */
  tick(now: number | null): void {
    if (this.#speech) this.#speech = { ...this.#speech, now };
  }

  /** Answers of all patients that could not be read. */
  get unreadCount(): number {
    let count = 0;
    for (const { instruments } of this.#arrangement.facts.values())
      for (const { unreadCount } of instruments) count += unreadCount;
    return count;
  }

  /** Sorts once more by what is known now. */
  sort(): void {
    this.#arrangement.sort();
    this.#layOut();
  }

  /** What was answered is no news any more. */
  forgetNews(): void {
    this.#news.clear();
    this.sort();
  }

  /** Leaves nothing of any patient behind. */
  clear(): void {
    const choice = { ...this.#arrangement.choice, text: '' };
    this.#cancelFlags();
    this.#arrangement = new Arrangement();
    this.#arrangement.choice = choice;
    if (this.#speech) this.#arrangement.language = this.#speech.words.lang;
    this.#forms = new Map();
    this.#progress = NOTHING_READ;
    this.#message = null;
    this.#news.clear();
    this.#rows.clear();
    this.#announce('');
    this.#render();
  }

  /** Gives the focus to the patient who had it last. */
  focus(): void {
    this.#rows.activate(this.#rows.active);
  }

  /** Keeps where it is scrolled to, for who comes back. */
  keep(): void {
    this.#rows.keep();
  }

  /** Draws all for paper, until called with false. */
  print(isPrinting: boolean): void {
    this.#rows.print(isPrinting);
  }

  end(): void {
    this.#cancelFlags();
    this.#observer.disconnect();
  }

  /** Writes the head in the next frame, once however much changes. */
  changed(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    const run = (): void => {
      this.#isDue = false;
      this.#render();
    };
    if (document.visibilityState === 'visible') requestAnimationFrame(run);
    else setTimeout(run);
  }

  #render(): void {
    const { placed, facts, changed, choice, isByWeight } = this.#arrangement;
    const [speech, message] = [this.#speech, this.#message];
    const isLoading = !message && !this.#progress.isSettled;
    findPart(this.#root, 'caseload').ariaBusy = String(isLoading);
    findPart(this.#root, 'head').hidden = !speech || (message !== null && facts.size === 0);
    findPart(this.#root, 'bones').hidden = !isLoading || this.#arrangement.drawnCount > 0;
    const isUnmatched = this.#progress.isSettled && placed.length === 0 && facts.size > 0;
    // In place of the list where a filter hides everybody: its button clears the filters.
    const noMatch =
      isUnmatched && speech ? { title: speech.words.noMatch, detail: '', canRetry: true } : null;
    this.#showMessage(message ?? noMatch);
    if (!speech) return;
    const { count, hidden } = this.#arrangement.countFlags();
    const counts = { flags: count, hiddenFlags: hidden, shown: placed.length };
    this.#head.show(speech, choice, this.#forms, this.#progress, counts);
    if (this.#isChosen) this.#announceShown();
    this.#isChosen = false;
    const { sortAgain, sortFlags, sortScores, newFlags } = speech.words;
    const isBeneath = ({ patientId, heading }: PlacedPatient): boolean =>
      heading !== 'flag' && hasFlag(facts.get(patientId) as PatientFacts);
    const flags = placed.filter(isBeneath).length;
    const unsorted = isByWeight ? '' : isByScore(choice.sort) ? sortScores : sortFlags;
    const sentence = changed.size > 0 ? sortAgain({ count: changed.size }) : unsorted;
    writeText(this.#root, 'sort-again', flags ? `${newFlags({ count: flags })} ${sentence}` : sentence);
  }

  #showMessage(message: CaseloadMessage | null): void {
    const { words } = this.#speech ?? {};
    findPart(this.#root, 'message').hidden = !message || !words;
    writeText(this.#root, 'message-title', message?.title ?? '');
    writeText(this.#root, 'message-detail', message?.detail ?? '');
    const act = this.#message ? words?.retry : words?.clear;
    writeText(this.#root, 'message-act', (message?.canRetry && act) || '');
  }

  /** True if lines have other heights now. */
  #measure(): boolean {
    const isOther = this.#rows.measure();
    if (isOther) this.#lines = new WeakMap();
    return isOther;
  }

  /** Schedules drawing flags together; the first wait longer, so that a graver one that comes meanwhile is above them. */
  #layOutFlags(): void {
    const { drawnCount } = this.#arrangement;
    const isFirst = drawnCount === 0 && !(Number(this.#progress.total) > LONG_LIST_MIN_COUNT);
    // The count of the first is updated at once; later counts appear with their rows, to save a frame.
    if (isFirst) this.changed();
    this.#flagsTimer ??= setTimeout(() => this.#layOut(), isFirst ? FIRST_FLAGS_DELAY_MS : FLAGS_DELAY_MS);
  }

  #cancelFlags(): void {
    clearTimeout(this.#flagsTimer);
    this.#flagsTimer = undefined;
  }

  /** Computes all lines anew, each with the height that its text needs. */
  #layOut(): void {
    this.#cancelFlags();
    const speech = this.#speech;
    if (!speech) {
      this.#rows.clear();
      return;
    }
    this.#arrangement.sortUndrawn();
    const { placed, facts, isSettled } = this.#arrangement;
    // Measuring before there is anything to show would cause a second layout.
    if (placed[0] && !this.#rows.metrics) this.#measure();
    const counts = new Map<CaseloadHeading, number>();
    for (const { heading } of placed) counts.set(heading, (counts.get(heading) ?? 0) + 1);
    const lines: CaseloadLine[] = [];
    let under: CaseloadHeading | null = null;
    for (const { patientId, heading } of placed) {
      const known = facts.get(patientId);
      if (!known) continue;
      if (heading !== under) {
        const note = heading === 'flag' ? speech.words.legend : '';
        const noteLines = noteLinesOf(note, this.#rows.metrics);
        lines.push({ key: heading, heading, count: counts.get(heading) ?? 0, noteLines });
      }
      under = heading;
      lines.push(this.#lineOf(known, speech));
    }
    findPart(this.#root, 'canvas').ariaRowCount = String(isSettled ? lines.length : -1);
    this.#rows.setLines(lines);
    this.changed();
    this.#arrangement.drawnCount = placed.length;
    if (this.#rows.indexOf(this.#rows.active) < 0) this.#rows.activate(this.#rows.step(0, 0), false);
  }

  /** The line of a patient, made once for words and sizes. */
  #lineOf(facts: PatientFacts, speech: CaseloadSpeech): CaseloadLine {
    const line = this.#lines.get(facts) ?? toLine(speech, facts, this.#rows.metrics);
    this.#lines.set(facts, line);
    return line;
  }

  #choose(chosen: CaseloadChoice): void {
    const { formId, sort } = chosen;
    const isOther = formId !== this.#arrangement.choice.formId;
    // The scores of another instrument may run the other way; without one there are none to sort by.
    const own = (formId && this.#forms.get(formId)?.sort) || DEFAULT_CHOICE.sort;
    const choice = isOther && isByScore(sort) ? { ...chosen, sort: own } : chosen;
    keepChoice(choice);
    this.#arrangement.choose(choice);
    this.#rows.scrollTo(0);
    this.#layOut();
    this.#isChosen = true;
  }

  /** Announces how many patients are shown and how many flags are hidden, in the words of the head. */
  #announceShown(): void {
    const said = ['message-title', 'flags-hidden', 'progress'].map(
      (id) => findPart(this.#root, id).textContent,
    );
    this.#announce(said.filter(Boolean).join('. '));
  }

  /** Goes to the next patient with a flag, from the first on after the last; announces it where filters hide them all. */
  #nextFlag(): void {
    const { placed, facts } = this.#arrangement;
    const flagged = placed.filter(({ patientId }) => hasFlag(facts.get(patientId) as PatientFacts));
    const at = this.#root.activeElement?.matches('.row, .row *') ? this.#rows.indexOf(this.#rows.active) : -1;
    const next = flagged.find(({ patientId }) => this.#rows.indexOf(patientId) > at) ?? flagged[0];
    if (next) this.#rows.activate(next.patientId);
    else this.#announceShown();
  }

  #announce(sentence: string): void {
    findPart(this.#root, 'live').textContent = sentence;
  }

  #openAt(target: Element): void {
    const row = target.closest<HTMLElement>('.row');
    const formId = target.closest<HTMLElement>('.score')?.dataset.form ?? null;
    if (row?.dataset.key) this.#acts.open(row.dataset.key, formId);
  }

  #hear(): void {
    const root = this.#root;
    const canvas = findPart(root, 'canvas');
    canvas.addEventListener('click', ({ target }) => {
      const element = target as Element;
      const row = element.closest<HTMLElement>('.row');
      if (!row?.dataset.key) return;
      this.#rows.activate(row.dataset.key);
      if (element.closest('.name, .score')) this.#openAt(element);
    });
    canvas.addEventListener('pointermove', ({ target }) => this.#rows.showTitle(target as Element));
    canvas.addEventListener('focusin', ({ target }) => {
      const key = (target as Element).closest<HTMLElement>('.row')?.dataset.key;
      if (key && key !== this.#rows.active) this.#rows.activate(key, false);
    });
    findPart(root, 'sort-again').addEventListener('click', () => {
      // The row that the button was about has moved: it is shown where it is now.
      const changed = [...this.#arrangement.changed];
      this.sort();
      const { placed } = this.#arrangement;
      const first = placed.find(({ patientId }) => changed.includes(patientId)) ?? placed[0];
      if (first) this.#rows.activate(first.patientId);
    });
    findPart(root, 'message-act').addEventListener('click', () => {
      if (this.#message) this.#acts.retry();
      else findPart(root, 'clear').click();
    });
    findPart(root, 'caseload').addEventListener('keydown', (event) => this.#press(event));
  }

  #press(event: KeyboardEvent): void {
    const { key } = event;
    const target = event.target as Element;
    // Enter may end what an input method composes.
    if ((event.ctrlKey && !/Home|End/.test(key)) || event.metaKey || event.altKey || event.isComposing)
      return;
    const isSearch = target.id === 'search';
    if (target.matches('input, select') && !(isSearch && /Esc|Ent|Down/.test(key))) return;
    const rows = this.#rows;
    const at = rows.indexOf(rows.active);
    const isInList = target.closest('#canvas') !== null;
    /** Steps from the line that the keyboard is at. */
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: rows.pageFrom(at, 1),
      PageUp: -rows.pageFrom(at, -1),
      Home: Number.NEGATIVE_INFINITY,
      End: Number.POSITIVE_INFINITY,
    };
    if (key === '/') {
      (findPart(this.#root, 'fold') as HTMLDetailsElement).open = true;
      findPart(this.#root, 'search').focus();
    } else if (key === 'f') this.#nextFlag();
    else if (key === 'Escape') rows.activate(rows.active);
    else if (isSearch) rows.activate(rows.step(0, 0));
    else if (isInList && key === 'Enter') this.#openAt(target);
    else if (isInList && Object.hasOwn(steps, key)) rows.activate(rows.step(at, steps[key] as number));
    else return;
    event.preventDefault();
  }
}

/** The line of a patient, with the height that its text needs. */
const toLine = (speech: CaseloadSpeech, facts: PatientFacts, metrics: CaseloadMetrics): CaseloadLine => ({
  key: facts.patientId,
  heading: null,
  reasonLines: sayLeading(speech, facts).reduce(
    (sum, text) => sum + linesOf(text, metrics, hasFlag(facts)),
    0,
  ),
  instruments: facts.instruments.length,
  asideLines: facts.instruments.reduce(
    (sum, one) => sum + asideLinesOf(sayAside(speech, one, facts), metrics),
    0,
  ),
});

const latestIds = ({ instruments }: PatientFacts): string =>
  `${instruments.map(({ latest }) => latest?.id).sort()}`;
