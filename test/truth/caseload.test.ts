import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PatientFacts } from '../../shared/caseload/caseload.ts';
import { SOAK } from '../soak/scale.ts';
import { trueLists } from './caseload-clinic.ts';
import {
  drawnLists,
  type ListMutation,
  mutateLists,
  possibleListCells,
  readListMutation,
  sayListMutation,
} from './caseload-mutations.ts';
import { judgeCaseload } from './caseload-oracle.ts';
import { type BrokenView, HELD, openCaseload } from './caseload-view.ts';
import type { Finding } from './oracle.ts';

const SEED = Number(process.env.CASELOAD_SEED ?? 20261123);
const ONLY = process.env.CASELOAD_ONLY;
/** How many mutations are drawn, half of them one and half of them two at a time. */
const COUNT = Number(process.env.CASELOAD_MUTATIONS ?? (SOAK ? 20_000 : 120));
/** Where a run that was cut off goes on. */
const FROM = Number(process.env.CASELOAD_FROM ?? 0);
/** Findings that a failure prints. */
const MOST_PRINTED = 40;

const { lists: truth, groups } = trueLists();
let caseload: Awaited<ReturnType<typeof openCaseload>>;
beforeAll(async () => {
  caseload = await openCaseload();
});
afterAll(() => caseload.close());

/** Shows the list after mutations, and judges what it says. */
async function tryOne(
  mutations: readonly ListMutation[],
  broken: BrokenView = {},
  at = 0,
  isApart = Math.floor(at / 6) % 2 === 1,
) {
  const sent = mutateLists(truth, mutations);
  const { list, served } = await caseload.show(sent, broken, HELD[at % HELD.length], isApart);
  return { list, found: judgeCaseload(list, { sent, truth, served }, mutations) };
}

const sayFound = ({ kind, detail }: Finding, mutations: readonly ListMutation[]): string =>
  `${kind}: ${detail}\n    CASELOAD_ONLY='${mutations.map(sayListMutation).join(' & ')}'`;

function draw(): readonly (readonly ListMutation[])[] {
  if (ONLY)
    return ONLY.split('\n').flatMap((line) => HELD.map(() => line.split(' & ').map(readListMutation)));
  const [ones, twos] = [drawnLists(truth, 1, SEED), drawnLists(truth, 2, SEED + 1)];
  return Array.from({ length: COUNT }, (_, at) => (at % 2 === 0 ? ones : twos).next().value ?? []);
}

test('of a true clinic the list says where each patient stands, and nothing that is not carried', async () => {
  const { list, found } = await tryOne([]);
  expect(found).toEqual([]);
  expect(
    new Map(list.patients.map(({ patientId, reasons }) => [patientId, reasons.map(({ group }) => group)])),
  ).toEqual(groups);
});

test('a list that is read in another thread says the same as one that is not', async () => {
  const { list, found } = await tryOne([], {}, 0, true);
  expect(found).toEqual([]);
  expect(list).toEqual((await tryOne([])).list);
});

