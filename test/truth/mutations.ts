import { getAnalysisStatus } from '../../shared/client/contract/endpoints/later.ts';
import * as contract from '../../shared/client/contract/index.ts';
import { type ReadPlan, toReadPlan } from '../../shared/client/contract/plan.ts';
import { ANSWERS, type AnswerName, type TrueCourse, type Wire } from './clinic.ts';

/** What is done to one field. */
export const KINDS = ['absent', 'null', 'type', 'word', 'absurd', 'other', 'empty'] as const;
export type Kind = (typeof KINDS)[number];

/** A field of the contract and what is done to it: `points[].score` of the graph is one, whichever point it is of. */
export interface Cell {
  readonly answer: AnswerName;
  /** Steps from the top of the answer; `[]` for the items of a list. */
  readonly field: readonly string[];
  readonly plan: ReadPlan;
  readonly kind: Kind;
}

/** A cell at one place of a course's answers. */
export interface Mutation {
  readonly answer: AnswerName;
  readonly field: string;
  readonly kind: Kind;
  /** Names and indices from the top of the answer. */
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

const RESPONSES = {
  graph: contract.getScoreGraph.response,
  submissions: contract.listPatientSubmissions.response,
  instrument: contract.getInstrument.response,
  analysis: getAnalysisStatus.response,
  applications: contract.listPatientApplications.response,
  patient: contract.getPatient.response,
} as const;

const isList = (plan: ReadPlan): plan is readonly [ReadPlan] => Array.isArray(plan);

/** Kinds that make sense for a kind of value. `word`: text that none of the contract's forms has. */
export function kindsOf(plan: ReadPlan, isItem: boolean): readonly Kind[] {
  if (isList(plan)) return ['absent', 'null', 'type', 'empty'];
  if (typeof plan === 'object')
    return isItem ? ['absent', 'null', 'type'] : ['absent', 'null', 'type', 'empty'];
  const base = plan.replace(/\?$/, '');
  if (base === 'any') return ['absent', 'null'];
  if (base === 'text') return ['absent', 'null', 'type', 'word', 'empty'];
  if (base === 'flag') return ['absent', 'null', 'type', 'word', 'other'];
  return ['absent', 'null', 'type', 'word', 'absurd', 'other'];
}

export function fieldsOf(
  plan: ReadPlan,
  field: readonly string[],
): { field: readonly string[]; plan: ReadPlan }[] {
  if (typeof plan === 'string') return [];
  const steps: [string, ReadPlan][] = isList(plan)
    ? [['[]', plan[0]]]
    : Object.entries(plan).map(([name, one]) => [name.replace(/\?$/, ''), one]);
  return steps.flatMap(([step, one]) => {
    const here = { field: [...field, step], plan: one };
    return [here, ...fieldsOf(one, here.field)];
  });
}

/** Every field of the contract's answers with every kind that fits it. */
export const CELLS: readonly Cell[] = ANSWERS.flatMap((answer) =>
  fieldsOf(toReadPlan(RESPONSES[answer]), []).flatMap(({ field, plan }) =>
    kindsOf(plan, field.at(-1) === '[]').map((kind) => ({ answer, field, plan, kind })),
  ),
);

export const sayField = (field: readonly string[]): string => field.join('.').replaceAll('.[]', '[]');

/** A repeatable generator (mulberry32). */
export function generator(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

type Path = readonly (string | number)[];

/** Indices of a list that differ in what depends on them: the ends, those beside them, one with a flag, one missed. */
function places(list: readonly unknown[]): readonly number[] {
  const count = list.length;
  const rows = list as readonly ({ riskFlagCount?: unknown; status?: unknown } | null)[];
  const flagged = rows.findIndex((row) => Number(row?.riskFlagCount) > 0);
  const missed = rows.findIndex((row) => /CANCELED|LATE/.test(String(row?.status)));
  const all = [0, 1, Math.floor(count / 2), count - 2, count - 1, flagged, missed];
  return [...new Set(all.filter((index) => index >= 0 && index < count))];
}

function pathsOf(value: unknown, field: readonly string[], before: Path = []): Path[] {
  const [step, ...rest] = field;
  if (step === undefined) return [before];
  if (typeof value !== 'object' || value === null) return [];
  if (step === '[]')
    return Array.isArray(value)
      ? places(value).flatMap((index) => pathsOf(value[index], rest, [...before, index]))
      : [];
  if (step === '*')
    return Object.keys(value).flatMap((name) => pathsOf(Reflect.get(value, name), rest, [...before, name]));
  // A field that the answer lacks can be put there.
  if (rest.length === 0) return [[...before, step]];
  return pathsOf(Reflect.get(value, step), rest, [...before, step]);
}

const read = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, step) => Reflect.get(Object(inner), step), value);

