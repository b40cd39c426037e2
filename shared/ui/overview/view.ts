import { scaleOf, svg } from '../../chart/frame.ts';
import { drawSparkline, HEIGHT_PX, MARGIN_PX, WIDTH_PX } from '../../chart/sparkline.ts';
import { RISK_SIGNS } from '../../panel/risk-signs.ts';
import type { OverviewRow } from '../../score/overview.ts';
import { sayPicture } from '../../words/say-picture.ts';
import { createButton } from '../button.ts';
import { h, unbroken } from '../dom.ts';
import { createNewMark } from '../new-mark.ts';
import { type OverviewSpeech, type RowTexts, type sayRisks, sayRow, toRiskGroup } from './say.ts';

/** What the reader does with the rows. */
interface OverviewIntents {
  /** Shows the instrument in a place that is in the page by then. */
  open(formId: string, place: HTMLElement): void;
  /** The place is emptied, and taken away. */
  close(formId: string): void;
  /** Shows the answers behind a flag. Default: no button for it. */
  answers?(formId: string, submissionId: number): void;
}

/** What the rows show. */
interface ShownRows {
  readonly speech: OverviewSpeech;
  readonly rows: readonly OverviewRow[];
  /** True for an instrument that is known not to ask about suicide or self-harm. */
  readonly asksNothing: (row: OverviewRow) => boolean;
}

const COLUMNS = [
  'flag',
  'instrument',
  'course',
  'score',
  'class',
  'change',
  'last',
  'next',
  'missed',
  'risk',
] as const;
type Column = (typeof COLUMNS)[number];

/** Draws the course on the full scale, with the present range faintly filled. */
function drawCourse({ view, band }: OverviewRow, label: string): SVGElement {
  const drawing = drawSparkline(view, label);
  if (!band || !view.isLatestKnown) return drawing;
  const { y } = scaleOf(view);
  const place = (score: number): number => {
    const within = Math.min(Math.max(score, view.yMin), view.yMax);
    return y(within) * (HEIGHT_PX - 2 * MARGIN_PX) + MARGIN_PX;
  };
  // Ranges of whole points meet half-way, as in the graph.
  const [top, bottom] = [place(band.maxScore + 0.5), place(band.minScore - 0.5)];
  drawing.prepend(svg('rect', { class: 'band', y: top, width: WIDTH_PX, height: Math.max(0, bottom - top) }));
  return drawing;
}

function createRow(formId: string, toggle: () => void, answers: OverviewIntents['answers']) {
  const cells = Object.fromEntries(
    COLUMNS.map((name) => [
      name,
      h(name === 'instrument' ? 'th' : 'td', {
        class: name,
        ...(name === 'instrument' ? { role: 'rowheader', scope: 'row' } : { role: 'cell' }),
      }),
    ]),
  ) as unknown as { readonly [name in Column]: HTMLElement };
  const name = h('span', { dir: 'auto' });
  const button = createButton([name], toggle, { part: 'open', 'aria-expanded': 'false' });
  const direction = h('span', { class: 'quiet' });
  cells.instrument.append(button, direction);
  const value = h('b');
  const max = h('span', { class: 'quiet' });
  cells.score.append(value, ' ', max);
  const swatch = h('i', { class: 'swatch' });
  const range = h('span', { dir: 'auto' });
  cells.class.append(swatch, range);
  const last = h('span');
  cells.last.append(last);
  const newMark = createNewMark(cells.last);
  const risk = h('span');
  const notes = h('span', { class: 'notes' });
  let flagged = 0;
  const viewFlag = createButton('', () => answers?.(formId, flagged));
  cells.risk.append(risk, ' ', ...(answers ? [viewFlag, ' '] : []), notes);
  const element = h(
    'tr',
    { role: 'row', class: 'row', part: 'row', 'data-form-id': formId },
    ...Object.values(cells),
  );
  element.addEventListener('click', ({ target }) => {
    // Text of a row can be selected and copied.
    if (target instanceof Element && !target.closest('button') && getSelection()?.isCollapsed !== false)
      toggle();
  });
  let drawn: OverviewRow['view'] | null = null;
  return {
    formId,
    element,
    button,
    /** Says that the latest answer has come while the rows were shown. */
    markNew: ({ words }: OverviewSpeech) => newMark.show(words.new),
    clear: newMark.clear,
    show(row: OverviewRow, texts: RowTexts, speech: OverviewSpeech): void {
      const { risk: known } = row.view;
      element.dataset.risk = texts.riskShown;
      element.dataset.severity = (known.kind === 'flagged' && known.item?.severity) || '';
      viewFlag.hidden = texts.riskShown !== 'flagged';
      if (known.kind === 'flagged') flagged = known.submissionId;
      viewFlag.textContent = speech.words.view;
      viewFlag.ariaLabel = speech.words.viewFlag({ instrument: texts.name });
      element.classList.toggle('partial', texts.notes !== '');
      cells.flag.textContent = RISK_SIGNS[texts.riskShown];
      for (const [place, text] of [
        [name, texts.name],
        [direction, texts.direction],
        [value, texts.score],
        [max, texts.max],
        [range, texts.range],
        [cells.change, texts.change],
        [last, texts.last],
        [cells.next, texts.next],
        [cells.missed, texts.missed],
        [risk, texts.risk],
        [notes, texts.notes],
      ] as const)
        if (place.textContent !== text) place.replaceChildren(...unbroken(text));
      const color = row.view.points.at(-1)?.color ?? null;
      swatch.hidden = color === null;
      swatch.style.setProperty('--_swatch', color);
      if (drawn === row.view) return;
      drawn = row.view;
      cells.course.replaceChildren(
        ...(row.view.points.length > 0 ? [drawCourse(row, sayPicture(speech, row.view))] : []),
      );
    },
  };
}

