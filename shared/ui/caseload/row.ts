import type { ScoredSubmission } from '@instrument-panel/client/contract';
import type { PatientFacts } from '../../caseload/caseload.ts';
import type { InstrumentFacts } from '../../caseload/facts.ts';
import { type InstrumentRecord, toSubmission } from '../../caseload/records.ts';
import { drawSparkline } from '../../chart/sparkline.ts';
import { safeColor } from '../../score/color.ts';
import { shortView } from '../../score/short-view.ts';
import { sayPicture } from '../../words/say-picture.ts';
import { createTemplate, h } from '../dom.ts';
import { hasFlag } from './arrange.ts';
import { type CaseloadLine, type CaseloadMetrics, fitReasons, roomForReasons } from './geometry.ts';
import { type CaseloadSpeech, sayAgo, sayAside, sayPatient, sayReasons, sayTitle } from './say.ts';

/** What a row shows. */
export interface CaseloadRow {
  readonly facts: PatientFacts;
  readonly isNew: boolean;
}

const part = (name: string, ...children: (Node | string)[]): HTMLElement =>
  h('span', { class: name, part: name }, ...children);

const rowTemplate = createTemplate(() =>
  h(
    'div',
    { class: 'row', part: 'row', role: 'row', tabindex: '-1' },
    h(
      'div',
      { class: 'who', role: 'gridcell' },
      h('i', { class: 'mark', part: 'mark', 'aria-hidden': 'true' }),
      h(
        'div',
        { class: 'said' },
        h(
          'div',
          { class: 'line' },
          h('button', { class: 'name', part: 'name', type: 'button', tabindex: '-1' }),
          part('new'),
        ),
        h('div', { class: 'reasons', part: 'reasons' }),
      ),
    ),
    h('div', { class: 'scores', role: 'gridcell' }),
  ),
);
const scoreTemplate = createTemplate(() =>
  h(
    'div',
    { class: 'score', part: 'instrument' },
    part('title'),
    part('course'),
    part('value'),
    part('class', h('i', { class: 'swatch' }), h('span')),
    part('age', h('span'), h('span', { class: 'quiet' })),
    part('aside'),
  ),
);

const copyOf = (template: () => DocumentFragment): HTMLElement => template().firstElementChild as HTMLElement;
export const createRow = (): HTMLElement => copyOf(rowTemplate);

export function createHeading(): HTMLElement {
  const cell = h(
    'div',
    { role: 'rowheader', 'aria-colspan': '2' },
    h('span', { class: 'group' }),
    h('span', { class: 'count' }),
  );
  return h('div', { class: 'heading', part: 'group', role: 'row' }, cell);
}

