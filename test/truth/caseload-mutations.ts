import * as contract from '../../shared/client/contract/index.ts';
import { type ReadPlan, toReadPlan } from '../../shared/client/contract/plan.ts';
import { LISTS, type ListName, type Lists, type Sent } from './caseload-clinic.ts';
import { NOW_MS, toObject } from './evidence.ts';
import { fieldsOf, generator, type Kind, kindsOf, sayField, shuffled } from './mutations.ts';

/** What is done to a field; `twin`: the same row comes once more, with the field changed. */
export type ListKind = Kind | 'twin';

interface ListCell {
  readonly list: ListName;
  readonly field: readonly string[];
  readonly plan: ReadPlan;
  readonly kind: ListKind;
}

type Path = readonly (string | number)[];

export interface ListMutation {
  readonly list: ListName;
  readonly field: string;
  readonly kind: ListKind;
  /** Which row, and the way to the field within it; none for the row itself. */
  readonly row: number;
  readonly path: Path;
  readonly value: unknown;
}

const ITEMS = {
  patients: contract.listPatients.response,
  applications: contract.listApplications.response,
  submissions: contract.listSubmissions.response,
  submission: contract.getSubmission.response,
} as const;

/** The fields that a list of patients is made of, as the brief of the list has them; only they are mutated by twos. */
const SHOWN =
  /^(?:\[\]|id|serviceId|name|surname|patientId|formTemplateId|formApplicationId|formTemplate.*|status|startedAt|nextAnswerAt|lastSubmission.*|completedFillAt|score|globalClassification|globalClassification\.title|hasHighRisk|riskFlagCount|answers|answers\[\]|answers\[\]\.(?:questionId|question|riskFlag.*))$/;

const planOf = (list: ListName): ReadPlan => {
  const plan = toReadPlan(ITEMS[list]);
  return Array.isArray(plan) ? (plan[0] as ReadPlan) : plan;
};

const CELLS: readonly ListCell[] = LISTS.flatMap((list) => {
  const plan = planOf(list);
  const fields = [{ field: [] as readonly string[], plan }, ...fieldsOf(plan, [])];
  return fields.flatMap(({ field, plan: of }) =>
    [
      ...kindsOf(of, field.length === 0 || field.at(-1) === '[]'),
      ...(list === 'submission' || typeof of !== 'string' || field.length === 0 ? [] : ['twin' as const]),
    ].map((kind) => ({ list, field, plan: of, kind })),
  );
});

const read = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, step) => Reflect.get(Object(inner), step), value);

function pathsOf(value: unknown, [step, ...rest]: readonly string[], before: Path = []): Path[] {
  if (step === undefined) return [before];
  if (typeof value !== 'object' || value === null) return [];
  if (step === '[]')
    return Array.isArray(value) ? value.flatMap((one, at) => pathsOf(one, rest, [...before, at])) : [];
  // A field that the row lacks can be put there.
  if (rest.length === 0) return step === '*' ? [] : [[...before, step]];
  return pathsOf(Reflect.get(value, step), rest, [...before, step]);
}

const DAY_MS = 86_400_000;
const FUTURE = '2199-01-01T00:00:00.000Z';

/** Another value that the contract allows: of an id that of another row, so that a row becomes another's. */
function otherValue(
  lists: Lists,
  { list, field }: ListCell,
  base: string,
  now: unknown,
  next: (below: number) => number,
) {
  const name = field.at(-1) ?? '';
  if (base === 'dateTime') {
    const at = typeof now === 'string' ? Date.parse(now) : NOW_MS;
    return new Date(at + ([-40, -9, 5, 0.5][next(4)] ?? 0) * DAY_MS).toISOString();
  }
  if (base === 'flag') return now !== true;
  const isOfRow = base === 'uuid' || /^(?:id|formApplicationId|questionId)$/.test(name);
  if (isOfRow) {
    const from =
      lists[
        name === 'formApplicationId' ? 'applications' : field[0] === 'lastSubmission' ? 'submissions' : list
      ];
    const others = from
      .map(({ row }) => toObject(row))
      .map((row) =>
        name === 'templateId'
          ? row.formTemplateId
          : name === 'formApplicationId' || field[0] === 'lastSubmission'
            ? row.id
            : row[name],
      )
      .filter((value) => value !== undefined && value !== now);
    if (others.length > 0) return others[next(others.length)];
  }
  return (typeof now === 'number' ? now : 3) + 4;
}

const STATES = ['ANSWERED', 'CANCELED', 'IN_PROGRESS', 'LATE', 'FINISHED', 'PAUSED'];