/** The cell below a row, which holds the instrument while it is open. */
function createPlace(button: HTMLElement, formId: string) {
  const place = h('div', { id: `open-${formId}` });
  button.setAttribute('aria-controls', place.id);
  const cell = h(
    'td',
    { role: 'cell', colspan: `${COLUMNS.length}`, 'aria-colspan': `${COLUMNS.length}` },
    place,
  );
  return { place, element: h('tr', { role: 'row', class: 'opened' }, cell) };
}

/** Writes what is known of the risk of all instruments; nothing of it hides the place. */
export function writeRisks(place: HTMLElement, said: ReturnType<typeof sayRisks>): void {
  place.hidden = said.length === 0;
  if (place.textContent !== said.map(({ text }) => text).join(''))
    place.replaceChildren(...said.map(({ group, text }) => h('span', { 'data-risk': group }, text)));
}

/** Moves the focus between the buttons of rows. */
function moveFocus(event: KeyboardEvent, buttons: readonly HTMLElement[], at: number): void {
  const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  buttons[Math.min(Math.max(to, 0), buttons.length - 1)]?.focus();
}

/** Remembers which answers the rows have shown. */
function createNews() {
  /** When the newest was given: 0 where a row has none, infinity where it may not be the newest. */
  const answered = new Map<string, number>();
  return {
    /** True for a newer answer than the one that a row has shown; an instrument that was not shown yet has no news. */
    has({ formId, answeredAt, view }: OverviewRow): boolean {
      const before = answered.get(formId) ?? Number.POSITIVE_INFINITY;
      answered.set(formId, view.isLatestKnown ? (answeredAt ?? 0) : Number.POSITIVE_INFINITY);
      return (answeredAt ?? 0) > before;
    },
    forget: (formId: string): boolean => answered.delete(formId),
  };
}

function createTable(head: HTMLElement, body: HTMLElement): HTMLElement {
  const top = h('thead', { role: 'rowgroup', class: 'visually-hidden' }, head);
  return h('table', { id: 'rows', part: 'rows', role: 'table' }, top, body);
}

/** The instruments of a patient, one row each; a row opens in place. Nodes stay while their instrument is there. */
export function createOverviewRows(intents: OverviewIntents) {
  const rows = new Map<string, ReturnType<typeof createRow>>();
  const opened = new Map<string, ReturnType<typeof createPlace>>();
  const news = createNews();
  const head = h('tr', { role: 'row' });
  const body = h('tbody', { role: 'rowgroup' });
  const element = createTable(head, body);

  function toggle(formId: string): void {
    const row = rows.get(formId);
    const before = opened.get(formId);
    if (!row) return;
    row.button.ariaExpanded = String(!before);
    if (before) {
      opened.delete(formId);
      intents.close(formId);
      before.element.remove();
      row.button.removeAttribute('aria-controls');
      return;
    }
    const place = createPlace(row.button, formId);
    opened.set(formId, place);
    row.element.after(place.element);
    intents.open(formId, place.place);
  }

  function remove(formId: string): void {
    if (opened.has(formId)) toggle(formId);
    const row = rows.get(formId);
    row?.clear();
    row?.element.remove();
    rows.delete(formId);
    news.forget(formId);
  }

  /** Brings the rows in their order; what has the focus keeps it. */
  function arrange(order: readonly string[]): void {
    const nodes = order.flatMap((id) => [rows.get(id)?.element ?? [], opened.get(id)?.element ?? []].flat());
    if (nodes.every((node, at) => body.children[at] === node)) return;
    const active = (body.getRootNode() as ShadowRoot).activeElement;
    body.append(...nodes);
    if (active instanceof HTMLElement && body.contains(active)) active.focus({ preventScroll: true });
  }

  body.addEventListener('keydown', (event) => {
    const buttons = [...body.querySelectorAll<HTMLElement>('tr.row>th button')];
    moveFocus(event, buttons, buttons.indexOf(event.target as HTMLElement));
  });

  return {
    element,
    show({ speech, rows: next, asksNothing }: ShownRows): void {
      const { words } = speech;
      element.ariaLabel = words.title;
      if (head.lang !== words.lang) {
        head.replaceChildren(
          ...COLUMNS.map((name) => h('th', { role: 'columnheader', scope: 'col' }, words.heads[name])),
        );
        head.lang = words.lang;
      }
      const listed = new Set(next.map(({ formId }) => formId));
      for (const formId of [...rows.keys()]) if (!listed.has(formId)) remove(formId);
      for (const row of next) {
        const { formId } = row;
        const shown = rows.get(formId) ?? createRow(formId, () => toggle(formId), intents.answers);
        rows.set(formId, shown);
        shown.show(row, sayRow(speech, row, asksNothing(row)), speech);
        shown.element.dataset.group = toRiskGroup(row, asksNothing(row)) ?? '';
        if (news.has(row)) shown.markNew(speech);
      }
      arrange(next.map(({ formId }) => formId));
    },
    /** Opens the row of an instrument, or closes it. */
    toggle,
    /** Leaves nothing of the patient behind. */
    clear(): void {
      for (const formId of [...rows.keys()]) remove(formId);
    },
  };
}
