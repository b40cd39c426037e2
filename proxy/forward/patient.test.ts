import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getScoreGraph, getSubmission } from '../../shared/client/contract/index.ts';
import { sample } from '../fixtures/sample.ts';
import type { Recorded, StubAnswer } from '../fixtures/stub-service.ts';
import {
  FORM,
  OTHER_PATIENT,
  PATIENT,
  PROFESSIONAL,
  startWorld,
  tokenFor,
  visible,
  type World,
} from '../fixtures/world.ts';
import type { ProxyOptions } from '../options.ts';

let world: World;
afterEach(() => world.close());

const OF_PATIENT = `/professionals/${PROFESSIONAL}/patients/${PATIENT}/forms/${FORM}`;
const GRAPH = `${OF_PATIENT}/score-graph`;
const patientToken = () => tokenFor({ role: 'patient', pat: [PATIENT] });

interface Graphs {
  /** The patient's applications of the instrument. */
  readonly applications: readonly object[];
  /** The application that each point comes from. */
  readonly points: readonly (number | null)[];
}

/** A service with these applications and this graph. */
function serve({ applications, points }: Graphs): (recorded: Recorded) => StubAnswer {
  return ({ url }) => {
    if (!url.includes('/score-graph')) {
      const query = new URL(url, 'http://service').searchParams;
      const from = Number(query.get('offset') ?? 0);
      return { body: applications.slice(from, from + Number(query.get('limit'))) };
    }
    const point = (formApplicationId: number | null, index: number) => ({
      submissionId: index,
      formApplicationId,
      completedFillAt: '2026-03-02T10:00:00Z',
      score: 7,
      classification: { title: 'BAND-CANARY', color: '#fff' },
      indicators: { deltaFromPrevious: 2, severityCategory: 'BAND-CANARY', isWorstScore: true },
    });
    const series = { seriesId: 'global', scoreRanges: [{ title: 'BAND-CANARY' }], points: points.map(point) };
    return { body: { formTemplateId: FORM, patientId: PATIENT, series: [series] } };
  };
}

const application = (id: number, showFormGraphToPatient?: unknown, patientId = PATIENT) => ({
  id,
  patientId,
  showFormGraphToPatient,
});

describe('a patient’s own score graph', () => {
  beforeEach(async () => {
    world = await startWorld();
  });

  test.each<[string, Graphs]>([
    [
      'all its applications say so',
      { applications: [application(1, true), application(2, true)], points: [1, 2] },
    ],
    [
      'the applications behind its points say so',
      { applications: [application(1, true), application(2, false)], points: [1] },
    ],
    ['one says so and nothing is answered yet', { applications: [application(1, true)], points: [] }],
  ])('is shown where %s', async (_, graphs) => {
    world.service.answer = serve(graphs);
    expect((await world.ask(GRAPH, await patientToken())).status).toBe(200);
  });

  test.each<[string, Graphs]>([
    ['no application says so', { applications: [application(1, false)], points: [1] }],
    ['the applications do not say', { applications: [application(1), application(2, null)], points: [1] }],
    ['one says so in words', { applications: [application(1, 'true')], points: [1] }],
    ['one behind a point does not', { applications: [application(1, true), application(2)], points: [1, 2] }],
    ['a point does not say where it is from', { applications: [application(1, true)], points: [1, null] }],
    ['another patient’s says so', { applications: [application(1, true, OTHER_PATIENT)], points: [1] }],
    ['there is no application', { applications: [], points: [] }],
  ])('is answered as a missing one where %s', async (_, graphs) => {
    world.service.answer = serve(graphs);
    const hidden = await visible(await world.ask(GRAPH, await patientToken()));
    world.service.answer = ({ url }) =>
      url.includes('/score-graph')
        ? { status: 404, body: { code: 'NOT_FOUND', message: 'x' } }
        : { body: [application(1, true)] };
    expect(hidden).toBe(await visible(await world.ask(GRAPH, await patientToken())));
    expect(hidden).toContain('404');
  });

  test('counts applications of every page', async () => {
    const applications = Array.from({ length: 450 }, (_, id) => application(id, id === 449));
    world.service.answer = serve({ applications, points: [449] });
    expect((await world.ask(GRAPH, await patientToken())).status).toBe(200);
  });

  test('is not read where no application shows it', async () => {
    world.service.answer = serve({ applications: [application(1, false)], points: [1] });
    await world.ask(GRAPH, await patientToken());
    expect(world.service.requests.map(({ url }) => url.includes('score-graph'))).toEqual([false]);
  });

  test('is the professional’s to read whatever is shown to the patient, in one call', async () => {
    world.service.answer = serve({ applications: [application(1, false)], points: [1] });
    for (const claims of [{}, { pat: [PATIENT] }]) {
      expect((await world.ask(GRAPH, await tokenFor(claims))).status).toBe(200);
    }
    expect(world.service.requests).toHaveLength(2);
  });
});