function damageOf(
  lists: Lists,
  cell: ListCell,
  kind: Kind,
  now: unknown,
  next: (below: number) => number,
): unknown {
  const { plan, field } = cell;
  const base = typeof plan === 'string' ? plan.replace(/\?$/, '') : Array.isArray(plan) ? 'list' : 'object';
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
      return field.at(-1) === 'status' && next(2) === 0 ? STATES[next(STATES.length)] : 'QUUX';
    case 'absurd':
      return base === 'dateTime' ? FUTURE : base === 'uuid' ? '00000000-0000-0000-0000-000000000000' : 1e9;
    case 'other':
      return otherValue(lists, cell, base, now, next);
    case 'empty':
      return base === 'list' ? [] : base === 'object' ? {} : '';
  }
}

/** A mutation of a cell, at a place of its own; null where the answers have none, or are so already. */
function mutationOf(lists: Lists, cell: ListCell, next: (below: number) => number): ListMutation | null {
  const places = lists[cell.list].flatMap(({ row }, index) =>
    pathsOf(row, cell.field).map((path) => ({ row: index, path })),
  );
  for (let tries = 0; tries < 5 && places.length > 0; tries++) {
    const { row, path } = places[next(places.length)] as (typeof places)[number];
    const now = read(lists[cell.list][row]?.row, path);
    const base = kindsOf(cell.plan, false);
    const kind = cell.kind === 'twin' ? (base[next(base.length)] ?? 'null') : cell.kind;
    const value = damageOf(lists, cell, kind, now, next);
    if (JSON.stringify(value) === JSON.stringify(now)) continue;
    return { list: cell.list, field: sayField(cell.field), kind: cell.kind, row, path, value };
  }
  return null;
}

function put(row: unknown, path: Path, value: unknown): unknown {
  if (path.length === 0) return value;
  const copy = structuredClone(row);
  const holder = read(copy, path.slice(0, -1));
  const step = path.at(-1) ?? '';
  if (typeof holder !== 'object' || holder === null) return copy;
  if (value !== undefined) Reflect.set(holder, step, value);
  else if (Array.isArray(holder)) holder.splice(Number(step), 1);
  else Reflect.deleteProperty(holder, step);
  return copy;
}

/** How far from a row its twin stands: in another page of the list, and of another period. */
const TWIN_APART_MS = 9 * DAY_MS;

/** The answers after mutations. */
export function mutateLists(lists: Lists, mutations: readonly ListMutation[]): Lists {
  const changed: Record<ListName, (Sent | null)[]> = {
    patients: [...lists.patients],
    applications: [...lists.applications],
    submissions: [...lists.submissions],
    submission: [...lists.submission],
  };
  for (const { list, kind, row, path, value } of mutations) {
    const sent = changed[list][row];
    if (!sent) continue;
    const made = put(sent.row, path, value);
    const isGone = path.length === 0 && value === undefined;
    if (kind === 'twin') changed[list].push({ ...sent, at: sent.at - TWIN_APART_MS, row: made });
    else changed[list][row] = isGone ? null : { ...sent, row: made };
  }
  const sent = (list: ListName): Sent[] => changed[list].filter((one) => one !== null);
  return {
    patients: sent('patients'),
    applications: sent('applications'),
    submissions: sent('submissions'),
    submission: sent('submission'),
  };
}

/** Draws without end, `size` mutations at a time, so that each cell comes equally often. */
export function* drawnLists(
  lists: Lists,
  size: number,
  seed: number,
): Generator<readonly ListMutation[], void> {
  const next = generator(seed);
  const cells = possibleListCells(lists).filter(
    ({ field }) => size === 1 || SHOWN.test(sayField(field) || '[]'),
  );
  const queue: ListCell[] = [];
  for (;;) {
    const mutations: ListMutation[] = [];
    while (mutations.length < size) {
      if (queue.length === 0) queue.push(...shuffled(cells, next));
      const made = mutationOf(lists, queue.shift() as ListCell, next);
      if (made) mutations.push(made);
    }
    yield mutations;
  }
}

/** The cells for which the answers have a place. */
export const possibleListCells = (lists: Lists): readonly ListCell[] =>
  CELLS.filter((cell) => mutationOf(lists, cell, generator(1)) !== null);

export const sayListMutation = ({ list, kind, row, path, value }: ListMutation): string =>
  `${kind === 'twin' ? 'twin ' : ''}${list}[${row}]${path.map((step) => `.${step}`).join('')} := ${
    value === undefined ? 'absent' : JSON.stringify(value)
  }`;

/** The mutation that {@link sayListMutation} said. */
export function readListMutation(text: string): ListMutation {
  const [, twin, list, row, steps = '', said = ''] =
    /^(twin )?(\w+)\[(\d+)\](\S*) := (.+)$/.exec(text.trim()) ?? [];
  if (!LISTS.some((one) => one === list)) throw new Error(`This mutation is not understood: ${text}`);
  const path = steps
    .split('.')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const value: unknown = said === 'absent' ? undefined : JSON.parse(said);
  return {
    list: list as ListName,
    field: steps,
    kind: twin ? 'twin' : 'other',
    row: Number(row),
    path,
    value,
  };
}
