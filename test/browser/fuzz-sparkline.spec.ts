import * as z from 'zod/mini';
import { ScaleSummary, ScoredSubmission } from '../../shared/client/contract/index.ts';
import { ContractError } from '../../shared/client/errors.ts';
import { readAnswer } from '../../shared/client/read.ts';
import { FORM, PATIENT, sound } from '../../shared/score/fuzz.fixture.ts';
import { type ShortView, shortView } from '../../shared/score/short-view.ts';
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
import { attributes, expect, test } from './sparkline-fixture.ts';

interface Answer {
  readonly instrument?: unknown;
  readonly submissions?: unknown;
}

/** What the contract makes of an answer: its view, or null where it is refused, or is another patient's. */
function viewOf(answer: unknown): ShortView | null {
  try {
    const { instrument, submissions } = (answer ?? {}) as Answer;
    const rows = readAnswer(z.array(ScoredSubmission), submissions);
    if (rows.data.some(({ patientId }) => patientId.toLowerCase() !== PATIENT)) return null;
    const scale = instrument ? readAnswer(ScaleSummary, instrument).data : null;
    const unreadable = rows.unreadable.length;
    return shortView({ patientId: PATIENT, formId: FORM, submissions: rows.data, scale, unreadable });
  } catch (error) {
    if (error instanceof ContractError) return null;
    throw error;
  }
}

function expectAgreement(shown: Shown, view: ShortView | null, about: string): void {
  expect(shown.status, about).toBe(view ? (view.points.length > 0 ? 'ready' : 'empty') : 'error');
  // Why, and what to do, follows once its words are there.
  if (!view) expect(shown.text, about).toContain('Score not available');
  else if (view.unreadable > 0) expect(shown.text, about).toContain('could not be read');
  const count = view?.points.length ?? 0;
  if (count > 0) expect(shown.name, about).toContain(count === 1 ? '1 answer,' : `${count} answers,`);
}

test('a sparkline shows whatever it is fed right, or says what is wrong; nothing throws, nothing runs', async ({
  page,
  lists,
}) => {
  test.setTimeout(120_000);
  const thrown = thrownBy(page);
  const tag = `<instrument-sparkline patient-id="${PATIENT}" form-id="${FORM}" loading="eager"></instrument-sparkline>`;
  await lists.open(tag, LOOK);
  const answers = cases(times(24, 96)).filter(Boolean);
  const shown = await feed(page, 'instrument-sparkline', answers);
  for (const [index, answer] of answers.entries()) {
    const one = shown[index];
    if (!one) throw new Error(`nothing was shown of ${onTheWire(answer)}`);
    expectSense(one, answer);
    expectAgreement(one, viewOf(answer), onTheWire(answer).slice(0, 3_000));
  }
  expect(new Set(shown.map(({ status }) => status))).toEqual(new Set(['ready', 'empty', 'error']));
  await expectQuiet(page, thrown);
});

test('a sparkline that reads says of every broken list what is wrong', async ({ page, lists }) => {
  test.setTimeout(120_000);
  const thrown = thrownBy(page);
  let list = '';
  let scale = '';
  lists.instead = async (what, route) => {
    const { searchParams } = new URL(route.request().url());
    const [offset, limit] = ['offset', 'limit'].map((name) => Number(searchParams.get(name)));
    const isPaged = what === 'list' && list.startsWith('[') && limit;
    const page = isPaged ? onTheWire(JSON.parse(list).slice(offset, (offset ?? 0) + limit)) : list;
    await route.fulfill({ contentType: 'application/json', body: what === 'list' ? page : scale });
    return route;
  };
  const more = 'loading="eager" refresh="0"';
  await lists.open(`<instrument-sparkline ${attributes(PATIENT, more)}></instrument-sparkline>`, LOOK);
  const read = (): Promise<Shown> =>
    page.locator('instrument-sparkline').evaluate(async (element) => {
      element.remove();
      // What was read is let go by the frame after.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const told = new Promise((resolve) => {
        for (const type of ['instrument-load', 'instrument-error'])
          element.addEventListener(type, resolve, { once: true });
      });
      document.querySelector('main')?.append(element);
      await told;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return Reflect.get(globalThis, 'look')(element);
    });
  for (const answer of cases(times(4, 48))) {
    const { instrument, submissions } = (answer ?? {}) as Answer;
    list = onTheWire(submissions ?? null);
    scale = onTheWire(instrument ?? null);
    const shown = await read();
    expectSense(shown, answer);
    if (!viewOf({ submissions: JSON.parse(list) })) expect(shown.status, list.slice(0, 3_000)).toBe('error');
  }
  for (const broken of ['', 'null', '{}', '<!doctype html><h1>Proxy</h1>', '1e999']) {
    list = broken;
    expect((await read()).status, broken).toBe('error');
  }
  // Without its instrument the course stands, on a scale that is not said to be the instrument's.
  list = onTheWire(sound().submissions);
  scale = '[]';
  const alone = await read();
  expect(alone.status).toBe('ready');
  expect(alone.text).not.toContain('of 27');
  expect(alone.text).toContain('Last flagged ');
  await expectQuiet(page, thrown);
});
