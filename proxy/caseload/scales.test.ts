import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectOnlyRebuilt } from '../fixtures/only-rebuilt.ts';
import type { StubAnswer } from '../fixtures/stub-service.ts';
import { FORM, OTHER_PATIENT, PATIENT } from '../fixtures/world.ts';
import { askCaseload, type Caseload, startCaseload, submission, TEMPLATE } from './clinic.fixture.ts';

const range = (minScore: unknown, maxScore: unknown, more: object = {}) => ({
  id: 1,
  formTemplateId: FORM,
  formSubScaleId: null,
  title: 'RANGE-CANARY',
  color: '#ef6c00',
  minScore,
  maxScore,
  ...more,
});
/** The PHQ-9's published severity ranges (Kroenke, Spitzer, Williams, 2001), which the service need not sort. */
const PHQ_9 = [range(20, 27), range(0, 4), range(5, 9), range(10, 14), range(15, 19)];

let world: Caseload;
let instrument: (formId: string) => StubAnswer;
/** Begins anew with a proxy that has read no scale. */
async function open(): Promise<void> {
  world = await startCaseload();
  world.service.answer = (request) => {
    const [, formId] = /\/forms\/([\da-f-]{36})$/.exec(request.url) ?? [];
    return formId ? instrument(formId) : world.answer(request);
  };
}
const sends = (scoreRanges: unknown, more: object = {}): void => {
  instrument = (id) => ({
    body: { id, title: 'Long', scoreRanges, questions: ['QUESTION-CANARY'], ...more },
  });
};
const askedFor = () => world.service.requests.filter(({ url }) => /\/forms\/[\da-f-]{36}$/.test(url)).length;
const endsOf = async (path = 'submissions', claims = {}): Promise<unknown> => {
  const { status, body } = await askCaseload(world, path, claims);
  expect(status).toBe(200);
  return body.instruments.map(({ minScore, maxScore }: Record<string, unknown>) => [minScore, maxScore]);
};
beforeAll(open);
beforeEach(async () => {
  await world.close();
  await open();
  world.clinic.submissions = [submission(1), submission(2, { patientId: OTHER_PATIENT })];
});
afterAll(() => world.close());

test.each(['submissions', 'submissions?layout=packed', 'submissions?layout=courses', 'submissions?ids=1'])(
  '%s has the lowest and the highest score of each instrument, and nothing else of it',
  async (path) => {
    sends(PHQ_9);
    const { body } = await askCaseload(world, path);
    expect(body.instruments).toEqual([{ ...TEMPLATE, minScore: 0, maxScore: 27 }]);
    expect(JSON.stringify(body)).not.toContain('CANARY');
    expectOnlyRebuilt(world.service);
  },
);

test.each<[string, unknown, object?]>([
  ['has no ranges', []],
  ['sends no ranges', null],
  ['has ranges of its subscales only', [range(0, 9, { formSubScaleId: 3 })]],
  ['has a range that cannot be read', [...PHQ_9, range('many', 40)]],
  ['has a range upside down', [...PHQ_9, range(40, 30)]],
  ['has ranges that lie within each other', [...PHQ_9, range(3, 30)]],
  ['is another', PHQ_9, { id: PATIENT }],
])('of an instrument that %s no end is said', async (_, ranges, more) => {
  sends(ranges, more);
  expect(await endsOf()).toEqual([[undefined, undefined]]);
});

test('ranges of subscales say nothing of the scale of the whole', async () => {
  sends([...PHQ_9, range(0, 60, { formSubScaleId: 3 })]);
  expect(await endsOf()).toEqual([[0, 27]]);
});

test.each([
  ['HIGHER_WORSE', 'HIGHER_WORSE'],
  ['HIGHER_BETTER', 'HIGHER_BETTER'],
  ['SIDEWAYS', 'SIDEWAYS'],
  [null, undefined],
  [7, undefined],
])('of a scale that runs %j it is said as the service does', async (sent, expected) => {
  for (const [ranges, ends] of [
    [PHQ_9, { minScore: 0, maxScore: 27 }],
    [[], {}],
  ] as const) {
    await world.close();
    await open();
    world.clinic.submissions = [submission(1)];
    sends(ranges, { config: { globalScoreConfig: { scoreDirection: sent, source: 'CANARY' } } });
    const { body } = await askCaseload(world, 'submissions');
    expect(body.instruments).toEqual([
      { ...TEMPLATE, ...ends, ...(expected && { scoreDirection: expected }) },
    ]);
  }
});

test('no direction is said of another instrument than the one that was asked for', async () => {
  sends(PHQ_9, { id: PATIENT, config: { globalScoreConfig: { scoreDirection: 'HIGHER_WORSE' } } });
  expect((await askCaseload(world, 'submissions')).body.instruments).toEqual([TEMPLATE]);
});

test('a service that cannot tell of an instrument leaves the rows as they are', async () => {
  for (const status of [404, 500, 503]) {
    instrument = () => ({ status, body: { code: 'NOT_FOUND', message: 'x' } });
    const { body } = await askCaseload(world, 'submissions');
    expect([body.instruments, body.ids]).toEqual([[TEMPLATE], [1, 2]]);
  }
  instrument = () => ({ body: ['no instrument'] });
  expect(await endsOf()).toEqual([[undefined, undefined]]);
});

test('one that does not answer about an instrument keeps no list waiting', async () => {
  instrument = (id) => ({ body: { id, scoreRanges: PHQ_9 }, after: 60_000 });
  expect(await endsOf()).toEqual([[undefined, undefined]]);
  expect(await endsOf()).toEqual([[undefined, undefined]]);
  expect(askedFor()).toBe(1);
});

test('an instrument is asked for once, however many lists name it', async () => {
  sends(PHQ_9);
  for (const path of ['submissions', 'submissions?layout=courses', 'submissions?ids=1,2'])
    expect(await endsOf(path)).toEqual([[0, 27]]);
  expect(askedFor()).toBe(1);
});

test('the list that is to show flags first, and that of applications, wait for no instrument', async () => {
  sends(PHQ_9);
  await askCaseload(world, 'submissions?layout=flagged');
  await askCaseload(world, 'applications');
  expect(askedFor()).toBe(0);
});

test('a narrowed token has no instrument asked for that only others answered', async () => {
  sends(PHQ_9);
  world.clinic.submissions = [submission(2, { patientId: OTHER_PATIENT })];
  expect(await endsOf('submissions', { pat: [PATIENT] })).toEqual([]);
  expect(askedFor()).toBe(0);
});

test('the time of a list is that of its rows, whatever the instrument’s answer says', async () => {
  const rowsAt = 'Sun, 15 Nov 2026 08:00:05 GMT';
  instrument = (id) => ({
    body: { id, scoreRanges: PHQ_9 },
    headers: { date: 'Sun, 15 Nov 2026 08:00:00 GMT' },
  });
  const all = world.service.answer;
  world.service.answer = (request) => {
    const answer = all(request);
    return { ...answer, headers: { date: rowsAt, ...answer.headers } };
  };
  const { headers, body } = await askCaseload(world, 'submissions');
  expect([headers.get('date'), body.instruments[0].maxScore]).toEqual([rowsAt, 27]);
});
