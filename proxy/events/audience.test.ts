import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { answeredBody, deliver, SECRET } from '../fixtures/delivery.ts';
import { type EventReader, readEvents } from '../fixtures/event-reader.ts';
import {
  FORM,
  OTHER_PATIENT,
  OTHER_PROFESSIONAL,
  PATIENT,
  PROFESSIONAL,
  startWorld,
  tokenFor,
  type World,
} from '../fixtures/world.ts';

const worlds: World[] = [];
const readers: EventReader[] = [];
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  for (const world of worlds.splice(0)) await world.close();
});

/** The submission that ends every test, which everybody may see: what came before it has been decided. */
const LAST = 999;
const BASE = '/third-party/api/v1/professionals';

/** The service as it knows the professional's own patient and another, and answers 404 for everybody else's. */
function records(patientId: string, externalId = 'staff-7') {
  return ({ url }: { readonly url: string }) => {
    const own = `${BASE}/${PROFESSIONAL}`;
    if (url === own) return { body: { serviceId: PROFESSIONAL, externalId } };
    if (url.startsWith(`${own}/forms/`)) return { body: { id: 7, patientId, formTemplateId: FORM } };
    return { status: 404, body: { code: 'INTEGRATION_NOT_FOUND', message: 'NAME-CANARY' } };
  };
}

async function start(answer: World['service']['answer']): Promise<World> {
  const world = await startWorld({ webhooks: { secrets: [SECRET] } });
  world.service.answer = answer;
  worlds.push(world);
  return world;
}

/** What a token is told of the bodies: one event each, and then the last one. */
async function told(world: World, claims: object, ...bodies: string[]) {
  const reader = await readEvents(world.url, await tokenFor(claims));
  readers.push(reader);
  for (const body of bodies) await deliver(world.url, body);
  const pro = (claims as { pro?: string }).pro ?? PROFESSIONAL;
  const [pat] = (claims as { pat?: string[] }).pat ?? [PATIENT];
  await deliver(world.url, answeredBody(LAST, { professionalId: pro, patientId: pat }));
  for (let count = 1; reader.events.at(-1)?.data.submissionId !== LAST; count += 1) await reader.count(count);
  return reader.events.slice(0, -1);
}

const professional = {};
const narrowed = { pat: [PATIENT] };
const patient = { role: 'patient', pat: [PATIENT], ops: ['read'] };
const operations = { role: 'operations' };
/** As documented: only the identifiers of submission and application (docs/service.md#events). */
const bare = (more: object = {}) =>
  answeredBody(7, { professionalId: null, patientId: null, formTemplateId: null, ...more });
const closing = () =>
  JSON.stringify({
    id: randomUUID(),
    event: 'APPLICATION_CANCELED_IDLE',
    data: { applicationId: 5, canceledAt: '2026-03-01T10:00:00Z', createdByPartner: true },
  });

describe('an event whose professional and patient the payload names', () => {
  const ids = [
    ['own professional, own patient', PROFESSIONAL, PATIENT],
    ['own professional, other patient', PROFESSIONAL, OTHER_PATIENT],
    ['other professional, own patient', OTHER_PROFESSIONAL, PATIENT],
    ['other professional, other patient', OTHER_PROFESSIONAL, OTHER_PATIENT],
  ] as const;
  test.each<[string, object, readonly boolean[]]>([
    ['professional', professional, [true, true, false, false]],
    ['professional, narrowed', narrowed, [true, false, false, false]],
    ['patient', patient, [true, false, false, false]],
    ['operations', operations, [true, true, true, true]],
    ['operations, narrowed', { ...operations, ...narrowed }, [true, false, true, false]],
  ])('is told to %s without asking the service', async (_, claims, shown) => {
    const world = await start(records(PATIENT));
    const bodies = ids.map(([, professionalId, patientId], index) =>
      answeredBody(index, { professionalId, patientId }),
    );
    const events = await told(world, claims, ...bodies);
    expect(events.map(({ data }) => data.submissionId)).toEqual(
      ids.flatMap((_, index) => (shown[index] ? [index] : [])),
    );
    expect(world.service.requests).toEqual([]);
  });
});

