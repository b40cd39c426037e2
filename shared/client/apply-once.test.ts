import { describe, expect, it } from 'vitest';
import { applyOnce } from './apply-once.ts';
import { apply, fault, formId, type Handler, json, params, patientId, service } from './service.fixture.ts';

const application = (id: number, patient = patientId) => ({
  id,
  patientId: patient,
  authorId: params.professionalId,
  formTemplateId: formId,
  recurrenceCycle: 'NOW',
  status: 'IN_PROGRESS',
});

type Listed = readonly unknown[] | number;

/** A service that answers the write by `write`, and lists `before`, and after it `after`: rows, or a status. */
async function clinic(write: Handler, before: Listed, after: Listed = before) {
  let wasAsked = false;
  const world = await service((seen, response, count) => {
    if (seen.method === 'POST') {
      wasAsked = true;
      return write(seen, response, count);
    }
    const rows = wasAsked ? after : before;
    if (typeof rows === 'number') return json(response, rows, {});
    const offset = Number(new URL(seen.url ?? '', 'http://x').searchParams.get('offset'));
    json(response, 200, rows.slice(offset));
  });
  const input = { ...apply, sleep: async () => {} };
  const writes = () => world.seen.filter(({ method }) => method === 'POST').length;
  return { client: world.client, input, writes };
}

const lost: Handler = (_, response) => response.destroy();

describe('an instrument that is applied once', () => {
  it('is created', async () => {
    const { client, input } = await clinic(
      (_, response) => json(response, 201, application(8)),
      [application(7)],
    );
    expect(await applyOnce(client, input)).toMatchObject({ outcome: 'created', application: { id: 8 } });
  });

  it('is found after a lost answer, and not sent again', async () => {
    const both = [application(8), application(7)];
    const { client, input, writes } = await clinic(lost, [application(7)], both);
    expect(await applyOnce(client, input)).toMatchObject({ outcome: 'found', application: { id: 8 } });
    expect(writes()).toBe(1);
  });

  it('is absent where no list has it, and unknown where the last list could not be read', async () => {
    const absent = await clinic(lost, [application(7)]);
    expect(await applyOnce(absent.client, absent.input)).toMatchObject({
      outcome: 'absent',
      error: { name: 'UnknownOutcomeError' },
    });
    const blind = await clinic(lost, [application(7)], 403);
    expect(await applyOnce(blind.client, blind.input)).toMatchObject({ outcome: 'unknown' });
    expect([absent.writes(), blind.writes()]).toEqual([1, 1]);
  });

  it('is unknown where a row that cannot be read may be it', async () => {
    const { client, input } = await clinic(lost, [{ id: 'eight' }, application(7)]);
    expect(await applyOnce(client, input)).toMatchObject({ outcome: 'unknown' });
  });

  it('is not one that was there before and could not be read', async () => {
    const unread = { ...application(7), patientId: 'nobody' };
    const { client, input } = await clinic(lost, [unread], [application(7)]);
    expect(await applyOnce(client, input)).toMatchObject({ outcome: 'absent' });
  });

  it('is not taken from an answer about another patient', async () => {
    const other = '11111111-2222-4333-8444-555555555555';
    const { client, input } = await clinic(
      (_, response) => json(response, 201, application(8, other)),
      [application(7)],
    );
    expect(await applyOnce(client, input)).toMatchObject({
      outcome: 'absent',
      error: { name: 'ContractError' },
    });
  });

  it('throws where the service refused it', async () => {
    const { client, input } = await clinic((_, response) => json(response, 422, {}), []);
    expect(await fault(applyOnce(client, input))).toMatchObject({ name: 'StateError' });
  });
});
