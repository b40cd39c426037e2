import { createTemplate, findPart, h } from '@instrument-panel/shared/ui/dom';
import { isTimeZone } from '@instrument-panel/shared/words/format';
import type { WholeSpeech } from '@instrument-panel/shared/words/say-details';
import { tellFallback } from '../misuse.ts';
import { PANEL_ATTRIBUTES } from './attributes.ts';
import type { PanelData } from './data.ts';
import { PanelExplorer, readStale } from './explorer.ts';
import type { ItemDialog, ItemSource } from './item.ts';
import type { CourseViewModel, PanelContext } from './model.ts';
import { markAsked } from './risk-line.ts';

type WholeCourse = CourseViewModel<WholeSpeech>;

/** How long paper waits for the patient's name; without it, paper says that it is missing. */
const NAME_TIMEOUT_MS = 5_000;

const TOOLS = ['answers', 'explore', 'copy', 'csv', 'png', 'print'] as const;
type Tool = (typeof TOOLS)[number];
/** Explorer, text, table file and picture speak of risk and ranges, and so are for professionals. */
const PATIENT_TOOLS: readonly Tool[] = ['answers', 'print'];

/** Reads which tools are shown, in their order: all, unless the attribute names some. */
function chosenTools(host: Element): readonly Tool[] {
  const given = host.getAttribute('tools');
  if (given === null) return TOOLS;
  const names = new Set(given.split(/\s+/).filter(Boolean));
  const known = [...names].flatMap((name) => TOOLS.find((tool) => tool === name) ?? []);
  if (known.length < names.size) tellFallback(host, 'tools', PANEL_ATTRIBUTES);
  return known;
}

/** Finds where answers can be read: with the panel's token, or in the page's own data; null for neither. */
export function findItemSource({ root, reader: { client, asked } }: PanelContext): ItemSource | null {
  const { data } = root.host as Element & { readonly data?: PanelData | null };
  if (client && asked) return { client, asked };
  return data?.submissions ? { data } : null;
}

/** Reads the panel's time zone; null if it has none, or one that the platform does not know. */
function readTimeZone(root: ShadowRoot): string | null {
  const zone = root.host.getAttribute('time-zone');
  return isTimeZone(zone) ? zone : null;
}

/** True if both are of the same patient, instrument and audience. */
const isSameCourse = (one: WholeCourse, other: WholeCourse): boolean =>
  one.view.patientId === other.view.patientId &&
  one.view.formTemplateId === other.view.formTemplateId &&
  !one.reading.unfiltered === !other.reading.unfiltered;

/** Adds the places of the tools to a panel's tree. */
export function addToolPlaces(root: DocumentFragment): void {
  // Of whom and of when it is, for paper alone: the page around a panel says so on the screen.
  findPart(root, 'risk').before(h('p', { id: 'paper' }));
  findPart(root, 'header').append(h('div', { id: 'tools', part: 'tools', role: 'group' }));
  findPart(root, 'notes').after(h('p', { id: 'tools-said' }));
}

/** Templates of the buttons, by what they offer: panels beside each other offer the same. */
const buttonTemplates = new Map<string, () => HTMLElement>();

/** Makes the buttons; of more than two, all but the first are in a menu. */
function createButtons(offered: readonly Tool[], { tools }: WholeSpeech['words']): HTMLElement {
  const [first, ...others] = offered.map((tool) =>
    h('button', { type: 'button', class: 'tool', 'data-tool': tool }, tools[tool]),
  );
  const summary = h('summary', { 'aria-label': tools.more, title: tools.more }, '⋯');
  const isLong = others.length > 1;
  // Safari focuses no button that is clicked, and so the box around it, which is in the menu.
  const menu = () => h('details', { class: 'menu' }, summary, h('div', { tabindex: '-1' }, ...others));
  return h('div', {}, ...(first ? [first] : []), ...(isLong ? [menu()] : others));
}

/** Closes the menu of a bar by Escape, a choice or by leaving it. Returns what closes it. */
function closeMenuOf(bar: HTMLElement): () => void {
  const find = () => bar.querySelector<HTMLDetailsElement>('.menu[open]');
  const close = (): void => {
    const menu = find();
    if (!menu) return;
    // What is opened from here gives the focus back to what can still be seen.
    menu.querySelector('summary')?.focus();
    menu.open = false;
  };
  bar.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !find()) return;
    event.stopPropagation();
    close();
  });
  bar.addEventListener('focusout', ({ relatedTarget }) => {
    const menu = find();
    if (menu && !(relatedTarget instanceof Node && menu.contains(relatedTarget))) menu.open = false;
  });
  return close;
}

/** The buttons beside the title: what can be done with what is shown. Their code is fetched when they are used. */
export class PanelTools {
  readonly #context: PanelContext;
  readonly #root: ShadowRoot;
  readonly #announce: (text: string) => void;
  readonly #bar: HTMLElement;
  readonly #result: HTMLElement;
  readonly #paper: HTMLElement;
  #shown: WholeCourse | null = null;
  #answers: ItemDialog | null = null;
  /** Grows whenever answers that were asked for are not wanted any more. */
  #turn = 0;
  readonly #explorer: PanelExplorer;
  #key = '';

