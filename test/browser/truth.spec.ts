import { expect, test } from '@playwright/test';
import { SOAK } from '../soak/scale.ts';
import {
  type Court,
  closeClinic,
  type Found,
  newOnes,
  openCourt,
  readDraw,
  sayFound,
} from '../truth/judging.ts';
import { type Draw, drawn, possibleCells, tableOf } from '../truth/mutations.ts';
import { isExplorer } from '../truth/sentences.ts';
import type { Sabotage, Shown } from '../truth/surfaces.ts';

/** `TRUTH_SEED=7 npm test -- truth.spec` draws others; `TRUTH_ONLY` takes lines of a failure. */
const SEED = Number(process.env.TRUTH_SEED ?? 20261123);
const ONLY = process.env.TRUTH_ONLY;
/** How many mutations are drawn, half of them one and half of them two at a time: `TRUTH_MUTATIONS=3000`. */
const COUNT = Number(process.env.TRUTH_MUTATIONS ?? (SOAK ? 20_000 : 100));
const isLong = COUNT > 1_000;
/** Mutations of each part that are left out, so that a long run that was cut off goes on: `TRUTH_FROM=4000`. */
const FROM = Number(process.env.TRUTH_FROM ?? 0);
/** Parts of the long form, which run beside each other; each takes every fourth mutation. */
const PARTS = isLong ? 4 : 1;
/** Findings that a failure prints. */
const MOST_PRINTED = 40;

/** Of one page for all tests: opening it costs more than drawing, and a draw takes away all that it has drawn. */
let court: Court;
test.beforeAll(async ({ browser }) => {
  // The extension has no time zone of its own.
  court = await openCourt(await browser.newPage({ timezoneId: 'UTC' }));
});
test.afterAll(closeClinic);

const take = (source: Generator<Draw, void>, count: number): Draw[] =>
  Array.from({ length: count }, () => source.next().value as Draw);

function drawsOf({ courses }: Court, part: number): readonly Draw[] {
  if (ONLY) return part === 0 ? ONLY.split('\n').map((line) => readDraw(line, courses)) : [];
  const half = Math.ceil(COUNT / 2);
  const all = [...take(drawn(courses, 1, SEED), half), ...take(drawn(courses, 2, SEED + 1), COUNT - half)];
  return all.filter((_, index) => index % PARTS === part).slice(FROM);
}

const partsOf = (shown: Shown): Readonly<Record<string, string>> => ('parts' in shown ? shown.parts : {});

/** Where each surface says the latest answer, how often the scale, in how many tables the answers. */
const EXPECTED = {
  panel: [['headline', 'label', 'note', 'picture'], 3, 2],
  print: [['headline'], 0, 1],
  fhir: [[], 0, 0],
  sparkline: [['text', 'label'], 1, 0],
  overview: [['text', 'label'], 1, 0],
  extension: [['label'], 1, 1],
  'extension-row': [['text', 'label'], 1, 0],
  mark: [['text'], 1, 0],
  axis: [['text', 'label'], 1, 1],
  explorer: [['text', 'label'], 1, 1],
  'extension-axis': [['label', 'graph'], 1, 0],
  history: [[], 0, 0],
  popup: [[], 0, 0],
} as const;

