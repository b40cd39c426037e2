import { expect, it } from 'vitest';
import type { SiteHandle } from '../site/handle.ts';
import { PatientSession } from './session.ts';

const lock = { epoch: 'one', identity: { keys: [{ system: 'mrn', value: '1' }] } };

/** A handle whose answers the test gives. */
function world(ask: SiteHandle['ask']) {
  const handle: SiteHandle = {
    rules: { profileId: 'p', settleMs: 0, pages: [], attributes: [], top: '', months: '' },
    attach: () => {},
    ask,
    read: () => ({ found: [], gaps: [] }),
    own: () => {},
    here: () => {},
    reportPlaces: () => {},
  };
  return new PatientSession(handle, lock);
}
const refused = (code: string, isOutcomeUnknown = false) =>
  Object.assign(new Error(code), { problem: { code, status: null, traceId: null, isOutcomeUnknown } });

it('an answer that comes after the pause is nobody’s', async () => {
  let answer = (_: unknown): void => {};
  const session = world(() => new Promise((resolve) => (answer = resolve)));
  const asking = session.read('chart.read', {});
  session.pause();
  answer({ patient: 'Ana' });
  await expect(asking).rejects.toMatchObject({ name: 'AbortError' });
});

it('nothing is asked once the epoch is over', async () => {
  const asked: string[] = [];
  const session = world(async (_, intent) => asked.push(intent));
  session.end();
  await expect(session.read('chart.read', {})).rejects.toMatchObject({ name: 'AbortError' });
  expect(asked).toEqual([]);
});

it('a read is asked again where the background was away, a write never', async () => {
  const asked: string[] = [];
  const session = world(async (_, intent) => {
    asked.push(intent);
    if (asked.length === 1) throw refused('lost', true);
    return 'read';
  });
  expect(await session.read('chart.read', {})).toBe('read');
  expect(asked).toEqual(['chart.read', 'chart.read']);

  const writes: string[] = [];
  const writer = world(async (_, intent) => {
    writes.push(intent);
    throw refused('lost', true);
  });
  await expect(writer.write('application.finish', { applicationId: 1, formId: 'f' })).rejects.toMatchObject({
    problem: { code: 'lost', isOutcomeUnknown: true },
  });
  await expect(
    writer.write('apply.create', { formId: 'f', input: { recurrenceCycle: 'NOW' } }),
  ).rejects.toMatchObject({
    problem: { isOutcomeUnknown: true },
  });
  expect(writes).toEqual(['application.finish', 'apply.create']);
});

it('asks with the epoch of its lock, and passes the refusal on', async () => {
  const session = world(async (epoch) => {
    throw refused(epoch ?? '');
  });
  await expect(session.read('apply.patient', {})).rejects.toMatchObject({
    name: 'AskError',
    problem: { code: 'one', isOutcomeUnknown: false },
  });
});
