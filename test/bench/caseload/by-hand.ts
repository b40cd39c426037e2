/** The same work by hand: reads the same answers, keeps each patient's instruments, writes the rows that are in view. */
import { unpackIntegers } from '../../../shared/client/contract/proxy-api/integers.ts';

interface Page {
  readonly name?: readonly (string | null)[];
  readonly surname?: readonly (string | null)[];
  readonly patientIds?: readonly string[];
  readonly listed?: number;
  readonly instruments?: readonly { templateId: string; shortTitle: string | null }[];
  readonly classes?: readonly { title: string }[];
  readonly ids?: readonly number[];
  readonly patient?: readonly number[];
  readonly instrument?: readonly number[];
  readonly class?: readonly (number | null)[];
  readonly score?: readonly (number | null)[];
  readonly completedAtMs?: readonly (number | null)[];
  readonly riskFlagCount?: readonly (number | null)[];
  readonly packed?: { readonly count: number; readonly unitMs: number } & Readonly<Record<Packed, string>>;
  readonly courses?: { readonly count: number; readonly answers: number; readonly stepMs: number } & Readonly<
    Record<'patient' | 'instrument' | 'length' | 'firstAt' | 'steps' | 'score', string>
  >;
}
type Packed = 'patient' | 'instrument' | 'completedAtMs' | 'score' | 'class' | 'nextAnswerAtMs';
interface Score {
  readonly title: string;
  /** When it is asked for next. */
  nextAt: number;
  readonly points: { at: number; score: number; className: string; isFlagged: boolean }[];
}
interface Patient {
  name: string;
  readonly scores: Map<string, Score>;
}

const REQUESTS_MAX = 4;
const ROW_PX = 104;
const ROWS = 9;
const SVG = 'http://www.w3.org/2000/svg';

const patients = new Map<string, Patient>();
const patientOf = (id: string): Patient => {
  const known = patients.get(id);
  if (known) return known;
  const made = { name: id, scores: new Map<string, Score>() };
  patients.set(id, made);
  return made;
};

const read = (text: string, length: number): Float64Array => {
  const column = new Float64Array(length);
  unpackIntegers(text, column);
  return column;
};

/** The points of courses, with the indices of their patient and instrument. */
function* pointsOf(courses: NonNullable<Page['courses']>) {
  const { count, answers, stepMs } = courses;
  const [patient, instrument] = [read(courses.patient, count), read(courses.instrument, count)];
  const [length, firstAt] = [read(courses.length, count), read(courses.firstAt, count)];
  const [steps, scores] = [read(courses.steps, answers - count), read(courses.score, answers)];
  for (let course = 0, row = 0; course < count; course++) {
    let instant = (firstAt[course] ?? 0) * 900_000;
    for (const from = row, end = row + (length[course] ?? 0); row < end; row++) {
      if (row > from) instant += (steps[row - course - 1] ?? 0) * stepMs;
      yield { of: patient[course] ?? -1, by: instrument[course] ?? -1, score: scores[row] ?? null, instant };
    }
  }
}

