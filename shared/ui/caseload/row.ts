import type { PatientFacts } from '../../caseload/caseload.ts';
import type { InstrumentFacts } from '../../caseload/facts.ts';
import type { CaseloadCourses } from '../../caseload/read.ts';
import { RISK_SIGNS } from '../../panel/risk-signs.ts';
import { safeColor } from '../../score/color.ts';
import { createTemplate, h, unbroken } from '../dom.ts';
import { gravestFlag, hasFlag } from './arrange.ts';
import {
  asideLinesOf,
  type CaseloadLine,
  type CaseloadMetrics,
  fitReasons,
  roomForReasons,
} from './geometry.ts';
import {
  type CaseloadSpeech,
  sayAgo,
  sayAside,
  sayLeading,
  sayPatient,
  sayReasons,
  sayTitle,
} from './say.ts';

/** What a row shows. */
export interface CaseloadRow {
  readonly facts: PatientFacts;
  readonly isNew: boolean;
  /** The instrument by whose scores the list is sorted, which comes first. */
  readonly formId: string | null;
}

/** What the rows are filled from. */
export interface RowSource {
  /** Null while the words are on their way. */
  readonly speech: CaseloadSpeech | null;
  readonly isWhole: boolean;
  /** Everything was read that could be: a course is drawn once, and not while its answers arrive. */
  readonly isSettled: boolean;
  rowOf(patientId: string): CaseloadRow | null;
  readonly coursesOf: (patientId: string, now: number | null) => CaseloadCourses;
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
      h('div', { class: 'line' }, h('button', { class: 'name', part: 'name', tabindex: '-1' }), part('new')),
      h('div', { class: 'reasons', part: 'reasons' }),
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
    part('age'),
    part('aside'),
  ),
);

/** Title, course, score, class, age, and what stands beside them. */
type ScoreParts = readonly [HTMLElement, HTMLElement, HTMLElement, HTMLElement, HTMLElement, HTMLElement];

/** `gravity` of a moderate flag: only what is graver, or not known to be less, has a ground. */
const MODERATE = 1;

export const createRow: () => HTMLElement = rowTemplate;

export function createHeading(): HTMLElement {
  const cell = h(
    'div',
    { role: 'rowheader', 'aria-colspan': '2' },
    h('span', { class: 'group' }),
    h('span', { class: 'count' }),
    h('p', { part: 'legend' }, h('i', { class: 'mark', 'aria-hidden': 'true' }), h('span')),
  );
  return h('div', { class: 'heading', part: 'group', role: 'row' }, cell);
}

/** Writes a text, and nothing where it is there already: most of a row that is used again is the same. */
function write(element: Element | null | undefined, text: string): void {
  if (!element) return;
  const node = element.childElementCount === 0 && element.firstChild;
  if (!node) element.textContent = text;
  else if (node.nodeValue !== text) node.nodeValue = text;
}

/** Writes a text that is cut where its room ends: one of so few characters fits in any font, and needs no edge. */
function writeCut(element: Element, text: string, fitting: number, into: Element = element): void {
  write(into, text);
  element.classList.toggle('cut', text.length > fitting);
}

/**
 * Writes a sentence into so many lines. Names and dates in it stay on one line, as its lines are counted; most take one, which
 * a browser lays out in half the time of clamped text, and in which nothing can wrap.
 */
function writeSentence(element: Element, text: string, lines: number): void {
  const isLong = lines > 1;
  element.classList.toggle('long', isLong);
  if (!isLong) write(element, text);
  else if (element.textContent !== text || element.childElementCount === 0)
    element.replaceChildren(...unbroken(text));
}

/** Class of an answer in words; without one, that it has no total score, or that its score is in no range. */
function sayClass({ words }: CaseloadSpeech, latest: InstrumentFacts['latest']): string {
  if (!latest) return words.notAnswered;
  return latest.className ?? (latest.score === null ? words.noScore : words.noRange);
}

/**
 * Writes one instrument of a patient; its course is drawn later.
 *
 * @param more what is said of those that have no room
 * @param room lines that are left for what stands beside a score
 * @returns those of them that it takes
 */