test('of a true clinic every surface says only what the answers carry, and the oracle reads what it says', async () => {
  const tried = await court.try(court.courses.map((course) => ({ course, mutations: [] })));
  expect(tried.flatMap(({ found }) => found.map(sayFound))).toEqual([]);
  let drawnPoints = 0;
  for (const { shown, said } of tried.filter(({ shown }) => shown.status === 'ready')) {
    if (shown.surface === 'panel') drawnPoints = said.counts[0]?.count ?? 0;
    const points = shown.surface === 'print' ? drawnPoints : (said.counts[0]?.count ?? 0);
    const [places, scales, files] = EXPECTED[shown.surface];
    const where = said.answers.map((one) => one.where);
    const isOne = ['sparkline', 'overview', 'extension-row'].includes(shown.surface) && points === 1;
    expect(where).toEqual(isOne ? ['text'] : shown.surface === 'mark' && said.isPartial ? [] : places);
    // Risk stands in the rows below the time axis; the history's cards are counted below.
    if (!['fhir', 'axis', 'extension-axis', 'history', 'popup'].includes(shown.surface))
      expect(said.risks.length, shown.surface).toBeGreaterThan(0);
    expect(said.scales.length, shown.surface).toBe(shown.surface === 'mark' && said.isPartial ? 0 : scales);
    const rows = said.rows.filter((row) => row.where !== 'FHIR');
    expect(rows.length, 'a row in table and file for each answer').toBe(files * points);
  }
  expect(tried.some(({ said }) => said.changes.length > 0 && said.classChanges.length > 0)).toBe(true);
  expect(tried.some(({ said }) => said.missed > 0)).toBe(true);
  for (const surface of ['overview', 'extension-row']) {
    const overviews = tried.filter(({ shown }) => shown.surface === surface).map(({ said }) => said);
    const ofAll = overviews.flatMap(({ risks }) => risks.filter(({ where }) => where === 'all'));
    // The line of the extension's panel says it of a single instrument too.
    const alone = surface === 'extension-row' ? ['notAsked', 'notAsked', 'none', 'notAsked'] : [];
    expect(
      ofAll.map(({ kind }) => kind),
      'both patients with two instruments',
    ).toEqual(['flagged', 'notAsked', ...alone]);
    expect(overviews.filter(({ next }) => next !== null).length).toBe(court.courses.length);
    expect(overviews.flatMap(({ subscales }) => subscales).length, 'those of DASS-21').toBe(3);
  }
  const explored = tried.filter(({ shown }) => isExplorer(shown) && shown.status === 'ready');
  expect(explored.filter(({ shown }) => shown.surface === 'explorer').length).toBe(court.courses.length);
  expect(explored.length, 'two more of DASS-21 on the axis').toBe(2 * court.courses.length + 2);
  const series = explored.flatMap(({ said }) => said.answers.flatMap(({ series = [] }) => series));
  expect(series.length, 'text and label of the three of DASS-21').toBe(6);
  const ownAxes = tried.filter(({ shown }) => shown.surface === 'extension-axis');
  expect(ownAxes.length, 'two more of DASS-21').toBe(court.courses.length + 2);
  expect(
    ownAxes.every(({ shown, said }) => said.answers[1]?.where === 'graph' && partsOf(shown).present),
    'a value and a class beside each',
  ).toBe(true);
  const cards = tried.flatMap(({ shown }) => ('cards' in shown ? shown.cards : []));
  const asked = court.courses.flatMap(({ wire }) => wire.submissions as object[]);
  expect(cards.flatMap(({ rows }) => rows).length, 'a row for each request').toBe(asked.length);
  expect(cards.every(({ applications }) => applications.length > 0)).toBe(true);
  expect(tried.some(({ shown, said }) => shown.surface === 'history' && said.analysis?.isStale)).toBe(true);
  const popups = tried.flatMap(({ shown }) => ('items' in shown ? [shown] : []));
  expect(popups.map(({ person }) => person.split(' ')[0])).toEqual(
    court.courses.map(({ name }) => name.split(',')[0]),
  );
  expect(new Set(popups.flatMap(({ items }) => items.map(({ risk }) => risk)))).toEqual(
    new Set(['High risk', 'Risk flag', '']),
  );
  const dialogs = tried.filter(({ shown }) => /Source: submission \d+/.test(partsOf(shown).item ?? ''));
  expect(dialogs.length, 'of each course the answers that were opened').toBe(court.courses.length);
  const bundles = tried.flatMap(({ said }) => said.rows.filter(({ where }) => where === 'FHIR'));
  expect(bundles.length, 'all but the course of subscales alone').toBe(court.courses.length - 1);
  expect(tried.some(({ said }) => said.analysis?.isStale)).toBe(true);
});

