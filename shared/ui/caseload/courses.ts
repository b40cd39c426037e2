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
  { speech, coursesOf }: RowSource,
  shown: ReadonlyMap<string, HTMLElement>,
  isAll: boolean,
): boolean {
  const until = performance.now() + DRAWING_MS;
  const whole = speech && { ...speech, words: wholeWordsOf(speech) };
  let isOver = false;
  for (const row of speech ? rows : []) {
    if (!row.isConnected) continue;
    isOver ||= !isAll && performance.now() > until;
    if (isOver) hideCourses(row);
    else {
      drawCourses(row, coursesOf(row.dataset.key ?? '', speech?.now ?? null), whole as WholeSpeech, shown);
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

function drawCourses(
  row: HTMLElement,
  courses: ReturnType<RowSource['coursesOf']>,
  speech: WholeSpeech,
  shown: ReadonlyMap<string, HTMLElement>,
): void {
  const patientId = row.dataset.key ?? '';
  const draw = (views: readonly CaseloadCourse[]): void => {
    const wasHidden = hidden.delete(row);
    for (const place of placesOf(row)) {
      const formId = place.parentElement?.getAttribute('data-form');
      const view = views.find((one) => one.patientId === patientId && one.formId === formId);
      if (!view?.points[0]) place.replaceChildren();
      else {
        const used = place.firstElementChild as SVGSVGElement | null;
        const picture = drawSparkline(view, sayPicture(speech, view), used ?? undefined);
        if (!used) place.append(picture);
      }
      if (wasHidden) place.style.visibility = '';
    }
  };
  if (!('then' in courses)) {
    draw(courses.map((one) => ('points' in one ? one : toCourse(one, speech.now))));
    return;
  }
  hideCourses(row);
  // The row may be another patient's by then.
  void courses.then((views) => shown.get(patientId) === row && draw(views));
}