const DAY_MS = 86_400_000;
const FUTURE = '2199-01-01T00:00:00.000Z';

/** Another value that the contract allows. */
function otherValue(
  course: TrueCourse,
  others: readonly TrueCourse[],
  name: string,
  plan: string,
  now: unknown,
) {
  const one = others.find(
    ({ patientId, formId }) => patientId !== course.patientId && formId !== course.formId,
  );
  if (plan === 'uuid') return /patient|serviceId/i.test(name) ? one?.patientId : one?.formId;
  if (plan === 'dateTime') {
    const at = typeof now === 'string' ? Date.parse(now) : Date.parse('2026-10-01T12:00:00Z');
    return new Date(at - 40 * DAY_MS).toISOString();
  }
  if (plan === 'flag') return now !== true;
  return (typeof now === 'number' ? now : 3) + 4;
}

/** What stands in the field's place; undefined for nothing. */
function damageOf(
  { kind, plan, field }: Cell,
  course: TrueCourse,
  others: readonly TrueCourse[],
  now: unknown,
) {
  const base = typeof plan === 'string' ? plan.replace(/\?$/, '') : isList(plan) ? 'list' : 'object';
  switch (kind) {
    case 'absent':
      return undefined;
    case 'null':
      return null;
    case 'type':
      if (base === 'number' || base === 'integer') return String(now ?? 4);
      if (base === 'flag') return Number(now === true);
      return base === 'object' || base === 'list' ? 'text' : base === 'text' ? 12_345 : 1_700_000_000_000;
    case 'word':
      return 'QUUX';
    case 'absurd':
      return base === 'dateTime' ? FUTURE : base === 'uuid' ? '00000000-0000-0000-0000-000000000000' : 1e9;
    case 'other':
      return otherValue(course, others, field.at(-1) ?? '', base, now);
    case 'empty':
      return base === 'list' ? [] : base === 'object' ? {} : '';
  }
}

/** The mutations of a cell in a course, one for each place; none where the answer has no such place, or it is so already. */
export function mutationsOf(cell: Cell, course: TrueCourse, others: readonly TrueCourse[]): Mutation[] {
  const whole = course.wire[cell.answer];
  return pathsOf(whole, cell.field).flatMap((path) => {
    const now = read(whole, path);
    const value = damageOf(cell, course, others, now);
    if (JSON.stringify(value) === JSON.stringify(now)) return [];
    return [{ answer: cell.answer, field: sayField(cell.field), kind: cell.kind, path, value }];
  });
}

/** The answers after mutations; what is not touched is the same object as before. */
export function mutate(wire: Wire, mutations: readonly Mutation[]): Wire {
  const changed: Record<string, unknown> = { ...wire };
  for (const name of new Set(mutations.map(({ answer }) => answer))) {
    changed[name] = structuredClone(wire[name]);
    // What is taken out of a list moves what follows, so the last comes first.
    const here = mutations.filter(({ answer }) => answer === name);
    const later = (one: Mutation): number => (one.kind === 'absent' ? 1 : 0);
    for (const one of here.toSorted((a, b) => later(a) - later(b) || compare(b.path, a.path)))
      put(changed[name], one);
  }
  return changed as Wire;
}