function fillScore(
  element: HTMLElement,
  patient: PatientFacts,
  facts: InstrumentFacts,
  {
    speech,
    metrics,
    more,
    room,
  }: { speech: CaseloadSpeech; metrics: CaseloadMetrics; more: string; room: number },
): number {
  const { words, format } = speech;
  const { latest, risk, isUnseen } = facts;
  const { 0: title, 2: value, 3: ofClass, 4: age, 5: aside } = element.children as unknown as ScoreParts;
  element.setAttribute('data-form', facts.formId);
  writeCut(title, sayTitle(speech, facts), 6);
  title.classList.toggle('flagged', risk.kind === 'flagged' && risk.isCurrent);
  // A dash says that there is no score: a class that came without one is not read as the class of a hidden score.
  writeCut(value, latest ? (latest.score === null ? '–' : format.number(latest.score)) : '', 3);
  const color = safeColor(latest?.classColor);
  const { 0: swatch, 1: name } = ofClass.children as unknown as [HTMLElement, HTMLElement];
  swatch.hidden = color === null;
  swatch.style.backgroundColor = color ?? '';
  writeCut(ofClass, sayClass(speech, latest), 12, name);
  ofClass.classList.toggle('words', !latest?.className);
  // The second line is out of sight, for screen readers. The picture of the course names the date.
  write(age, latest ? `${sayAgo(speech, latest.at)}${isUnseen ? `\n${words.unseen}` : ''}` : '');
  age.classList.toggle('unseen', isUnseen);
  const said = [sayAside(speech, facts, patient), more].filter(Boolean).join(' · ');
  // Where no line is left there is nothing to measure.
  const lines = room > 0 ? Math.min(room, asideLinesOf(said, metrics)) : 0;
  const height = lines + Number(!metrics.isSmall);
  writeSentence(aside, said, height);
  element.style.setProperty('--_lines', `${height}`);
  // An earlier flag is a fact of the patient, and no remark.
  aside.classList.toggle('flagged', risk.kind === 'flagged' && !risk.isCurrent);
  return lines;
}

/** Writes the reasons that have room; the others are counted, and all are in the title. */
function fillReasons(
  element: Element,
  facts: PatientFacts,
  line: Extract<CaseloadLine, { heading: null }>,
  speech: CaseloadSpeech,
  metrics: CaseloadMetrics,
): void {
  const room = roomForReasons(line, metrics);
  const { shown, more } = fitReasons(sayLeading(speech, facts), room, metrics, hasFlag(facts));
  while (element.childElementCount < shown.length) element.append(h('p', {}, h('span'), h('b')));
  // Where there are fewer, the others stay without text and height: to take one out costs more.
  [...element.children].forEach((line, index) => {
    const { text = '', lines = 1 } = shown[index] ?? {};
    (line as HTMLElement).style.setProperty('--_lines', `${lines}`);
    writeSentence(line.firstElementChild as Element, text, lines);
    const said = more > 0 && index === shown.length - 1 ? speech.words.more({ count: more }) : '';
    line.classList.toggle('more', said !== '');
    write(line.lastElementChild, said);
  });
}

/** Writes a patient into a row of a fixed height: what has no room in it is counted, and is in its name and title. */
export function fillRow(
  element: HTMLElement,
  { facts, isNew, formId }: CaseloadRow,
  line: Extract<CaseloadLine, { heading: null }>,
  speech: CaseloadSpeech,
  metrics: CaseloadMetrics,
): void {
  const { words } = speech;
  const name = sayPatient(speech, facts);
  const all = sayReasons(speech, facts);
  element.dataset.group = facts.reasons[0]?.group ?? 'none';
  element.classList.toggle('grave', gravestFlag(facts) > MODERATE);
  // A month may end with the full stop of its short name.
  element.ariaLabel = [name, isNew ? words.new : '', ...all]
    .filter(Boolean)
    .join('. ')
    .replaceAll('.. ', '. ');
  const { 0: who, 1: scores } = element.children as unknown as [HTMLElement, HTMLElement];
  const { 0: mark, 1: title, 2: reasons } = who.children;
  write(mark, RISK_SIGNS[hasFlag(facts) ? 'flagged' : 'none']);
  write(title?.firstElementChild, name);
  title?.firstElementChild?.classList.toggle('unnamed', facts.name === null);
  write(title?.lastElementChild, isNew ? words.new : '');
  if (reasons) fillReasons(reasons, facts, line, speech, metrics);
  const fitting = facts.instruments
    .toSorted((a, b) => Number(b.formId === formId) - Number(a.formId === formId))
    .slice(0, line.instruments);
  while (scores.childElementCount > fitting.length) scores.lastElementChild?.remove();
  while (scores.childElementCount < fitting.length) scores.append(scoreTemplate());
  const left = facts.instruments.length - fitting.length;
  let room = line.asideLines;
  fitting.forEach((one, index) => {
    const more = left > 0 && index === fitting.length - 1 ? words.more({ count: left }) : '';
    const score = scores.children[index] as HTMLElement;
    room -= fillScore(score, facts, one, { speech, metrics, more, room });
  });
}

export function fillHeading(
  element: HTMLElement,
  { heading, count }: Extract<CaseloadLine, { count: number }>,
  { words, format }: CaseloadSpeech,
  isWhole: boolean,
): void {
  element.dataset.group = heading;
  const [group, number, legend] = element.firstElementChild?.children ?? [];
  write(group, words.groups[heading]);
  // Not all are known yet: a count would be taken for the whole.
  write(number, isWhole ? format.number(count) : '');
  const isFlag = heading === 'flag';
  write(legend?.firstElementChild, isFlag ? RISK_SIGNS.flagged : '');
  write(legend?.lastElementChild, isFlag ? words.legend : '');
}