function add(page: Page): void {
  page.name?.forEach((name, row) => {
    patientOf(page.patientIds?.[row] ?? '').name = `${name} ${page.surname?.[row]}`;
  });
  const { patientIds = [], listed = 0, instruments = [], classes = [] } = page;
  const ofPage = [...[...patients.values()].slice(0, listed), ...patientIds.map(patientOf)];
  // A column in which all rows say the same has that once.
  const whole = <T>(column: readonly T[] = []): readonly T[] =>
    column.length === 1 ? Array(page.ids?.length ?? 0).fill(column[0]) : column;
  const [scores, instants, flags] = [page.score, page.completedAtMs, page.riskFlagCount].map(whole);
  const classAt = whole(page.class);
  const scoreOf = ({ scores }: Patient, { templateId, shortTitle }: (typeof instruments)[number]): Score => {
    const known = scores.get(templateId) ?? { title: shortTitle ?? '', nextAt: 0, points: [] };
    scores.set(templateId, known);
    return known;
  };
  const addRow = (
    patient: Patient | undefined,
    instrument: (typeof instruments)[number] | undefined,
    score: number | null,
    at: number | null | undefined,
    classIndex: number | null | undefined,
    flagCount: number,
  ): void => {
    if (score === null || at == null || !patient || !instrument) return;
    const className = classes[classIndex ?? -1]?.title ?? '';
    scoreOf(patient, instrument).points.push({ at, score, className, isFlagged: flagCount > 0 });
  };
  scores?.forEach((score, row) => {
    const [patient, instrument] = [
      ofPage[page.patient?.[row] ?? -1],
      instruments[page.instrument?.[row] ?? -1],
    ];
    addRow(patient, instrument, score, instants?.[row], classAt[row], flags?.[row] ?? 0);
  });
  const { packed, courses } = page;
  for (const { of, by, score, instant } of courses ? pointsOf(courses) : [])
    addRow(ofPage[of], instruments[by], score, instant, null, 0);
  if (!packed) return;
  const { patient, instrument, completedAtMs, class: named, nextAnswerAtMs } = packed;
  const columns = nextAnswerAtMs ? [nextAnswerAtMs] : [completedAtMs, packed.score, named];
  const [of, by, at, score, index] = [patient, instrument, ...columns].map((text) =>
    read(text, packed.count),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];
  if (nextAnswerAtMs) {
    for (let row = 0; row < packed.count; row++) {
      const [whose, what] = [ofPage[of[row] ?? -1], instruments[by[row] ?? -1]];
      if (whose && what) scoreOf(whose, what).nextAt = (at[row] ?? 0) * packed.unitMs;
    }
    return;
  }
  const last = new Map<string, number>();
  for (let row = 0; row < packed.count; row++) {
    const key = `${by[row]} ${score[row]}`;
    const classIndex = index[row] === 0 ? (last.get(key) ?? -1) : (index[row] ?? 0) - 2;
    last.set(key, classIndex);
    addRow(
      ofPage[of[row] ?? -1],
      instruments[by[row] ?? -1],
      score[row] ?? null,
      (at[row] ?? 0) * packed.unitMs,
      classIndex,
      0,
    );
  }
}

const write = (parent: Element, className: string, text: string): HTMLElement => {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  parent.append(element);
  return element;
};

function writeScore(row: Element, { title, nextAt, points }: Score): void {
  const score = write(row, 'score', '');
  points.sort((a, b) => a.at - b.at);
  const last = points.at(-1);
  write(score, 'title', title);
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 100 28');
  const line = document.createElementNS(SVG, 'path');
  const places = points.map(({ score: value }, at) => `${(at * 100) / points.length},${28 - value}`);
  line.setAttribute('d', `M${places.join('L')}`);
  svg.append(line);
  score.append(svg);
  write(score, 'value', String(last?.score ?? ''));
  write(score, 'class', last?.className ?? '');
  write(score, 'age', new Date(last?.at ?? 0).toLocaleDateString('en'));
  write(score, 'next', nextAt > 0 ? new Date(nextAt).toLocaleDateString('en') : '');
}

/** Reads all of the addresses, then shows the list; resolves once it is there. */
export async function run(host: HTMLElement, paths: readonly string[]): Promise<HTMLElement> {
  const isList = (path: string): boolean => path.includes('/patients');
  const left = paths.filter((path) => !isList(path));
  // The others name patients by their places in it.
  for (const path of paths.filter(isList)) add((await (await fetch(path)).json()) as Page);
  const isFlagged = ({ scores }: Patient): boolean =>
    [...scores.values()].some(({ points }) => points.toSorted((a, b) => b.at - a.at)[0]?.isFlagged);
  await Promise.all(
    Array.from({ length: REQUESTS_MAX }, async () => {
      for (let path = left.shift(); path !== undefined; path = left.shift())
        add((await (await fetch(path)).json()) as Page);
    }),
  );
  const sorted = [...patients.values()]
    .map((patient) => ({ patient, rank: isFlagged(patient) ? 0 : 1 }))
    .sort((a, b) => a.rank - b.rank || (a.patient.name < b.patient.name ? -1 : 1));
  host.style.cssText = 'position:relative;overflow:auto;height:900px';
  const canvas = document.createElement('div');
  canvas.style.height = `${sorted.length * ROW_PX}px`;
  host.append(canvas);
  const show = (): void => {
    const first = Math.floor(host.scrollTop / ROW_PX);
    const rows = sorted.slice(first, first + ROWS).map(({ patient }, at) => {
      const row = document.createElement('div');
      row.style.cssText = `position:absolute;contain:strict;width:100%;height:${ROW_PX}px;top:${(first + at) * ROW_PX}px`;
      write(row, 'name', patient.name);
      for (const score of patient.scores.values()) writeScore(row, score);
      return row;
    });
    canvas.replaceChildren(...rows);
  };
  host.addEventListener('scroll', show);
  show();
  return host;
}