function write(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

/** Writes one instrument of a patient; its course is drawn by {@link drawCourse} when there is time. */
function fillScore(element: HTMLElement, facts: InstrumentFacts, speech: CaseloadSpeech, more: string): void {
  const { words, format } = speech;
  const { latest, risk } = facts;
  const [title, course, value, ofClass, age, aside] = [...element.children] as HTMLElement[];
  if (!title || !course || !value || !ofClass || !age || !aside) return;
  const flagged = risk.kind === 'flagged' && risk.isCurrent;
  write(title, sayTitle(speech, facts));
  title.classList.toggle('flagged', flagged);
  course.replaceChildren();
  delete course.dataset.bare;
  element.dataset.form = facts.formId;
  write(value, latest === null ? '' : latest.score === null ? words.noScore : format.number(latest.score));
  value.classList.toggle('words', latest?.score === null);
  const color = safeColor(latest?.classColor);
  const [swatch, name] = ofClass.children as unknown as [HTMLElement, HTMLElement];
  swatch.hidden = color === null;
  swatch.style.background = color ?? '';
  const className = latest
    ? (latest.className ?? (latest.score === null ? '' : words.noRange))
    : words.notAnswered;
  write(name, className);
  ofClass.title = className;
  ofClass.classList.toggle('words', !latest?.className);
  write(age.firstElementChild, latest ? sayAgo(speech, latest.at) : '');
  const date = latest ? format.moment(latest.at) : '';
  age.title = date;
  write(age.lastElementChild, date && ` (${date})`);
  const said = [sayAside(speech, facts), more].filter(Boolean).join(' · ');
  write(aside, said);
  aside.title = said;
}

/** Writes a patient into a row of a fixed height: what has no room in it is counted, and is in its name and title. */
export function fillRow(
  element: HTMLElement,
  { facts, isNew }: CaseloadRow,
  line: Extract<CaseloadLine, { heading: null }>,
  speech: CaseloadSpeech,
  metrics: CaseloadMetrics,
): void {
  const { words } = speech;
  const name = sayPatient(speech, facts);
  const reasons = sayReasons(speech, facts);
  element.dataset.group = facts.reasons[0]?.group ?? 'none';
  element.ariaLabel = [name, isNew ? words.new : '', ...reasons].filter(Boolean).join('. ');
  const [who, scores] = element.children as unknown as [HTMLElement, HTMLElement];
  write(who.querySelector('.mark'), hasFlag(facts) ? '!' : '');
  const button = who.querySelector('.name');
  write(button, name);
  button?.classList.toggle('unnamed', facts.name === null);
  write(who.querySelector('.new'), isNew ? words.new : '');
  const { shown, more } = fitReasons(reasons, roomForReasons(line, metrics), metrics);
  const lines = shown.map(({ text, lines: count }, index) => {
    const isLast = index === shown.length - 1;
    const tail = isLast && more > 0 ? [h('b', {}, words.more({ count: more }))] : [];
    return h(
      'p',
      { title: isLast ? reasons.slice(index).join('\n') : text, class: `lines-${count}` },
      h('span', {}, text),
      ...tail,
    );
  });
  who.querySelector('.reasons')?.replaceChildren(...lines);
  const fitting = facts.instruments.slice(0, line.instruments);
  while (scores.childElementCount > fitting.length) scores.lastElementChild?.remove();
  while (scores.childElementCount < fitting.length) scores.append(copyOf(scoreTemplate));
  const left = facts.instruments.length - fitting.length;
  fitting.forEach((one, index) => {
    const isLast = left > 0 && index === fitting.length - 1;
    fillScore(scores.children[index] as HTMLElement, one, speech, isLast ? words.more({ count: left }) : '');
  });
}

export function fillHeading(
  element: HTMLElement,
  { heading, count }: Extract<CaseloadLine, { count: number }>,
  { words, format }: CaseloadSpeech,
  isWhole: boolean,
): void {
  element.dataset.group = heading;
  const [cell] = element.children;
  write(cell?.firstElementChild ?? null, words.groups[heading]);
  // Not all are known yet: a count would be taken for the whole.
  write(cell?.lastElementChild ?? null, isWhole ? format.number(count) : '');
}

/** Draws the courses of a row that have none yet; false if there was none to draw. */
export function drawCourse(
  row: HTMLElement,
  patientId: string,
  recordOf: (formId: string) => InstrumentRecord | null,
  { words, format, now }: CaseloadSpeech,
): boolean {
  const place = [...row.querySelectorAll<HTMLElement>('.course:empty:not([data-bare])')][0];
  const formId = place?.parentElement?.dataset.form;
  if (!place || !formId) return false;
  const record = recordOf(formId);
  const submissions = [...(record?.submissions.values() ?? [])].map(toSubmission) as ScoredSubmission[];
  const view = shortView({ patientId, formId, submissions, lost: record?.lost ?? [], now });
  if (view.points.length > 0) {
    const titled = { ...view, title: record?.title ?? '' };
    place.append(drawSparkline(titled, sayPicture({ words, format }, titled)));
  } else place.dataset.bare = '';
  return true;
}