/** What says how grave a score is, and what says that there is danger. */
const INTERPRETATION = /classification|range|severityCategory|isBest|isWorst|interpretative|psychometric/i;
const RISK = /risk/i;

describe('what a patient sees of a score', () => {
  async function seen(patients?: ProxyOptions['patients']): Promise<string> {
    world = await startWorld(patients ? { patients } : {});
    const graphs = serve({ applications: [application(1, true)], points: [1] });
    const submission = sample(getSubmission.response, PATIENT);
    world.service.answer = (recorded) =>
      recorded.url.includes('/submissions/') ? { body: submission } : graphs(recorded);
    const token = await patientToken();
    const graph = await (await world.ask(GRAPH, token)).text();
    const one = await world.ask(`/professionals/${PROFESSIONAL}/forms/submissions/1`, token);
    return graph + (await one.text());
  }

  test('is the score, without its classification, its bands, its texts and its risk', async () => {
    const text = await seen();
    expect(text).toContain('"score":7');
    expect(text).toContain('"deltaFromPrevious":2');
    expect(text).not.toMatch(INTERPRETATION);
    expect(text).not.toMatch(RISK);
    expect(text).not.toContain('BAND-CANARY');
  });

  test('has its interpretation where the partner shows that, and still no risk', async () => {
    const text = await seen({ showInterpretation: true });
    expect(text).toContain('BAND-CANARY');
    expect(text).toContain('interpretativeAnalysis');
    expect(text).not.toMatch(RISK);
  });

  test('has its risk where the partner shows that, and still no interpretation', async () => {
    const text = await seen({ showRisk: true });
    expect(text).toContain('hasHighRisk');
    expect(text).not.toMatch(INTERPRETATION);
  });

  test('never holds the answer token, whatever the partner shows', async () => {
    expect(await seen({ showRisk: true, showInterpretation: true })).not.toContain('answerToken');
  });

  test('is no document, whose bytes hold the bands, unless the partner shows interpretation', async () => {
    const pdf = { headers: { 'content-type': 'application/pdf' }, body: '%PDF BAND-CANARY' };
    world = await startWorld();
    world.service.answer = () => pdf;
    expect((await world.ask(`/forms/${FORM}?format=pdf`, await patientToken())).status).toBe(403);
    expect(world.service.requests).toEqual([]);
    await world.close();
    world = await startWorld({ patients: { showInterpretation: true } });
    world.service.answer = () => pdf;
    expect((await world.ask(`/forms/${FORM}?format=pdf`, await patientToken())).status).toBe(200);
  });
});

test('a graph without its interpretation is still one that a client can read', async () => {
  world = await startWorld();
  world.service.answer = serve({ applications: [application(1, true)], points: [1] });
  const graph = await (await world.ask(GRAPH, await patientToken())).json();
  expect(getScoreGraph.response.safeParse(graph).success).toBe(true);
});