  constructor(context: PanelContext, announce: (text: string) => void) {
    this.#context = context;
    this.#root = context.root;
    this.#announce = announce;
    this.#explorer = new PanelExplorer(context, () => readTimeZone(this.#root));
    this.#paper = findPart(this.#root, 'paper');
    this.#bar = findPart(this.#root, 'tools');
    this.#result = findPart(this.#root, 'tools-said');
    const closeMenu = closeMenuOf(this.#bar);
    this.#bar.addEventListener('click', ({ target }) => {
      const button = (target as Element).closest<HTMLElement>('[data-tool]');
      if (!button) return;
      closeMenu();
      this.#use(button.dataset.tool as Tool);
    });
  }

  show(next: WholeCourse): void {
    this.#renderButtons(next);
    this.#shown = next;
    this.#bar.hidden = next.view.points.length === 0;
    this.#explorer.show(next);
  }

  /** Opens the answers of a submission. */
  open(submissionId: number): void {
    if (this.#shown) this.#attempt(this.#shown, this.#openAnswers(this.#shown, submissionId));
  }

  /** Forgets the patient, and closes what is open about them. */
  clear(): void {
    this.#shown = null;
    this.#turn++;
    this.#answers?.close();
    this.#explorer.close();
    this.#result.textContent = this.#paper.textContent = '';
    this.#bar.hidden = true;
  }

  #renderButtons({ speech, reading }: WholeCourse): void {
    const { tools } = speech.words;
    const offered = chosenTools(this.#root.host).filter(
      (tool) =>
        (tool !== 'answers' || findItemSource(this.#context)) &&
        (!reading.unfiltered || PATIENT_TOOLS.includes(tool)),
    );
    // Nodes are kept while they are the same, so that focus stays.
    const key = JSON.stringify([tools.name, tools.more, offered.map((tool) => [tool, tools[tool]])]);
    if (key === this.#key) return;
    this.#key = key;
    this.#bar.ariaLabel = tools.name;
    const copy = buttonTemplates.get(key) ?? createTemplate(() => createButtons(offered, speech.words));
    buttonTemplates.set(key, copy);
    this.#bar.replaceChildren(...copy().childNodes);
  }

  #use(tool: Tool): void {
    const course = this.#shown;
    if (!course) return;
    this.#result.textContent = '';
    // A patient knows who they are, and may not read the record.
    if (tool === 'print' && course.reading.unfiltered) print();
    else if (tool === 'answers') this.open(course.view.points.at(-1)?.submissionId ?? 0);
    else if (tool === 'explore')
      this.#attempt(
        course,
        this.#explorer.open(
          () => this.#current(course),
          () => this.#readName(),
        ),
      );
    else this.#attempt(course, this.#exportCourse(tool, course));
  }

  /** Says that a tool failed, unless the panel shows another patient by then. */
  #attempt(course: WholeCourse, done: Promise<void>): void {
    done.catch(() => {
      if (this.#current(course)) this.#say(course.speech.words.tools.failed);
    });
  }

  #say(sentence: string): void {
    this.#result.textContent = sentence;
    this.#announce(sentence);
  }

  /** Gives what is shown now of the course of a click; null if the panel shows another course or audience. */
  #current(course: WholeCourse): WholeCourse | null {
    return this.#shown && isSameCourse(this.#shown, course) ? this.#shown : null;
  }

  async #openAnswers(course: WholeCourse, submissionId: number): Promise<void> {
    const { speech, title, view, reading } = course;
    const source = findItemSource(this.#context);
    if (!source) return;
    this.#announce(speech.words.tools.opening);
    const hasInterpretation = this.#root.host.getAttribute('interpretation') === 'shown';
    const turn = ++this.#turn;
    const { itemStyles, openItem } = await import('./item.ts');
    if (turn !== this.#turn) return;
    this.#context.adopt(itemStyles);
    this.#answers?.close();
    const opened = {
      submissionId,
      patientId: view.patientId,
      formId: view.formTemplateId,
      speech,
      title,
      timeZone: readTimeZone(this.#root),
      view,
      source,
      patient: reading.unfiltered ? { hasInterpretation } : null,
    };
    this.#answers = openItem(this.#root, opened, () => {
      this.#answers = null;
    });
  }

  /** Reads the patient's name; empty where it cannot be read, null where the page gives the data. */
  async #readName(): Promise<string | null> {
    const source = findItemSource(this.#context);
    if (!source || 'data' in source) return null;
    try {
      const { readName } = await import('./item.ts');
      return await readName(source, AbortSignal.timeout(NAME_TIMEOUT_MS));
    } catch {
      return '';
    }
  }

  async #exportCourse(tool: 'copy' | 'csv' | 'png' | 'print', course: WholeCourse): Promise<void> {
    // The name of the patient who is shown now; another may be shown by then.
    const naming = tool === 'png' || tool === 'print' ? this.#readName() : null;
    const { exportCourse, sayPaper } = await import('./export.ts');
    const name = await naming;
    const now = this.#current(course);
    if (!now) return;
    const { tools } = now.speech.words;
    const source = {
      ...now,
      view: markAsked(now.view, now.reading),
      name,
      readAt: now.reading.at,
      stale: readStale(this.#root) !== null,
      timeZone: readTimeZone(this.#root),
    };
    if (tool === 'print') {
      this.#paper.textContent = sayPaper(source);
      addEventListener('afterprint', () => this.#paper.replaceChildren(), { once: true });
      print();
      return;
    }
    const isCurrent = (): boolean => this.#current(course) !== null;
    const isDone = await exportCourse(tool, source, isCurrent);
    if (isCurrent()) this.#say(isDone ? (tool === 'copy' ? tools.copied : '') : tools.notCopied);
  }
}
