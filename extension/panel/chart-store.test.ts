import { afterEach, describe, expect, it, vi } from 'vitest';
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

/** A session that answers when the test says so. */
function answering() {
  const asked: Record<string, PromiseWithResolvers<unknown>> = {};
  const session = {
    read: (intent: string) => {
      const answer = Promise.withResolvers<unknown>();
      asked[intent] = answer;
      return answer.promise;
    },
  };
  return { asked, store: new ChartStore(session as unknown as PatientSession, true) };
}
const chartAt = (at: number, agreed = ['name', 'birthday']) => ({
  patient: { serviceId: ANA, name: 'Ana' },
  professionalId: ANA,
  applications: [],
  courses: [],
  unreadable: 0,
  agreed,
  at,
  serviceAt: null,
});
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('what was read of the patient a while ago', () => {
  it('is shown as being checked, with nothing to send, until it is read anew', async () => {
    const { asked, store } = answering();
    const reading = store.read();
    asked['chart.recall']?.resolve(chartAt(1));
    await turn();
    expect([store.state.phase, store.state.known?.at, store.isShown, store.canApply]).toEqual([
      'checking',
      1,
      true,
      false,
    ]);
    asked['chart.read']?.resolve(chartAt(2));
    await reading;
    expect([store.state.phase, store.state.known?.at, store.canApply]).toEqual(['ready', 2, true]);
  });

  it('never takes the place of what was read just now', async () => {
    const { asked, store } = answering();
    const reading = store.read();
    asked['chart.read']?.resolve(chartAt(2));
    await reading;
    asked['chart.recall']?.resolve(chartAt(1));
    await turn();
    expect([store.state.phase, store.state.known?.at]).toEqual(['ready', 2]);
  });

  it.each(['unreachable', 'disagrees', 'signed-out'])(
    'is not shown for longer where it cannot be checked: %s',
    async (code) => {
      const { asked, store } = answering();
      const reading = store.read();
      asked['chart.recall']?.resolve(chartAt(1));
      await turn();
      asked['chart.read']?.reject(Object.assign(new Error('no'), { code }));
      await reading;
      expect([store.state.phase, store.state.known]).toEqual(['failed', null]);
    },
  );

  it('says nothing of its own where it cannot be had', async () => {
    const { asked, store } = answering();
    const reading = store.read();
    asked['chart.recall']?.reject(Object.assign(new Error('no'), { code: 'stale' }));
    await turn();
    expect([store.state.phase, store.state.failure]).toEqual(['loading', null]);
    asked['chart.read']?.resolve(chartAt(2));
    await reading;
    expect(store.state.phase).toBe('ready');
  });

  it('is not asked for again once something is shown', async () => {
    const { asked, store } = answering();
    const reading = store.read();
    asked['chart.read']?.resolve(chartAt(2));
    await reading;
    delete asked['chart.recall'];
    void store.read();
    expect(asked['chart.recall']).toBeUndefined();
  });
});

describe('the order of the instruments', () => {
  const GAD7 = '6d5c2c1e-2f55-4f0a-9a33-1c9b7d2e4f02';
  const answer = (form: string, id: number, completedFillAt: string, riskFlagCount = 0) => ({
    id,
    formTemplateId: form,
    patientId: ANA,
    status: 'ANSWERED',
    completedFillAt,
    riskFlagCount,
  });
  const courseOf = (formId: string, ...submissions: object[]) => ({
    formId,
    graph: null,
    failure: null,
    instrument: null,
    submissions,
  });
  const before = [
    courseOf(GAD7, answer(GAD7, 1, '2026-11-03T12:00:00Z')),
    courseOf(PHQ9, answer(PHQ9, 2, '2026-11-02T12:00:00Z')),
  ];
  const after = [
    courseOf(GAD7, answer(GAD7, 1, '2026-11-03T12:00:00Z')),
    courseOf(PHQ9, answer(PHQ9, 2, '2026-11-02T12:00:00Z'), answer(PHQ9, 3, '2026-11-04T12:00:00Z', 1)),
  ];

  it.each([
    ['stays while the rows are open', true, false, [GAD7, PHQ9]],
    ['is made anew where somebody asks for it', true, true, [PHQ9, GAD7]],
    ['is made anew while the rows are closed', false, false, [PHQ9, GAD7]],
  ])('%s', async (_, isOpen, isAnew, expected) => {
    let courses: object[] = before;
    const session = {
      read: async (intent: string) => {
        if (intent === 'chart.read') return { ...chartAt(0), courses };
        throw new Error('502');
      },
    };
    const store = new ChartStore(session as unknown as PatientSession);
    await store.read();
    const shown = () => store.state.known?.overview.rows.map(({ formId }) => formId);
    expect(shown()).toEqual([GAD7, PHQ9]);
    store.set({ isOpen });
    courses = after;
    await store.read(isAnew);
    expect(shown()).toEqual(expected);
  });
});
