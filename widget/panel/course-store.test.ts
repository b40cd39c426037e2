import { expect, test } from 'vitest';
import { type Caller, ForbiddenError, NetworkError } from '../../shared/client/index.ts';
import type { CourseQuery } from './attributes.ts';
import { CourseStore } from './course-store.ts';

const ANA = '3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a01';
const asked: CourseQuery = {
  professionalId: ANA,
  patientId: ANA,
  formId: ANA,
  startDate: null,
  endDate: null,
};
const facts = { endpoint: 'getScoreGraph', code: 'X' };

/** A client whose graph is what `graph` gives, and whose other answers are empty. */
function clientOf(graph: () => unknown): { client: Caller; calls: string[] } {
  const calls: string[] = [];
  const client = async ({ id }: { id: string }) => {
    calls.push(id);
    const data =
      id === 'getScoreGraph' ? await graph() : id === 'getInstrument' ? { id: ANA, title: 'PHQ-9' } : [];
    return { data, unreadable: [], lostRows: [], status: 200, receivedAt: 0 };
  };
  return { client: client as unknown as Caller, calls };
}
const graphOf = (scores: readonly number[]) => ({
  patientId: ANA,
  formTemplateId: ANA,
  series: [
    {
      seriesId: 'GLOBAL',
      points: scores.map((score, day) => ({
        submissionId: day + 1,
        completedFillAt: new Date(Date.UTC(2026, 0, day + 1)).toISOString(),
        score,
      })),
    },
  ],
});

test('a look that finds the same graph asks for nothing else and announces nothing', async () => {
  const news: boolean[] = [];
  const course = new CourseStore((isNew) => news.push(isNew));
  const { client, calls } = clientOf(() => graphOf([1]));
  await course.read(client, asked, true);
  calls.length = 0;
  await course.read(client, asked, false);
  expect(calls).toEqual(['getScoreGraph']);
  expect(news).toEqual([false, false]);
});

test('a newer answer brings the submissions along, and is said to be new', async () => {
  const news: boolean[] = [];
  const course = new CourseStore((isNew) => news.push(isNew));
  let scores = [1];
  const { client, calls } = clientOf(() => graphOf(scores));
  await course.read(client, asked, true);
  calls.length = 0;
  scores = [1, 2];
  await course.read(client, asked, false);
  expect(calls).toEqual(['getScoreGraph', 'listPatientSubmissions']);
  expect(news.at(-1)).toBe(true);
});

test('a failure keeps the last good reading, but withdrawn access takes it away', async () => {
  const course = new CourseStore(() => {});
  const { client } = clientOf(() => graphOf([1]));
  await course.read(client, asked, true);
  const failing = (error: Error) =>
    clientOf(() => {
      throw error;
    }).client;
  await course.read(failing(new NetworkError('gone', facts)), asked, true);
  expect(course.reading?.graph.data.patientId).toBe(ANA);
  expect(course.failure).toBeInstanceOf(NetworkError);
  const refused = failing(new ForbiddenError('no', { ...facts, status: 403 }));
  await course.read(refused, asked, true);
  expect(course.reading).toBeNull();
});

test('what only a person can mend is not asked for again by the clock', async () => {
  const course = new CourseStore(() => {});
  const { client, calls } = clientOf(() => {
    throw new ForbiddenError('no', { ...facts, status: 403 });
  });
  await course.read(client, asked, true);
  calls.length = 0;
  await course.read(client, asked, false);
  expect(calls).toEqual([]);
});

test('a reply that comes after another question was asked is dropped', async () => {
  const course = new CourseStore(() => {});
  let answer: (graph: unknown) => void = () => {};
  const { client } = clientOf(() => new Promise((resolve) => (answer = resolve)));
  const reading = course.read(client, asked, true);
  course.clear();
  answer(graphOf([1]));
  await reading;
  expect(course.reading).toBeNull();
});
