import { afterEach, describe, expect, it } from 'vitest';
import type { Application } from '../../client/contract/resources/submission.ts';
import {
  formId,
  type Handler,
  json,
  patientId,
  professionalId,
  service,
} from '../../client/service.fixture.ts';
import { applyEn } from '../../words/apply.ts';
import {
  type ApplyAttempt,
  type AttemptDependencies,
  checkAgain,
  runAttempts,
  sendAttempt,
  waitingAttempt,
} from './attempt.ts';
import { sayProblem } from './problem.ts';
import { createApplyService } from './service.ts';

const BRUNO = '3f8a1b52-8f0e-4c5b-9d5c-0f2a6f1e7a22';
const STARTED_AT = '2026-03-01T09:00:00.000Z';

const application = (id: number, more: Partial<Application> = {}): Application => ({
  id,
  patientId,
  authorId: professionalId,
  formTemplateId: formId,
  recurrenceCycle: 'WEEKLY',
  status: 'CREATED',
  urlToAnswer: `https://answer.example/${id}`,
  ...more,
});

let held: Application[] = [];
afterEach(() => {
  held = [];
});

/** Lists what the service holds, and writes as told. */
const listing =
  (write: Handler): Handler =>
  (seen, response, count) => {
    if (seen.method === 'POST') return write(seen, response, count);
    const offset = Number(new URL(seen.url ?? '', 'http://service').searchParams.get('offset'));
    return json(response, 200, held.slice(offset));
  };

async function world(handler: Handler, more: Partial<AttemptDependencies> = {}) {
  const { client, seen } = await service(handler);
  const waits: number[] = [];
  const doing: AttemptDependencies = {
    service: createApplyService(client, { professionalId, patientId }),
    cycle: 'WEEKLY',
    startedAt: STARTED_AT,
    signal: new AbortController().signal,
    sleep: async (ms) => void waits.push(ms),
    isOnline: () => true,
    ...more,
  };
  const told: string[] = [];
  const tell = ({ standing }: ApplyAttempt) => void told.push(standing);
  const waiting = { ...waitingAttempt(formId, 'PHQ-9'), known: held.map(({ id }) => id) };
  const writes = () => seen.filter(({ method }) => method === 'POST');
  return { doing, told, tell, waits, waiting, seen, writes };
}

describe('applying once', () => {
  it('sends patient, recurrence and start, and has the link', async () => {
    const { doing, tell, told, waiting, writes } = await world(
      listing((_, response) => json(response, 201, application(7))),
    );
    const ended = await sendAttempt(waiting, doing, tell);
    expect(ended).toMatchObject({ standing: 'created', application: { id: 7 } });
    expect(told).toEqual(['sending']);
    expect(writes().map(({ url, body }) => [url, JSON.parse(body)])).toEqual([
      [
        `/third-party/api/v1/professionals/${professionalId}/forms/${formId}/applications`,
        { patientId, recurrenceCycle: 'WEEKLY', startedAt: STARTED_AT },
      ],
    ]);
  });

  it('sends nothing while the device is offline', async () => {
    const { doing, tell, waiting, seen } = await world(
      listing(() => {}),
      { isOnline: () => false },
    );
    const ended = await sendAttempt(waiting, doing, tell);
    expect(ended.standing).toBe('refused');
    expect(sayProblem(applyEn, ended.failure)).toMatch(/offline/);
    expect(seen).toEqual([]);
  });

  it.each([
    [400, 'VALIDATION_ERROR', /did not accept it.*Told by the service/],
    [403, 'FORBIDDEN', /permission to send/],
    [404, 'INTEGRATION_NOT_FOUND', /not linked/],
    [409, 'CONFLICT', /did not accept it/],
    [422, 'INVALID_STATE', /patient may be inactive.*Told by the service/],
    [429, 'RATE_LIMITED', /Try again in 7 seconds/],
  ])('is refused by %i, says what to do, and looks nothing up', async (status, code, sentence) => {
    const { doing, tell, waiting, seen } = await world((_, response) =>
      json(response, status, { code, message: 'Told by the service' }, { 'retry-after': '7' }),
    );
    const ended = await sendAttempt(waiting, doing, tell);
    expect(ended.standing).toBe('refused');
    expect(sayProblem(applyEn, ended.failure)).toMatch(sentence);
    expect(seen).toHaveLength(1);
  });
});