test('whatever the service sends, a row says only what it carries, loses no flag and calls nothing absent none', {
  timeout: 4 * 3_600_000,
}, async () => {
  const said: string[] = [];
  let refused = 0;
  const counts = new Map<string, number>();
  const began = performance.now();
  const draws = draw();
  for (const [at, mutations] of draws.entries()) {
    if (at < FROM) continue;
    const { list, found } = await tryOne(mutations, {}, at);
    if (list.failure !== null) refused++;
    const findings = found.map((one) => sayFound(one, mutations));
    said.push(...findings);
    if (COUNT > 1_000) for (const finding of findings) console.log(finding);
    for (const { list: name, field, kind } of mutations) {
      const key = `${name} ${field} ${kind}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    if (COUNT > 1_000 && (at + 1) % 1_000 === 0)
      console.log(
        `caseload: ${at + 1} of ${draws.length}, ${said.length} found, ${refused} refused, ${counts.size} of ${possibleListCells(truth).length} fields and kinds, ${Math.round((performance.now() - began) / 1_000)} s`,
      );
  }
  expect(refused, 'lists that show nothing').toBeLessThan(0.02 * draws.length + 1);
  expect(
    said.length,
    `seed ${SEED}, ${draws.length} mutations:\n${said.slice(0, MOST_PRINTED).join('\n')}`,
  ).toBe(0);
});

test('an undated answer that the list gives to two patients may be the newest of each', async () => {
  const patients = [
    ...new Set(truth.submissions.map(({ row }) => String(Reflect.get(Object(row), 'patientId')))),
  ];
  for (const [index, { row }] of truth.submissions.entries()) {
    const other = patients.find((id) => id !== Reflect.get(Object(row), 'patientId'));
    const given = `twin submissions[${index}].patientId := ${JSON.stringify(other)}`;
    const mutations = [`submissions[${index}].completedFillAt := absent`, given].map(readListMutation);
    const { found } = await tryOne(mutations, {}, index);
    expect(found.map((one) => sayFound(one, mutations))).toEqual([]);
  }
});

test('fields and kinds are drawn evenly', () => {
  const { length } = possibleListCells(truth);
  const drawn = drawnLists(truth, 1, SEED);
  const counts = new Map<string, number>();
  for (let count = 0; count < 2 * length; count++) {
    const [{ list, field, kind } = { list: '', field: '', kind: '' }] = drawn.next().value ?? [];
    counts.set(`${list} ${field} ${kind}`, (counts.get(`${list} ${field} ${kind}`) ?? 0) + 1);
  }
  expect(counts.size, 'almost each was drawn').toBeGreaterThan(0.95 * length);
  expect(Math.max(...counts.values()), 'none comes before all others came').toBeLessThanOrEqual(3);
});

/** Changes each row of the pages of one list, as a view that is broken would take it. */
const onPage =
  (name: string, change: (page: Record<string, unknown[]>) => void): NonNullable<BrokenView['page']> =>
  (of, body) => {
    if (of === name) change(body as Record<string, unknown[]>);
  };

let held: PatientFacts['instruments'] = [];
/** The instruments of the patient who came before. */
function othersOf(instruments: PatientFacts['instruments']): PatientFacts['instruments'] {
  const others = held;
  held = instruments;
  return others;
}

/** Views that are broken on purpose, each with damage that the unbroken view tells the truth of. */
const BROKEN: readonly {
  readonly name: string;
  readonly broken: BrokenView;
  readonly mutation: string | null;
  readonly kind: string;
}[] = [
  {
    name: 'drops a flag',
    broken: {
      facts: (facts) => ({ ...facts, reasons: facts.reasons.filter(({ group }) => group !== 'flag') }),
    },
    mutation: null,
    kind: 'lost flag',
  },
  {
    name: 'does not read the answer behind a flag',
    broken: {
      page: onPage('submissions', (page) => {
        Object.assign(page, {
          answers: page.ids?.map(() => []),
          riskFlagCount: page.ids?.map(() => 0),
          hasHighRisk: page.ids?.map(() => null),
        });
      }),
    },
    mutation: null,
    kind: 'lost flag',
  },
  {
    name: 'dates an answer a day later',
    broken: {
      page: onPage('submissions', (page) => {
        Object.assign(page, {
          completedAtMs: page.completedAtMs?.map((at) => at && Number(at) + 86_400_000),
        });
      }),
    },
    mutation: null,
    kind: 'false answer',
  },
  {
    name: 'calls an unread answer read',
    broken: {
      facts: (facts) => ({
        ...facts,
        reasons: facts.reasons.map((one) => (one.group === 'unread' ? { group: 'none', facts: null } : one)),
      }),
    },
    mutation: 'submission[16].riskFlagCount := absent & submission[16].answers := absent',
    kind: 'absent called none',
  },
  {
    name: 'gives a patient the answers of another',
    broken: { facts: (facts) => ({ ...facts, instruments: othersOf(facts.instruments) }) },
    mutation: null,
    kind: 'false answer',
  },
  {
    name: 'takes a state that it does not know for the end',
    broken: {
      page: onPage('applications', ({ packed }) => {
        const { statuses } = packed as unknown as { statuses: string[] };
        statuses.splice(0, statuses.length, ...statuses.map((one) => (one === 'QUUX' ? 'FINISHED' : one)));
      }),
    },
    mutation: 'applications[10].status := "QUUX"',
    kind: 'absent called none',
  },
  {
    name: 'counts rows of nobody for nothing',
    broken: { page: onPage('submissions', (page) => Object.assign(page, { lost: [] })) },
    mutation: 'submissions[1].patientId := null & submission[1].patientId := null',
    kind: 'lost flag',
  },
];

for (const { name, broken, mutation, kind } of BROKEN) {
  const mutations = mutation?.split(' & ').map(readListMutation) ?? [];
  test(`the oracle notices a list that ${name}, and has nothing against one that does not`, async () => {
    const { found } = await tryOne(mutations, broken);
    expect(found.map((one) => one.kind)).toContain(kind);
    expect((await tryOne(mutations)).found.map((one) => sayFound(one, mutations))).toEqual([]);
  });
}
