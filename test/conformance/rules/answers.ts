import { expect } from 'vitest';
import {
  answer,
  applicationOf,
  apply,
  instrument,
  patientOf,
  practice,
  sheet,
  submissionOf,
} from '../clinic.ts';
import type { Rules } from '../rule.ts';
import type { World } from '../world.ts';

async function set({ ask }: World) {
  const { P } = await practice(ask);
  const { serviceId: patientId } = await patientOf(ask, P);
  const form = await instrument(ask, 'PHQ-2');
  const { id, urlToAnswer } = await apply(ask, P, form.id, { patientId });
  const [pending] = (await applicationOf(ask, P, id)).submissions ?? [];
  const read = () => submissionOf(ask, P, pending?.id ?? 0);
  return { ask, P, form, id, urlToAnswer, read };
}

const send = (url: string, body: string, type = 'application/json') =>
  fetch(url, { method: 'POST', headers: { 'content-type': type }, body, redirect: 'manual' });

/** The patient's side of a request to answer: what comes through `urlToAnswer`. */
export const answers: Rules = (rule) => {
  rule('refuses answers that are malformed, and records nothing of them', async (world) => {
    const { form, urlToAnswer, read } = await set(world);
    const [first, second] = sheet(form, [1, 1]);
    const wrongs: unknown[] = [
      null,
      [],
      {},
      { answers: 'all' },
      { answers: [] },
      { answers: [first] },
      { answers: [first, first] },
      { answers: [first, { ...second, value: 'no option' }] },
      { answers: [first, { ...second, value: 7 }] },
      { answers: [first, { ...second, questionId: 2_000_000_000 }] },
      { answers: [first, second, { questionId: 'x', value: 'y' }] },
      { answers: [first, null] },
    ];
    for (const body of wrongs) {
      const { status } = await send(urlToAnswer, JSON.stringify(body));
      expect([body, status]).toEqual([body, 400]);
    }
    for (const body of ['', '{', '{"answers":['])
      expect([body, (await send(urlToAnswer, body)).status]).toEqual([body, 400]);
    expect((await send(urlToAnswer, 'x', 'text/plain')).status).toBe(415);
    expect((await send(urlToAnswer, `{"answers":"${'x'.repeat(300_000)}"}`)).status).toBe(413);
    expect(await read()).toMatchObject({ score: null, completedFillAt: null, answers: [] });
    expect((await answer(urlToAnswer, sheet(form, [3, 3]))).status).toBe(200);
    expect((await read()).score).toBe(6);
  });

  rule('answers 404 for a link that is none', async (world) => {
    const { urlToAnswer } = await set(world);
    const wrong = `${urlToAnswer.slice(0, -4)}0000`;
    expect((await fetch(wrong)).status).toBe(404);
    expect((await answer(wrong, [])).status).toBe(404);
  });

  rule('keeps the answers of two requests apart', async (world) => {
    const { ask, P, form, urlToAnswer, read } = await set(world);
    const other = await set({ ...world, ask });
    expect((await answer(urlToAnswer, sheet(form, [0, 1]))).status).toBe(200);
    expect((await read()).score).toBe(1);
    expect((await other.read()).score).toBeNull();
    (await ask.get(`${other.P}/forms/submissions/${(await read()).id}`)).refuses(404);
    expect(P).not.toBe(other.P);
  });

  rule('takes no answer after the application was finished', async (world) => {
    const { ask, P, form, id, urlToAnswer, read } = await set(world);
    await ask.post(`${P}/forms/applications/${id}/finish`);
    expect((await answer(urlToAnswer, sheet(form, [1, 1]))).status).toBe(422);
    expect(await read()).toMatchObject({ status: 'CANCELED', score: null });
  });
};