describe('after a lost answer', () => {
  const LOST: readonly (readonly [string, Handler])[] = [
    ['the connection breaks', (_, response) => response.destroy()],
    [
      'half of the answer comes',
      (_, response) => {
        response.writeHead(201, { 'content-type': 'application/json', 'content-length': '400' });
        response.write('{"id":');
        response.destroy();
      },
    ],
    ['a server on the way fails', (_, response) => json(response, 502, { code: 'BAD_GATEWAY', message: '' })],
    ['the service fails', (_, response) => json(response, 500, { code: 'INTERNAL', message: '' })],
    ['the answer cannot be read', (_, response) => json(response, 201, { id: 'seven' })],
    [
      'the answer is about another patient',
      (_, response) => json(response, 201, application(7, { patientId: BRUNO })),
    ],
  ];

  it.each(LOST)('%s: what was made is found, and was sent once', async (_, lose) => {
    const { doing, tell, told, waiting, writes } = await world(
      listing((seen, response, count) => {
        held = [application(7)];
        lose(seen, response, count);
      }),
    );
    const ended = await sendAttempt(waiting, doing, tell);
    expect(ended).toMatchObject({ standing: 'created', application: { id: 7 }, failure: null });
    expect(told).toEqual(['sending', 'checking']);
    expect(writes()).toHaveLength(1);
  });

  it.each(LOST)('%s: what was not made is said to be absent, after several looks', async (_, lose) => {
    const { doing, tell, waiting, writes, waits } = await world(listing(lose));
    const ended = await sendAttempt(waiting, doing, tell);
    expect(ended.standing).toBe('not-created');
    expect(writes()).toHaveLength(1);
    expect(waits.length).toBeGreaterThan(1);
  });

  it.each([
    ['was there before, though it was closed then', application(5)],
    ['has another recurrence', application(9, { recurrenceCycle: 'DAILY' })],
    ['is by another professional', application(9, { authorId: BRUNO })],
  ])('an application that %s is not taken for it', async (_, other) => {
    held = [application(5, { status: 'CANCELED_IDLE' })];
    const { doing, tell, waiting } = await world(
      listing((_seen, response) => {
        held = [other];
        response.destroy();
      }),
    );
    expect((await sendAttempt(waiting, doing, tell)).standing).toBe('not-created');
  });

  it('it cannot be told where the look fails too, until a later look finds it; it is never sent again', async () => {
    let isDown = true;
    const { doing, tell, waiting, writes } = await world((seen, response, count) => {
      if (seen.method === 'POST') {
        held = [application(7)];
        response.destroy();
      } else if (isDown) json(response, 503, { code: 'DOWN', message: '' });
      else listing(() => {})(seen, response, count);
    });
    const unknown = await sendAttempt(waiting, doing, tell);
    expect(unknown.standing).toBe('unknown');
    expect((await sendAttempt(unknown, doing, tell)).standing, 'is not sent again').toBe('unknown');
    isDown = false;
    expect(await checkAgain(unknown, doing, tell)).toMatchObject({
      standing: 'created',
      application: { id: 7 },
    });
    expect(writes()).toHaveLength(1);
  });

  it('it cannot be told where a row of the list cannot be read', async () => {
    const { doing, tell, waiting } = await world(
      listing((_, response) => {
        held = [{ ...application(7), id: 'seven' } as unknown as Application];
        response.destroy();
      }),
    );
    expect((await sendAttempt(waiting, doing, tell)).standing).toBe('unknown');
  });

  it('nothing more is asked once the patient has changed', async () => {
    const controller = new AbortController();
    const { doing, tell, waiting, seen } = await world(
      listing((_, response) => {
        controller.abort(new Error('another patient'));
        response.destroy();
      }),
      { signal: controller.signal },
    );
    const told: string[] = [];
    const listener = {
      tell,
      applied: () => void told.push('applied'),
      failed: () => void told.push('failed'),
    };
    const other = { ...waiting, formId: BRUNO };
    expect(await runAttempts(sendAttempt, [waiting, other], doing, listener)).toBe(false);
    expect(told).toEqual([]);
    expect(seen).toHaveLength(1);
  });
});

it('takes several on one after another, and each has its own end', async () => {
  const ids = [formId, BRUNO, professionalId];
  const { doing, tell, writes } = await world(
    listing(({ url }, response) => {
      const [, form = ''] = /forms\/([^/]+)/.exec(url ?? '') ?? [];
      if (form === BRUNO) json(response, 422, { code: 'INVALID_STATE', message: '' });
      else json(response, 201, application(ids.indexOf(form) + 1, { formTemplateId: form }));
    }),
  );
  const ended: string[] = [];
  const listener = {
    tell: (attempt: ApplyAttempt) => {
      tell(attempt);
    },
    applied: ({ application: made }: { application: Application }) => void ended.push(`applied ${made.id}`),
    failed: () => void ended.push('refused'),
  };
  expect(
    await runAttempts(
      sendAttempt,
      ids.map((id) => waitingAttempt(id, id)),
      doing,
      listener,
    ),
  ).toBe(true);
  expect(ended).toEqual(['applied 1', 'refused', 'applied 3']);
  expect(writes()).toHaveLength(3);
});
