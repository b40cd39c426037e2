import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { number, timeTicks } from '../chart/axis.ts';
import { scaleOf } from '../chart/frame.ts';
import { pathsOf } from '../chart/paths.ts';
import { sparklinePaths } from '../chart/sparkline.ts';
import {
  InstrumentSummary,
  ScaleSummary,
  ScoredSubmission,
  SubmissionSummary,
} from '../client/contract/index.ts';
import { ScoreGraphSummary } from '../client/contract/resources/score-graph.ts';
import { ContractError } from '../client/errors.ts';
import { readAnswer } from '../client/read.ts';
import { panelEn } from '../words/compiled/panel/en.js';
import { sparklineEn } from '../words/compiled/sparkline/en.js';
import { createFormat } from '../words/format.ts';
import { sayRisk } from '../words/say.ts';
import { completeSpeech, sayGraph, sayPoint } from '../words/say-details.ts';
import { sayPicture, sayRiskShort } from '../words/say-picture.ts';
import { inMarkup, MARKUP, mutated, PATIENT, sound } from './fuzz.fixture.ts';
import { scoreView } from './score-view.ts';
import { latestForm, shortView } from './short-view.ts';
import type { ScoreView } from './view.ts';

/** After all answers of these courses. */
const NOW = Date.UTC(2426, 10, 21);
/** What stands in a sentence where a value was not what the code took it for. */
const NONSENSE = /\b(NaN|Infinity|undefined|null)\b|\[object /;
const utc = () => 0;

/** Reads a part, or gives null where the contract says that it cannot be; any other error is the test's. */
function read<S extends z.ZodMiniType>(schema: S, given: unknown) {
  try {
    return readAnswer(schema, given);
  } catch (error) {
    if (error instanceof ContractError) return null;
    throw error;
  }
}

interface Raw {
  readonly graph?: unknown;
  readonly instrument?: unknown;
  readonly submissions?: unknown;
}

/** What a panel makes of an answer; null where it shows that the answer cannot be read. */
function viewOf(raw: unknown): ScoreView | null {
  const { graph, instrument, submissions } = (raw ?? {}) as Raw;
  const read1 = read(ScoreGraphSummary, graph);
  if (!read1) return null;
  const read2 = read(InstrumentSummary, instrument);
  const read3 = read(z.array(SubmissionSummary), submissions);
  const unreadable = [read1, read2, read3].reduce((sum, part) => sum + (part?.unreadable.length ?? 0), 0);
  return scoreView({
    graph: read1.data,
    instrument: read2?.data,
    submissions: read3?.data,
    unreadable,
    now: NOW,
  });
}

/** How many different submissions were sent as points of the series that is shown. */
function sentPoints(raw: unknown, { seriesId }: ScoreView): number {
  const { series } = ((raw as Raw).graph ?? {}) as { series?: unknown };
  const counts = (Array.isArray(series) ? series : [])
    .filter((one) => one?.seriesId === seriesId && Array.isArray(one.points))
    .map(({ points }) => new Set(points.map((point: unknown) => JSON.stringify(point ?? null))).size);
  return counts.length > 0 ? Math.min(...counts) : 0;
}

const scores = fc.array(fc.integer({ min: 0, max: 27 }), { maxLength: 12 });
const answers = scores.chain((given) => mutated(sound(given)));
// The same answers each time: FUZZ_SEED asks for others.
const runs = { numRuns: 1500, seed: Number(process.env.FUZZ_SEED ?? 20261121) };

describe('any answer, however broken', () => {
  it('is read or refused as a whole, and what of it is drawn has a place', () => {
    fc.assert(
      fc.property(answers, (raw) => {
        const view = viewOf(raw);
        if (!view) return;
        const scale = scaleOf(view);
        const instants = view.points.map(({ at }) => at);
        expect(instants).toEqual(instants.toSorted((a, b) => a - b));
        expect(new Set(view.points.map(({ submissionId }) => submissionId)).size).toBe(instants.length);
        for (const { at, score } of view.points) {
          expect(scale.x(at)).toBeGreaterThanOrEqual(0);
          expect(scale.x(at)).toBeLessThanOrEqual(1);
          expect(scale.y(score)).toBeGreaterThanOrEqual(0);
          expect(scale.y(score)).toBeLessThanOrEqual(1);
        }
        expect(Object.values(pathsOf(view, scale)).join('')).toMatch(/^[MLHh\d ]*$/);
        for (const { from, to } of view.bands) expect(scale.y(from) - scale.y(to)).toBeGreaterThanOrEqual(0);
        expect(view.yTicks.map((tick) => number(tick, '.')).join(' ')).not.toMatch(NONSENSE);
        const ticks = timeTicks(view.from, view.to, utc);
        expect(ticks.length).toBeLessThan(10);
        for (const { at, year, month } of ticks) expect(Number.isFinite(at + year + month)).toBe(true);
      }),
      runs,
    );
  });

  it('is spoken of without a word of nonsense', async () => {
    const words = panelEn;
    const speech = completeSpeech({ words, format: createFormat(words) });
    fc.assert(
      fc.property(answers, (raw) => {
        const view = viewOf(raw);
        if (!view) return;
        const said = [sayGraph(speech, view, ''), sayRisk(speech, view)];
        for (const index of view.points.keys()) said.push(...sayPoint(speech, view, index));
        expect(said.join('\n')).not.toMatch(NONSENSE);
      }),
      runs,
    );
  });

  it('loses no answer without counting it', () => {
    fc.assert(
      fc.property(answers, (raw) => {
        const view = viewOf(raw);
        if (!view || view.points.length >= sentPoints(raw, view)) return;
        expect(view.unreadable + view.unread.at.length + view.unread.undated).toBeGreaterThan(0);
      }),
      runs,
    );
  });

  it('makes a sparkline, or is refused as a whole', async () => {
    const words = sparklineEn;
    const speech = { words, format: createFormat(words) };
    fc.assert(
      fc.property(answers, (raw) => {
        const { instrument, submissions } = (raw ?? {}) as Raw;
        const rows = read(z.array(ScoredSubmission), submissions);
        if (!rows) return;
        const view = shortView({
          patientId: PATIENT,
          formId: latestForm(rows.data, null) ?? '',
          submissions: rows.data,
          scale: read(ScaleSummary, instrument)?.data,
          unreadable: rows.unreadable.length,
          now: NOW,
        });
        expect(Object.values(sparklinePaths(view)).join('')).toMatch(/^[MLh\d. ]*$/);
        expect([sayPicture(speech, view), sayRiskShort(speech, view)].join('\n')).not.toMatch(NONSENSE);
        for (const { submissionId } of view.points) {
          const mine = rows.data.filter(({ id, patientId }) => id === submissionId && patientId === PATIENT);
          expect(mine).not.toEqual([]);
        }
      }),
      runs,
    );
  });
});

describe('answers that a service might send one day', () => {
  it.each([
    ['one answer', [14]],
    ['no answer', []],
    ['10,000 answers', Array.from({ length: 10_000 }, (_, week) => (week * 7919) % 28)],
  ])('%s: every one is in the view', (_, given) => {
    const view = viewOf(sound(given));
    expect(view?.points.map(({ score }) => score)).toEqual(given);
    expect(view?.unreadable).toBe(0);
  });

  it('gives the same view whatever the order, and however often an answer is sent', () => {
    const course = sound();
    const [series] = course.graph.series;
    const points = series?.points ?? [];
    const shuffled = { ...series, points: [...points.toReversed(), ...points] };
    const view = viewOf({ ...course, graph: { ...course.graph, series: [shuffled] } });
    expect(view).toEqual(viewOf(course));
  });

  it('counts the smallest and the largest score that JSON can hold as not read: no scale reaches them', () => {
    const course = sound([Number.MAX_VALUE, -Number.MAX_VALUE]);
    const series = course.graph.series.map((one) => ({ ...one, yDomain: null, scoreRanges: null }));
    const submissions = course.submissions.map((one) => ({ ...one, score: null }));
    const graph = { ...course.graph, series };
    const view = viewOf(JSON.parse(JSON.stringify({ ...course, graph, submissions })));
    expect(view?.points).toEqual([]);
    expect(view?.unread.at.length).toBe(2);
  });

  it('tells the time of an answer before the year 1, whatever the time zone', async () => {
    const words = panelEn;
    const { moment } = createFormat(words, 'America/Sao_Paulo');
    expect(moment(Date.parse('0000-01-01T00:30:00Z'))).toMatch(/, \d\d:\d\d$/);
  });

  it.each(MARKUP)('takes %s for a name like any other', (markup) => {
    const course = inMarkup(sound(), markup);
    const view = viewOf(course);
    expect(view?.bands.map(({ title, color }) => [title, color])).toEqual(Array(5).fill([markup, null]));
    expect(view?.points).toHaveLength(6);
  });

  it('shows another patient’s answers under nobody’s name', () => {
    const course = sound();
    const other = '3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9aff';
    const submissions = course.submissions.map((one) => ({ ...one, patientId: other }));
    const view = viewOf({ ...course, submissions });
    expect(view?.missed).toEqual([]);
    expect(view?.risk).toEqual({ kind: 'unavailable' });
    expect(shortView({ patientId: PATIENT, formId: '', submissions }).points).toEqual([]);
  });
});