test.describe('whatever it is fed', () => {
  test.describe.configure({ mode: isLong ? 'parallel' : 'default' });
  for (let part = 0; part < PARTS; part++) {
    test(`a surface says only what the answers carry, loses no flag and calls nothing absent none${isLong ? ` (${part + 1} of ${PARTS})` : ''}`, async () => {
      test.setTimeout(isLong ? 4 * 3_600_000 : 240_000);
      const draws = drawsOf(court, part);
      const found: Found[] = [];
      let refused = 0;
      const STEP = 500;
      for (let at = 0; at < draws.length; at += STEP) {
        for (const one of await court.try(draws.slice(at, at + STEP))) {
          found.push(...one.found);
          if (one.shown.status === 'error') refused++;
          if (isLong && one.found.length > 0) console.log(one.found.map(sayFound).join('\n'));
        }
        const done = Math.min(at + STEP, draws.length);
        if (isLong) console.log(`truth: part ${part + 1}, ${done} of ${draws.length}, ${found.length} found`);
      }
      if (isLong) console.log(`seed ${SEED}, part ${part + 1}\n${tableOf(draws)}`);
      const unknown = newOnes(found);
      const list = unknown.slice(0, MOST_PRINTED).map(sayFound).join('\n');
      expect(unknown.length, `seed ${SEED}, ${draws.length} mutations:\n${list}`).toBe(0);
      if (!ONLY) expect(refused, 'surfaces that show nothing').toBeLessThan(0.3 * draws.length);
    });
  }
});

test('a subscale whose name is missing is not called the whole score', async () => {
  const draw = readDraw('Fernanda, DASS-21 | graph.series[2].name := null', court.courses);
  const tried = await court.try([draw]);
  expect(tried.flatMap(({ found }) => found.map(sayFound))).toEqual([]);
  const lines = tried.filter(({ shown }) => shown.surface === 'axis').map(({ shown }) => partsOf(shown).said);
  expect(lines.length).toBe(3);
  expect(lines.join()).not.toMatch(/whole|total/i);
});

test('fields and kinds are drawn evenly', async () => {
  const { courses } = court;
  const possible = possibleCells(courses);
  const draws = take(drawn(courses, 1, SEED), 3 * possible.length);
  const counts = Map.groupBy(draws, ({ mutations: [one] }) => `${one?.answer} ${one?.field} ${one?.kind}`);
  expect(counts.size, 'each field and kind was drawn').toBe(possible.length);
  expect(new Set([...counts.values()].map(({ length }) => length)), 'each as often').toEqual(new Set([3]));
});