describe('an event whose payload holds only what is documented', () => {
  test.each<[string, object, string, boolean]>([
    ['professional', professional, OTHER_PATIENT, true],
    ['narrowed to its patient', narrowed, PATIENT, true],
    ['narrowed to another', narrowed, OTHER_PATIENT, false],
    ['the patient', patient, PATIENT, true],
    ['another patient', patient, OTHER_PATIENT, false],
    ['another professional', { pro: OTHER_PROFESSIONAL }, PATIENT, false],
    ['operations, narrowed', { ...operations, ...narrowed }, PATIENT, false],
  ])('%s: shown only after the service has said whose it is', async (_, claims, patientId, isShown) => {
    const world = await start(records(patientId));
    const events = await told(world, claims, bare(), closing());
    const whose = { professionalId: PROFESSIONAL, patientId, formTemplateId: FORM };
    expect(events.map(({ data }) => data)).toEqual(
      isShown
        ? [
            { kind: 'SUBMISSION_ANSWERED', submissionId: 7, applicationId: 5, ...whose },
            { kind: 'APPLICATION_CANCELED_IDLE', applicationId: 5, ...whose },
          ]
        : [],
    );
    for (const { rawHeaders } of world.service.requests) expect(rawHeaders).toContain('SECRET-CANARY');
  });

  test('operations sees it as it is, without a patient', async () => {
    const world = await start(records(PATIENT));
    const [event] = await told(world, operations, bare());
    expect(event?.data).toEqual({ kind: 'SUBMISSION_ANSWERED', submissionId: 7, applicationId: 5 });
    expect(world.service.requests).toEqual([]);
  });

  test('with the external id of somebody else, it is not even asked for', async () => {
    const world = await start(records(PATIENT, 'staff-8'));
    expect(await told(world, professional, bare())).toEqual([]);
    expect(world.service.requests.map(({ url }) => url)).toEqual([`${BASE}/${PROFESSIONAL}`]);
  });

  test('is asked for once, however many readers wait for it', async () => {
    const world = await start(records(PATIENT));
    const token = await tokenFor();
    const many = await Promise.all([1, 2, 3, 4].map(() => readEvents(world.url, token)));
    readers.push(...many);
    await deliver(world.url, bare());
    for (const reader of many) await reader.count(1);
    expect(world.service.requests.map(({ url }) => url)).toEqual([
      `${BASE}/${PROFESSIONAL}`,
      `${BASE}/${PROFESSIONAL}/forms/submissions/7`,
    ]);
  });
});

describe('nobody is told', () => {
  test.each<[string, string]>([
    ['of an event without any identifier', JSON.stringify({ id: randomUUID(), event: 'NEW', data: {} })],
    ['of a record that names another patient than the payload', bare({ patientId: PATIENT })],
  ])('%s, but operations', async (_, body) => {
    const world = await start(records(OTHER_PATIENT));
    for (const claims of [narrowed, patient, professional])
      expect(await told(world, claims, body)).toEqual([]);
  });

  test.each([{ body: 'nonsense' }, { body: {} }, { body: { id: 7, patientId: 'NAME-CANARY' } }])(
    'where the service’s record is %o',
    async (answer) => {
      const world = await start(({ url }) =>
        url.includes('/forms/') ? answer : { body: { externalId: 'staff-7' } },
      );
      const events = await told(world, narrowed, bare());
      expect(events.filter(({ event }) => event === 'message')).toEqual([]);
      expect(JSON.stringify(events)).not.toContain('CANARY');
    },
  );
});

test('while the service does not answer the event is withheld, and the reader told to read again', async () => {
  const world = await start(() => ({ status: 500, body: { code: 'INTERNAL', message: 'NAME-CANARY' } }));
  const events = await told(world, narrowed, bare());
  expect(events).toEqual([{ id: '1', event: 'resync', data: {} }]);
  expect(JSON.stringify(world.lines)).not.toContain('CANARY');
});
