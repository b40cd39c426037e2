import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  listCaseloadApplications,
  listCaseloadSubmissions,
} from '../../shared/client/contract/proxy-api/index.ts';
import { readAnswer } from '../../shared/client/index.ts';
import { OTHER_PATIENT, PATIENT } from '../fixtures/world.ts';
import {
  answer,
  answersOf,
  application,
  askCaseload,
  type Caseload,
  FLAG,
  startCaseload,
  submission,
} from './clinic.fixture.ts';

let world: Caseload;
beforeAll(async () => {
  world = await startCaseload({ limits: { caseloadRows: 7, caseloadApplications: 7, caseloadPages: 100 } });
});
afterAll(() => world.close());

/** Numbers from 0 to 1 that are the same in every run. */
function createChance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const JUNK: readonly unknown[] = [
  null,
  undefined,
  '',
  'soon',
  -1,
  1.5,
  1e300,
  true,
  [],
  {},
  [{}],
  { id: 1 },
  'NONE',
  PATIENT,
  OTHER_PATIENT,
  '2026-11-13T10:30:00Z',
  { flagType: 'HOMICIDAL_IDEATION', severity: 7 },
];

type Json = Record<string, unknown>;

/** The row with some of its fields, at any depth, replaced by junk. */
function mutate(value: unknown, chance: () => number, rate: number): unknown {
  if (chance() < rate) return JUNK[Math.floor(chance() * JUNK.length)];
  if (Array.isArray(value)) return value.map((one) => mutate(one, chance, rate / 3));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mutate(one, chance, rate)]));
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isId = (value: unknown): value is number => Number.isSafeInteger(value);

/** Written down again, apart from the code: a flag of any kind in any answer of a row. */
function saysFlag(row: unknown): boolean {
  const answers = isObject(row) && Array.isArray(row.answers) ? row.answers : [];
  return answers.some((one) => {
    const flag = isObject(one) && isObject(one.riskFlag) ? one.riskFlag : {};
    return typeof flag.flagType === 'string' && flag.flagType !== 'NONE';
  });
}

const columnsOf = (body: Json): unknown[][] =>
  Object.entries(body).flatMap(([name, value]) =>
    Array.isArray(value) && !['patientIds', 'instruments', 'classes', 'items', 'lost'].includes(name)
      ? [value]
      : [],
  );

test.each(Array.from({ length: 60 }, (_, seed) => seed + 1))(
  'whatever the service sends (%i), each row comes or is counted, and no flag is lost',
  async (seed) => {
    const chance = createChance(seed);
    const patient = () => ({ patientId: chance() < 0.5 ? PATIENT : OTHER_PATIENT });
    const flags = () => ({ answers: [answer(1), answer(9, chance() < 0.3 ? FLAG : undefined)] });
    const rate = chance() * 0.08;
    const rows = Array.from({ length: 30 }, (_, at) => at + 1);
    world.clinic.applications = rows.map((id) => mutate(application(id, patient()), chance, rate));
    world.clinic.submissions = rows.map((id) =>
      mutate(submission(id, { ...patient(), ...flags() }), chance, rate),
    );
    for (const [path, endpoint, sent] of [
      ['applications', listCaseloadApplications, world.clinic.applications],
      ['submissions', listCaseloadSubmissions, world.clinic.submissions],
    ] as const) {
      const { status, body } = await askCaseload(world, path);
      expect(status).toBe(200);
      expect(body.next).toBeNull();
      const { unreadable } = readAnswer(endpoint.response, body);
      expect(unreadable).toEqual([]);
      for (const column of columnsOf(body)) expect(column).toHaveLength(body.ids.length);
      const identities = new Set(
        sent.map((row) => (isObject(row) && isId(row.id) ? row.id : JSON.stringify(row ?? null))),
      );
      // One that names two patients is told of with each of them.
      const told = body.lost.map(({ id }: { id: number | null }, at: number) => id ?? `without an id, ${at}`);
      const lost = new Set(told);
      expect(body.ids.length + lost.size).toBe(identities.size);
      for (const row of sent) {
        if (!isObject(row) || !isId(row.id) || lost.has(row.id)) continue;
        const at: number = body.ids.indexOf(row.id);
        expect(at).toBeGreaterThanOrEqual(0);
        // A row is of the patient whom the service names, or of nobody.
        const same = sent.filter((one) => isObject(one) && one.id === row.id);
        expect(
          same.every((one) => isObject(one) && one.patientId === body.patientIds[body.patient[at]]),
        ).toBe(true);
        if (path === 'submissions' && saysFlag(row))
          expect(answersOf(body)[at].some((one: { flagType: unknown }) => one.flagType !== 'NONE')).toBe(
            true,
          );
      }
    }
  },
);
