import { afterEach, expect, it, vi } from 'vitest';
import { ChartStore } from './chart-store.ts';
import type { PatientSession } from './session.ts';

const ANA = '3f0e9a52-6a0e-4a53-9f0a-0d6f2b6f9a01';
const PHQ9 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f01';

/** A session whose readings end where they are aborted, and as the test says. */
function reading() {
  const asked: { readonly abort: () => void }[] = [];
  const session = {
    read: (intent: string) =>
      new Promise((_, reject) => {
        if (intent !== 'chart.read') return;
        asked.push({ abort: () => reject(new DOMException('paused', 'AbortError')) });
      }),
  };
  return { asked, store: new ChartStore(session as unknown as PatientSession) };
}

it('reads again where its patient is shown again in the turn in which the reading was given up', async () => {
  const { asked, store } = reading();
  void store.read();
  asked[0]?.abort();
  store.resume();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(asked).toHaveLength(2);
  expect(store.state.phase).toBe('loading');
});

it('reads nothing while its patient is not shown, though something changed while it was being read', async () => {
  const { asked, store } = reading();
  void store.read();
  void store.read();
  store.pause();
  asked[0]?.abort();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(asked).toHaveLength(1);
});

afterEach(() => void vi.useRealTimers());

it('reads the answer behind a flag again some time after it could not be read', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const flagged = {
    id: 7,
    formTemplateId: PHQ9,
    patientId: ANA,
    status: 'ANSWERED',
    completedFillAt: '2026-11-01T12:00:00Z',
    riskFlagCount: 1,
  };
  const chart = {
    patient: { serviceId: ANA, name: 'Ana' },
    professionalId: ANA,
    applications: [],
    courses: [{ formId: PHQ9, graph: null, failure: null, instrument: null, submissions: [flagged] }],
    unreadable: 0,
    agreed: [],
    at: 0,
    serviceAt: null,
  };
  let items = 0;
  const session = {
    read: async (intent: string) => {
      if (intent === 'chart.read') return chart;
      items++;
      throw Object.assign(new Error('502'), { code: 'unreachable' });
    },
  };
  const store = new ChartStore(session as unknown as PatientSession);
  await store.read();
  await new Promise((resolve) => setTimeout(resolve, 0));
  await store.read();
  expect(items).toBe(1);
  vi.advanceTimersByTime(15_000);
  await store.read();
  expect(items).toBe(2);
});