/** Views that are broken on purpose, each with damage that the unbroken view tells the truth of. */
const BROKEN: readonly {
  readonly name: string;
  readonly sabotage: Sabotage;
  readonly course: string;
  readonly mutation: string;
  readonly kind: string;
  /** Those that must be found out; any where none is named. */
  readonly surfaces?: readonly Shown['surface'][];
}[] = [
  {
    name: 'calls the last point that is drawn the latest',
    sabotage: {
      messages: '{ lastShown: ({ date }) => "Latest answer " + date, unreadNewest: () => "" }',
    },
    course: 'Camila, PHQ-9',
    mutation: 'graph.series[0].points[13].score := absent',
    kind: 'not the latest',
  },
  {
    name: 'calls it the latest beside the number of those that it could not read',
    sabotage: {
      messages:
        '{ lastShown: ({ date }) => "Latest answer " + date, unreadNewest: () => "1 of 14 answers could not be read" }',
    },
    course: 'Camila, PHQ-9',
    mutation: 'graph.series[0].points[13].score := absent',
    kind: 'not the latest',
    surfaces: ['axis', 'explorer'],
  },
  {
    name: 'says of the last answer that was read what nobody can check',
    sabotage: { messages: '{ lastShown: () => "Recently" }' },
    course: 'Camila, PHQ-9',
    mutation: 'graph.series[0].points[13].score := absent',
    kind: 'unknown sentence',
    surfaces: ['axis', 'explorer'],
  },
  {
    name: 'says that no request was missed',
    sabotage: { messages: '{ missed: () => "none missed", missedSince: () => "none missed" }' },
    course: 'Emily, PHQ-9',
    mutation: 'graph.generatedAt := absent',
    kind: 'missed',
    surfaces: ['panel'],
  },
  {
    name: 'hides that scores lie outside the ranges',
    sabotage: { messages: '{ scaleDisputed: "" }' },
    course: 'Emily, PHQ-9',
    mutation:
      'graph.series[0].yDomain := absent & graph.series[0].scoreRanges[3] := absent & graph.series[0].scoreRanges[4] := absent',
    kind: 'absurd score',
    surfaces: ['axis', 'explorer'],
  },
  {
    name: 'says none where risk data are absent',
    sabotage: { messages: '{ riskUnavailable: "No risk flag recorded as of 16 Nov 2026" }' },
    course: 'André, PHQ-9',
    mutation: 'submissions[0].riskFlagCount := absent',
    kind: 'absent called none',
  },
  {
    name: 'drops rows that it cannot read',
    sabotage: {
      client: (name: string, json: unknown) =>
        name === 'submissions'
          ? (json as { id: unknown }[]).filter(({ id }) => typeof id === 'number')
          : json,
    },
    course: 'Camila, PHQ-9',
    mutation: 'submissions[0].id := "QUUX"',
    kind: 'lost flag',
    surfaces: ['history'],
  },
  {
    name: 'hides on the time axis an answer that it cannot read',
    sabotage: {
      client: (name: string, json: unknown) => {
        const graph = json as { series: { points: { score?: unknown }[] }[] };
        if (name === 'graph')
          for (const one of graph.series) one.points = one.points.filter(({ score }) => score !== undefined);
        return name === 'submissions' ? (json as unknown[]).slice(1) : json;
      },
    },
    course: 'Camila, PHQ-9',
    mutation: 'graph.series[0].points[13].score := absent',
    kind: 'not the latest',
    surfaces: ['extension-axis'],
  },
  {
    name: 'marks new answers without their risk flags',
    sabotage: {
      client: (name: string, json: unknown) =>
        name === 'submissions' && !Array.isArray(json)
          ? { ...(json as object), hasHighRisk: false, riskFlagCount: 0, answers: [] }
          : json,
    },
    course: 'Camila, PHQ-9',
    mutation: 'submissions[0].updatedAt := null',
    kind: 'lost flag',
    surfaces: ['popup'],
  },
  {
    name: 'says in the statement for all that a flagged instrument has no flag',
    sabotage: {
      messages: `(() => {
        const risk = ({ names }) => 'No risk flag in the latest answer: ' + names;
        return { risks: { flagged: risk, unknown: risk, earlier: risk, none: risk, notAsked: risk } };
      })()`,
    },
    course: 'Emily, PHQ-9',
    mutation: 'analysis.hasAnalysis := null',
    kind: 'lost flag',
  },
];

for (const { name, sabotage, course, mutation, kind, surfaces } of BROKEN) {
  test(`the oracle notices a view that ${name}`, async () => {
    const draws = [readDraw(`${course} | ${mutation}`, court.courses)];
    const broken = (await court.try(draws, sabotage)).flatMap(({ found }) => found);
    const noticed = broken.filter((one) => one.kind === kind).map(({ surface }) => surface);
    expect(noticed.length).toBeGreaterThan(0);
    for (const surface of surfaces ?? []) expect(noticed).toContain(surface);
  });
}

test('the oracle has nothing against the views that no longer do any of that', async () => {
  const draws = BROKEN.map(({ course, mutation }) => readDraw(`${course} | ${mutation}`, court.courses));
  const tried = (await court.try(draws)).filter(({ shown }) =>
    ['panel', 'axis', 'explorer', 'extension-axis', 'history', 'popup'].includes(shown.surface),
  );
  expect(tried.filter(({ shown }) => shown.surface === 'panel').length).toBe(BROKEN.length);
  expect(tried.flatMap(({ found }) => found.map(sayFound))).toEqual([]);
});
