/**
 * The same work by hand: reads the same answers, keeps each patient's instruments, writes the rows that are in view, with what
 * a row of the element says: name, reason with its date, and of each instrument title, course, score, class with its colour,
 * age, earlier class and next date.
 */
import { unpackIntegers } from '../../../shared/client/contract/proxy-api/integers.ts';

interface Page {
  readonly name?: readonly (string | null)[];
  readonly surname?: readonly (string | null)[];
  readonly patientIds?: readonly string[];
  readonly listed?: number;
  readonly instruments?: readonly { templateId: string; shortTitle: string | null }[];
  readonly classes?: readonly { title: string; color?: string | null }[];
  readonly answers?: readonly (readonly number[])[];
  readonly items?: readonly Item[];
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
interface Item {
  readonly position?: number | null;
  readonly flagType?: string | null;
  readonly severity?: string | null;
}
interface Point {
  readonly at: number;
  readonly score: number;
  readonly className: string;
  readonly color: string;
  readonly item: Item | null;
}
interface Score {
  readonly title: string;
  /** When it is asked for next. */
  nextAt: number;
  readonly points: Point[];
}
interface Patient {
  name: string;
  readonly scores: Map<string, Score>;
}

const REQUESTS_MAX = 4;
const ROW_PX = 104;
const ROWS = 9;
const SVG = 'http://www.w3.org/2000/svg';
const SCORE_MAX = 27;
const DAY_MS = 86_400_000;
const COLORS = /^#[\da-f]{6}$/i;
/** A column for each fact, and nothing else. */
const STYLES = `
.row{position:absolute;contain:strict;width:100%;height:${ROW_PX}px;padding:6px 14px;border-bottom:1px solid #ccd;box-sizing:border-box;font-size:13px;line-height:22px}
.who{float:left;width:320px}
.name{font-size:14px;font-weight:600}
.name,.reason{display:block}
.reason{max-height:44px;overflow:hidden}
.flagged .reason{color:#8c1823;font-weight:600}
.score{display:flex;height:22px;margin-left:336px;white-space:nowrap}
.title{width:96px}
.score svg{width:100px;height:22px;margin-right:12px;overflow:visible;fill:none;stroke:#1b2530;stroke-width:1.5}
.value{width:52px;margin-right:12px;text-align:right;font-weight:600}
.swatch{width:10px;height:10px;margin:6px 6px 0 0}
.class{width:160px;overflow:hidden;text-overflow:ellipsis}
.age{width:96px}
`;

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
    item: Item | null,
  ): void => {
    if (score === null || at == null || !patient || !instrument) return;
    const { title = '', color } = classes[classIndex ?? -1] ?? {};
    const { points } = scoreOf(patient, instrument);
    // What has flags comes twice.
    if (points.some((one) => one.at === at)) return;
    points.push({ at, score, className: title, color: color && COLORS.test(color) ? color : '', item });
  };
  scores?.forEach((score, row) => {
    const [patient, instrument] = [
      ofPage[page.patient?.[row] ?? -1],
      instruments[page.instrument?.[row] ?? -1],
    ];
    const item = flags?.[row] ? (page.items?.[page.answers?.[row]?.[0] ?? -1] ?? {}) : null;
    addRow(patient, instrument, score, instants?.[row], classAt[row], item);
  });
  const { packed, courses } = page;
  for (const { of, by, score, instant } of courses ? pointsOf(courses) : [])
    addRow(ofPage[of], instruments[by], score, instant, null, null);
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
      null,
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

type Format = (at: number) => string;
let dayOf: Format = String;
let momentOf: Format = String;

/** Not as the script is loaded, but with the list that needs them: the first of a page takes its browser several milliseconds. */
function makeFormats(): void {
  dayOf = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format;
  momentOf = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
    .format;
}

/** The class before, and when, if the newest answer has another one. */
function changeOf({ points }: Score): string {
  const [before, last] = [points.at(-2), points.at(-1)];
  const isOther = before?.className && last?.className && before.className !== last.className;
  return isOther ? `was ${before.className} (${dayOf(before.at)})` : '';
}