function compare(a: Path, b: Path): number {
  for (const [index, step] of a.entries()) {
    const other = b[index];
    if (step === other) continue;
    return typeof step === 'number' && typeof other === 'number' ? step - other : 0;
  }
  return 0;
}

function put(whole: unknown, { path, value }: Mutation): void {
  const holder = read(whole, path.slice(0, -1));
  const step = path.at(-1);
  if (typeof holder !== 'object' || holder === null || step === undefined) return;
  if (value !== undefined) Reflect.set(holder, step, value);
  else if (Array.isArray(holder)) holder.splice(Number(step), 1);
  else Reflect.deleteProperty(holder, step);
}

/** What is drawn: a course and what is done to its answers. */
export interface Draw {
  readonly course: TrueCourse;
  readonly mutations: readonly Mutation[];
}

export const shuffled = <T>(list: readonly T[], next: (below: number) => number): T[] => {
  const all = [...list];
  for (let index = all.length - 1; index > 0; index--) {
    const at = next(index + 1);
    [all[index], all[at]] = [all[at] as T, all[index] as T];
  }
  return all;
};

/** The cells that some course has a place for, each with these courses. */
export const possibleCells = (
  courses: readonly TrueCourse[],
): readonly { readonly cell: Cell; readonly of: readonly TrueCourse[] }[] =>
  CELLS.map((cell) => ({
    cell,
    of: courses.filter((course) => mutationsOf(cell, course, courses).length > 0),
  })).filter(({ of }) => of.length > 0);

/**
 * Draws without end, `size` mutations of one course at a time, so that each cell comes equally often: each once before any
 * comes again. Which course and which place is drawn too.
 */
export function* drawn(courses: readonly TrueCourse[], size: number, seed: number): Generator<Draw, void> {
  const next = generator(seed);
  const possible = possibleCells(courses);
  const queue: (typeof possible)[number][] = [];
  for (;;) {
    if (queue.length < possible.length) queue.push(...shuffled(possible, next));
    const of = queue[0]?.of ?? courses;
    const course = of[next(of.length)] as TrueCourse;
    const mutations: Mutation[] = [];
    while (mutations.length < size) {
      const at = queue.findIndex((one) => one.of.includes(course));
      const [taken] = queue.splice(at, 1);
      const all = taken ? mutationsOf(taken.cell, course, courses) : [];
      mutations.push(all[next(all.length)] as Mutation);
    }
    yield { course, mutations };
  }
}

export const sayMutation = ({ answer, path, value }: Mutation): string =>
  `${answer}${path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')} := ${
    value === undefined ? 'absent' : JSON.stringify(value)
  }`;

/** How often each field was mutated in each way, as a table. */
export function tableOf(draws: readonly Draw[]): string {
  const counts = new Map<string, Map<Kind, number>>();
  for (const { answer, field, kind } of draws.flatMap(({ mutations }) => mutations)) {
    const name = `${answer} ${field}`;
    const row = counts.get(name) ?? new Map<Kind, number>();
    counts.set(name, row.set(kind, (row.get(kind) ?? 0) + 1));
  }
  const lines = [...counts].map(([name, row]) =>
    [name.padEnd(60), ...KINDS.map((kind) => String(row.get(kind) ?? '').padStart(7))].join(''),
  );
  return [`${'field'.padEnd(60)}${KINDS.map((kind) => kind.padStart(7)).join('')}`, ...lines].join('\n');
}

/** The mutation that {@link sayMutation} said; null for text that it never says. */
export function readMutation(text: string): Mutation | null {
  const [, target = '', said = ''] = /^(.+?) := (.+)$/.exec(text.trim()) ?? [];
  const [answer, ...steps] = target.match(/[^.[\]]+|\[\d+\]/g) ?? [];
  const name = ANSWERS.find((one) => one === answer);
  if (!name) return null;
  const path = steps.map((step) => (step.startsWith('[') ? Number(step.slice(1, -1)) : step));
  const isAbsent = said === 'absent';
  const value: unknown = isAbsent ? undefined : JSON.parse(said);
  return { answer: name, field: target, kind: isAbsent ? 'absent' : 'other', path, value };
}
