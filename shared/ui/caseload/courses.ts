import { type CaseloadCourse, toCourse } from '../../caseload/course.ts';
import { drawSparkline } from '../../chart/sparkline.ts';
import { caseloadEn } from '../../words/compiled/caseload/en.js';
import { sayPicture } from '../../words/say-picture.ts';
import type { RowSource } from './row.ts';
import type { CaseloadSpeech } from './say.ts';

export { keepPlace, recallPlace } from './place.ts';

/** Milliseconds of a frame in which courses are drawn. */
const DRAWING_MS = 8;

/**
 * Draws the courses of rows for a part of a frame; those that have no time in it are left in the set, without a course.
 *
 * @param rows those whose courses may be another patient's
 * @param shown the rows in view, by patient
 * @param isAll true to take as long as it takes
 * @returns true if some are left that can be drawn
 */
export function drawRows(
  rows: Set<HTMLElement>,
  source: RowSource,
  shown: ReadonlyMap<string, HTMLElement>,
  isAll: boolean,
): boolean {
  const { speech } = source;
  const until = performance.now() + DRAWING_MS;
  const whole = speech && { ...speech, words: wholeWordsOf(speech) };
  let isOver = false;
  for (const row of speech ? rows : []) {
    if (!row.isConnected) continue;
    isOver ||= !isAll && performance.now() > until;
    if (isOver) hideCourses(row);
    else {
      drawCourses(row, source, whole as WholeSpeech, shown);
      rows.delete(row);
    }
  }
  return isOver;
}

type WholeSpeech = CaseloadSpeech & { readonly words: CaseloadSpeech['words'] & typeof caseloadEn };

/** Joined once for a language: there are hundreds. */
const wholeWords = new WeakMap<CaseloadSpeech['words'], WholeSpeech['words']>();

/** English comes in two parts: what rows do without comes with this file. */
function wholeWordsOf({ words }: CaseloadSpeech): WholeSpeech['words'] {
  const whole = wholeWords.get(words) ?? { ...caseloadEn, ...words };
  wholeWords.set(words, whole);
  return whole;
}

const placesOf = (row: HTMLElement): Iterable<HTMLElement> => row.querySelectorAll<HTMLElement>('.course');

/** Rows whose courses are hidden. */
const hidden = new WeakSet<HTMLElement>();

/** Shows no course of a row until it is drawn: what is there may be another patient's, and is drawn over. */
function hideCourses(row: HTMLElement): void {
  hidden.add(row);
  for (const place of placesOf(row)) place.style.visibility = 'hidden';
}

/** What is known of a row's instruments. */
const instrumentsOf = ({ rowOf }: RowSource, row: HTMLElement) =>
  rowOf(row.dataset.key ?? '')?.facts.instruments ?? [];

/** The instant of the latest answer to an instrument; null where there is none. */
const latestAt = (instruments: ReturnType<typeof instrumentsOf>, formId: string | null): number | null =>
  instruments.find((one) => one.formId === formId)?.latest?.at ?? null;

const formIdOf = (place: Element): string | null =>
  place.closest('.score')?.getAttribute('data-form') ?? null;
const sayDate = ({ format }: CaseloadSpeech, at: number): string => `(${format.moment(at)})`;

/** Adds the date to the second line of an age, which is out of sight: for screen readers, where no picture names it. */
function dateAge(age: Element | null, date: string): void {
  const [ago = '', ...after] = age?.textContent.split('\n') ?? [];
  if (age && ago && !after.join().startsWith(date))
    age.textContent = `${ago}\n${[date, ...after].join(', ')}`;
}

let titled: HTMLElement | null = null;

/** What a text that is pointed at says in full: all reasons, the date of an age, what may be cut. */
function titleOf(text: HTMLElement, row: HTMLElement, source: RowSource): string {
  if (text.matches('.reasons')) return row.ariaLabel ?? '';
  const at = text.matches('.age') ? latestAt(instrumentsOf(source, row), formIdOf(text)) : null;
  return at !== null && source.speech ? sayDate(source.speech, at) : text.textContent;
}

/**
 * Gives the text at the pointer its title. Only one has it, since a browser computes the styles of each anew for which one
 * is set; screen readers have the same in the texts and names of the row.
 */
export function showTitle(target: Element, source: RowSource): void {
  const text = target.closest<HTMLElement>('.reasons,.age,.aside,.class');
  if (text === titled) return;
  titled?.removeAttribute('title');
  titled = text;
  const row = text?.closest<HTMLElement>('.row');
  if (text && row) text.title = titleOf(text, row, source);
}

/**
 * Tells a screen reader, beside the name of the row that the keyboard is at, what stands there of each instrument, in the
 * order in which it is seen. Only this row has it, since the others are not read as one.
 */
export function describe(row: HTMLElement): void {
  const said = [...row.querySelectorAll('.score')].map(({ children }) =>
    [...children]
      .filter((one) => !one.matches('.course'))
      .flatMap((one) => one.textContent.split('\n'))
      .filter(Boolean)
      .join(', '),
  );
  for (const other of row.parentElement?.querySelectorAll('[aria-description]') ?? [])
    other.removeAttribute('aria-description');
  row.setAttribute('aria-description', said.join('. '));
}

/** Takes title and description from a row that becomes another patient's, or changes. */
export function forget(row: HTMLElement): void {
  row.removeAttribute('aria-description');
  if (!titled || !row.contains(titled)) return;
  titled.removeAttribute('title');
  titled = null;
}

/** Draws a course into its place; without a view there is none to draw. Returns the instant of its last answer. */
function drawCourse(
  place: HTMLElement,
  view: CaseloadCourse | undefined,
  speech: WholeSpeech,
): number | null {
  const last = view?.points.at(-1);
  if (!view || !last) {
    place.replaceChildren();
    return null;
  }
  const used = place.firstElementChild as SVGSVGElement | null;
  // The picture names the moment of the last answer, so that the age beside it need not.
  const picture = drawSparkline(view, sayPicture(speech, view, speech.format.moment), used ?? undefined);
  if (!used) place.append(picture);
  return last.at;
}

function drawCourses(
  row: HTMLElement,
  source: RowSource,
  speech: WholeSpeech,
  shown: ReadonlyMap<string, HTMLElement>,
): void {
  const patientId = row.dataset.key ?? '';
  const courses = source.coursesOf(patientId, speech.now);
  const draw = (views: readonly CaseloadCourse[]): void => {
    const wasHidden = hidden.delete(row);
    const instruments = instrumentsOf(source, row);
    for (const place of placesOf(row)) {
      const formId = formIdOf(place);
      const view = views.find((one) => one.patientId === patientId && one.formId === formId);
      const drawnTo = drawCourse(place, view, speech);
      const at = latestAt(instruments, formId);
      if (at !== null && at !== drawnTo)
        dateAge(place.parentElement?.querySelector('.age') ?? null, sayDate(speech, at));
      if (wasHidden) place.style.visibility = '';
    }
    if (row.tabIndex === 0) describe(row);
  };
  if (!('then' in courses)) {
    draw(courses.map((one) => ('points' in one ? one : toCourse(one, speech.now))));
    return;
  }
  hideCourses(row);
  // The row may be another patient's by then.
  void courses.then((views) => shown.get(patientId) === row && draw(views));
}
