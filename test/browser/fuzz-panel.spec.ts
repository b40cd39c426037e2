import * as z from 'zod/mini';
import { InstrumentSummary, SubmissionSummary } from '../../shared/client/contract/index.ts';
import { ScoreGraphSummary } from '../../shared/client/contract/resources/score-graph.ts';
import { ContractError } from '../../shared/client/errors.ts';
import { readAnswer } from '../../shared/client/read.ts';
import { PATIENT, sound } from '../../shared/score/fuzz.fixture.ts';
import { type ScoreView, scoreView } from '../../shared/score/index.ts';
import { times } from '../soak/scale.ts';
import {
  cases,
  expectQuiet,
  expectSense,
  feed,
  LOOK,
  onTheWire,
  type Shown,
  thrownBy,
} from './fuzz-cases.ts';
import { attributes, expect, test } from './panel-fixture.ts';

interface Answer {
  readonly graph?: unknown;
  readonly instrument?: unknown;
  readonly submissions?: unknown;
}

/** What the contract makes of an answer: its view, or null where it is refused as a whole. */
function viewOf(answer: unknown): ScoreView | null {
  try {
    const { graph, instrument, submissions } = (answer ?? {}) as Answer;
    const read = readAnswer(ScoreGraphSummary, graph);
    if (read.data.patientId.toLowerCase() !== PATIENT) return null;
    const known = instrument ? readAnswer(InstrumentSummary, instrument) : null;
    const rows = submissions ? readAnswer(z.array(SubmissionSummary), submissions) : null;
    const unreadable = [read, known, rows].reduce((sum, part) => sum + (part?.unreadable.length ?? 0), 0);
    return scoreView({ graph: read.data, instrument: known?.data, submissions: rows?.data, unreadable });
  } catch (error) {
    if (error instanceof ContractError) return null;
    throw error;
  }
}

/** Right, or a state that says what is wrong: as the contract has it. */
function expectAgreement(shown: Shown, view: ScoreView | null, about: string): void {
  expect(shown.status, about).toBe(view ? (view.points.length > 0 ? 'ready' : 'empty') : 'error');
  if (!view)
    expect(shown.text, about).toMatch(/could not be read|another patient|patient-id|professional-id/);
  else if (view.unreadable > 0) expect(shown.text, about).toContain('could not be read');
  if (shown.status === 'ready')
    expect(shown.name, about).toContain(
      view?.points.length === 1 ? '1 answer.' : `${view?.points.length} answers.`,
    );
}

test('a panel shows whatever it is fed right, or says what is wrong; nothing throws, nothing runs', async ({
  page,
  panels,
}) => {
  test.setTimeout(120_000);
  const thrown = thrownBy(page);
  await panels.open(`<instrument-panel patient-id="${PATIENT}"></instrument-panel>`, LOOK);
  const answers = cases(times(12, 96));
  // The table is open, so that it is filled with each answer too; not with the many, which come first.
  const first = await feed(page, 'instrument-panel', answers.slice(0, 4));
  await page.locator('#summary').evaluate((summary) => summary.parentElement?.setAttribute('open', ''));
  const shown = [...first, ...(await feed(page, 'instrument-panel', answers.slice(4)))];
  for (const [index, answer] of answers.entries()) {
    const one = shown[index];
    if (!one) throw new Error(`nothing was shown of ${onTheWire(answer)}`);
    expectSense(one, answer);
    expectAgreement(one, viewOf(answer), onTheWire(answer).slice(0, 3_000));
  }
  expect(new Set(shown.map(({ status }) => status))).toEqual(new Set(['ready', 'empty', 'error']));
  await expectQuiet(page, thrown);
});

const BODIES = ['', 'null', '[]', '{}', '<!doctype html><h1>Proxy</h1>', '1e999'];

test('a panel that reads says of every broken answer what is wrong', async ({ page, panels }) => {
  test.setTimeout(120_000);
  const thrown = thrownBy(page);
  let body = (_what: 'graph' | 'instrument' | 'submissions'): string => '';
  panels.answer(async (_, what, route) => {
    const all = body(what);
    const { searchParams } = new URL(route.request().url());
    const [offset, limit] = ['offset', 'limit'].map((name) => Number(searchParams.get(name)));
    const isList = what === 'submissions' && all.startsWith('[') && limit;
    const page = isList ? onTheWire(JSON.parse(all).slice(offset, (offset ?? 0) + limit)) : all;
    await route.fulfill({ contentType: 'application/json', body: page });
  });
  await panels.open(
    `<instrument-panel ${attributes(PATIENT, 'refresh="0" loading="lazy"')} hidden></instrument-panel>`,
    LOOK,
  );
  const panel = page.locator('instrument-panel');
  /** Takes the panel out of the page, and shows what it says once it is back and has read. */
  const read = (): Promise<Shown> =>
    panel.evaluate(async (element) => {
      element.remove();
      await new Promise((resolve) => setTimeout(resolve));
      const told = new Promise((resolve) => {
        for (const type of ['instrument-load', 'instrument-error'])
          element.addEventListener(type, resolve, { once: true });
      });
      element.removeAttribute('hidden');
      document.body.append(element);
      await told;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return Reflect.get(globalThis, 'look')(element);
    });
  for (const answer of cases(times(4, 48))) {
    const given = (answer ?? {}) as Answer;
    body = (what) => onTheWire(given[what] ?? null);
    const shown = await read();
    expectSense(shown, answer);
    expect(shown.text, 'it has read at all').not.toContain('is not set up yet');
    const graph = JSON.parse(body('graph'));
    const view = viewOf({ graph });
    const about = onTheWire(answer).slice(0, 3_000);
    if (!view) expect(shown.status, about).toBe('error');
    else if (shown.status !== 'error') expectAgreement(shown, { ...view, unreadable: 0 }, about);
  }
  const { graph, instrument, submissions } = sound();
  for (const broken of BODIES) {
    body = () => broken;
    const shown = await read();
    expect(shown.status, broken).toBe('error');
    // What is no JSON was cut short on its way, or is not the service's.
    expect(shown.text, broken).toMatch(/could not be (read|reached)/);
    // The graph stands without its instrument and its submissions, and says that they are not there.
    body = (what) => (what === 'graph' ? onTheWire(graph) : broken);
    const alone = await read();
    expect(alone.status, broken).toBe('ready');
    expect(alone.text, broken).toContain('direction not known');
    if (broken !== '[]') expect(alone.text, broken).toContain('Risk data unavailable');
  }
  body = (what) => onTheWire({ graph, instrument, submissions }[what]);
  expect((await read()).text).toContain('Last flagged ');
  await expectQuiet(page, thrown);
});
