import { expect } from 'vitest';
import { instrument, patientOf, practice, unique } from '../clinic.ts';
import type { Rules } from '../rule.ts';
import { Recommendation, RecommendationHistory } from '../wire.ts';
import { Instrument } from '../wire-library.ts';
import type { World } from '../world.ts';

const CASES = [
  'Depressed mood and loss of interest.',
  'Anxiety and worry at work.',
  'Nightmares after trauma.',
];

async function asked({ ask }: World, cases: readonly string[] = CASES) {
  const { P } = await practice(ask);
  for (const case_text of cases)
    (await ask.post(`${P}/forms/recommend`, { case_text })).gives(Recommendation);
  const history = async (query: Record<string, string | number> = {}) =>
    (await ask.get(`${P}/forms/recommend/history`, query)).gives(RecommendationHistory, 200);
  return { P, history };
}

/** "Recommendation". */
export const recommendation: Rules = (rule) => {
  rule('suggests instruments of the library that fit the case', async ({ ask }) => {
    const { P } = await practice(ask);
    for (const [case_text, title] of [
      ['Depressed mood and loss of interest for two weeks.', 'PHQ-9'],
      ['Generalized anxiety, worry and restlessness.', 'GAD-7'],
    ] as const) {
      const { used_instruments, actions, mode, recommendation_text } = (
        await ask.post(`${P}/forms/recommend`, { case_text })
      ).gives(Recommendation);
      expect(used_instruments.map(({ shortTitle }) => shortTitle)).toContain(title);
      expect(mode).toBe('library');
      expect(recommendation_text).not.toBe('');
      expect(actions.every(({ type }) => type === 'apply')).toBe(true);
      for (const { id, shortTitle } of used_instruments) {
        expect((await ask.get(`/forms/${id}`)).gives(Instrument).shortTitle).toBe(shortTitle);
      }
    }
  });

  rule('says that the recommendation is simulated, and gives the same again', async ({ ask }) => {
    const { P } = await practice(ask);
    const reply = async () =>
      (await ask.post(`${P}/forms/recommend`, { case_text: CASES[0] })).gives(Recommendation);
    const [one, two] = [await reply(), await reply()];
    expect(one.recommendation_text).toMatch(/simulat/i);
    expect({ ...one, audit_log_id: 0 }).toEqual({ ...two, audit_log_id: 0 });
    expect(one.audit_log_id).not.toBe(two.audit_log_id);
  });

  rule('recommends nothing rather than anything for a case that it cannot place', async ({ ask }) => {
    const { P } = await practice(ask);
    const reply = (await ask.post(`${P}/forms/recommend`, { case_text: 'Xyzzy plugh.' })).gives(
      Recommendation,
    );
    expect([reply.used_instruments, reply.actions]).toEqual([[], []]);
  });

  rule('refuses a case text that identifies a patient, without repeating what it found', async ({ ask }) => {
    const { P } = await practice(ask);
    const [name, surname] = ['Evandra', 'Quintiliano'];
    const patient = await patientOf(ask, P, { name, surname });
    const secrets = [patient.email ?? '', patient.cellphone ?? '', `${name} ${surname}`, '123.456.789-09'];
    for (const secret of secrets) {
      const reply = await ask.post(`${P}/forms/recommend`, {
        case_text: `Low mood; seen by ${secret} today.`,
      });
      reply.refuses(400, 'VALIDATION_ERROR', 'case_text');
      expect(reply.text).not.toContain(secret);
    }
    const history = (await ask.get(`${P}/forms/recommend/history`)).gives(RecommendationHistory);
    expect(history.total).toBe(0);
  });

  rule.malformed('names case_text where it is missing, empty or no text', async ({ ask }) => {
    const { P } = await practice(ask);
    for (const case_text of [undefined, null, 7, '', ['low mood']]) {
      (await ask.post(`${P}/forms/recommend`, { case_text })).refuses(400, 'VALIDATION_ERROR', 'case_text');
    }
  });

  rule('keeps the history of the professional, newest first', async (world) => {
    const { history } = await asked(world);
    const { items, ...page } = await history();
    expect(items.map(({ case_text }) => case_text)).toEqual(CASES.toReversed());
    expect(page).toEqual({ page: 1, page_size: 10, total: 3, total_pages: 1 });
    const stranger = await asked(world, []);
    expect(await stranger.history()).toEqual({ items: [], page: 1, page_size: 10, total: 0, total_pages: 0 });
  });

  rule('pages the history', async (world) => {
    const { history } = await asked(world);
    const second = await history({ page: 2, page_size: 2 });
    expect(second).toMatchObject({ page: 2, page_size: 2, total: 3, total_pages: 2 });
    expect(second.items.map(({ case_text }) => case_text)).toEqual([CASES[0]]);
    expect((await history({ page: 9 })).items).toEqual([]);
  });

  rule.malformed(
    'falls back to the first page and to ten where page or page_size is invalid',
    async (world) => {
      const { history } = await asked(world, [...CASES, ...CASES, ...CASES, ...CASES]);
      for (const wrong of ['0', '-1', 'x', '', '1.5']) {
        const both = await history({ page: wrong, page_size: wrong });
        expect(both).toMatchObject({ page: 1, page_size: 10, total: 12, total_pages: 2 });
        expect(both.items).toHaveLength(10);
      }
      expect(await history({ page: 'x', page_size: 5 })).toMatchObject({
        page: 1,
        page_size: 5,
        total_pages: 3,
      });
    },
  );

  rule('searches the text of the case and of the recommendation', async (world) => {
    // Letters alone: digits in a row could be a telephone number.
    const word = unique().replace(/[-\d]/g, (digit) => 'ghijklmnop'[Number(digit)] ?? 'q');
    const { history } = await asked(world, [...CASES, `Low mood, ${word}.`]);
    const found = await history({ search: word.toUpperCase() });
    expect(found.items.map(({ case_text }) => case_text)).toEqual([`Low mood, ${word}.`]);
    expect(found.total).toBe(1);
    const { shortTitle } = await instrument(world.ask, 'GAD-7');
    const byAdvice = await history({ search: shortTitle });
    for (const { recommendation_text } of byAdvice.items) expect(recommendation_text).toContain(shortTitle);
    expect(byAdvice.total).toBeGreaterThan(0);
    expect((await history({ search: '%' })).total).toBe(0);
    expect((await history({ search: '_' })).total).toBe(0);
  });
};