function writeScore(row: Element, one: Score, now: number): void {
  const score = write(row, 'score', '');
  const { title, nextAt, points } = one;
  const last = points.at(-1);
  write(score, 'title', title);
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 100 22');
  const line = document.createElementNS(SVG, 'path');
  const [from, to] = [points[0]?.at ?? 0, Math.max(last?.at ?? 0, now)];
  const places = points.map(
    ({ at, score: value }) => `${((at - from) * 100) / (to - from || 1)},${20 - (value * 18) / SCORE_MAX}`,
  );
  line.setAttribute('d', `M${places.join('L')}`);
  svg.append(line);
  score.append(svg);
  write(score, 'value', String(last?.score ?? ''));
  write(score, 'swatch', '').style.background = last?.color ?? '';
  write(score, 'class', last?.className ?? '');
  const age = write(score, 'age', `${Math.floor((now - (last?.at ?? now)) / DAY_MS)} days ago`);
  age.title = last ? momentOf(last.at) : '';
  const next = nextAt > 0 ? `next ${dayOf(nextAt)}` : '';
  write(score, 'more', [changeOf(one), next].filter(Boolean).join(' · '));
}

const flaggedOf = ({ scores }: Patient): Score | undefined =>
  [...scores.values()].find(({ points }) => points.at(-1)?.item);

/** Why a patient is there. */
function reasonOf(patient: Patient): string {
  const { title, points } = flaggedOf(patient) ?? {};
  const { item, at = 0 } = points?.at(-1) ?? {};
  if (item) {
    const { flagType, position, severity } = item;
    return `Risk flag: ${flagType}, ${title} item ${position}, ${severity} severity, ${dayOf(at)}`;
  }
  const changed = [...patient.scores.values()].find(changeOf);
  if (!changed) return '';
  const last = changed.points.at(-1);
  return `${changed.title} ${changeOf(changed)}, now ${last?.className} (${dayOf(last?.at ?? 0)})`;
}

function writeRow(patient: Patient, topPx: number, now: number): HTMLElement {
  const row = document.createElement('div');
  row.className = flaggedOf(patient) ? 'row flagged' : 'row';
  row.style.top = `${topPx}px`;
  const who = write(row, 'who', '');
  write(who, 'name', patient.name);
  write(who, 'reason', reasonOf(patient));
  for (const score of patient.scores.values()) writeScore(row, score, now);
  return row;
}

/** Reads all of the addresses, then shows the list; resolves once it is there. */
export async function run(host: HTMLElement, paths: readonly string[]): Promise<HTMLElement> {
  makeFormats();
  const isList = (path: string): boolean => path.includes('/patients');
  const left = paths.filter((path) => !isList(path));
  // The others name patients by their places in it.
  for (const path of paths.filter(isList)) add((await (await fetch(path)).json()) as Page);
  let now = 0;
  await Promise.all(
    Array.from({ length: REQUESTS_MAX }, async () => {
      for (let path = left.shift(); path !== undefined; path = left.shift()) {
        const answer = await fetch(path);
        now = Date.parse(answer.headers.get('date') ?? '');
        add((await answer.json()) as Page);
      }
    }),
  );
  for (const { scores } of patients.values())
    for (const { points } of scores.values()) points.sort((a, b) => a.at - b.at);
  const sorted = [...patients.values()]
    .map((patient) => ({ patient, rank: flaggedOf(patient) ? 0 : 1 }))
    .sort((a, b) => a.rank - b.rank || (a.patient.name < b.patient.name ? -1 : 1));
  host.style.cssText = 'position:relative;overflow:auto;height:900px';
  const styles = document.createElement('style');
  styles.textContent = STYLES;
  const canvas = document.createElement('div');
  canvas.style.height = `${sorted.length * ROW_PX}px`;
  host.append(styles, canvas);
  const show = (): void => {
    const first = Math.floor(host.scrollTop / ROW_PX);
    const rows = sorted
      .slice(first, first + ROWS)
      .map(({ patient }, at) => writeRow(patient, (first + at) * ROW_PX, now));
    canvas.replaceChildren(...rows);
  };
  host.addEventListener('scroll', show);
  show();
  return host;
}
