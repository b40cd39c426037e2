import { expect, it } from 'vitest';
import type { Application } from '../../client/contract/resources/submission.ts';
import { StateError } from '../../client/errors.ts';
import { ApplyFlow } from './flow.ts';
import type { ApplyService } from './service.ts';

const patientId = '3f8a1b52-8f0e-4c5b-9d5c-0f2a6f1e7a22';
const PHQ9 = '11111111-2222-4333-8444-555555555555';
const GAD7 = '22222222-2222-4333-8444-555555555555';
const WHO5 = '33333333-2222-4333-8444-555555555555';
/** Noon in UTC on Sunday, 1 March 2026. */
const NOW = Date.parse('2026-03-01T12:00:00Z');

type Sent = { readonly form: string; readonly recurrenceCycle: string; readonly startedAt?: string };

/** A flow whose service creates as told: an Error is thrown. */
async function world(more: {
  readonly held?: readonly Application[];
  readonly batteries?: readonly { name: string; instruments: string[] }[];
  readonly visit?: string;
  readonly create?: (form: string) => Error | null;
}) {
  const sent: Sent[] = [];
  const held = [...(more.held ?? [])];
  const service: ApplyService = {
    professionalId: 'a',
    patientId,
    patient: async () => ({ serviceId: patientId, name: 'Ana' }),
    library: async () => ({
      items: [
        { id: PHQ9, title: 'PHQ-9' },
        { id: GAD7, title: 'GAD-7' },
      ],
      unreadable: 0,
    }),
    applications: async () => ({ items: held, unreadable: 0 }),
    applicationsOf: async (form) => ({
      items: held.filter((one) => one.formTemplateId === form),
      unreadable: 0,
    }),
    async create(form, input) {
      sent.push({ form, ...input } as Sent);
      const failure = more.create?.(form);
      if (failure) throw failure;
      const made = { id: 100 + sent.length, patientId, formTemplateId: form, status: 'CREATED' as const };
      const application: Application = { ...made, recurrenceCycle: input.recurrenceCycle };
      held.push(application);
      return application;
    },
  };
  const flow = new ApplyFlow({
    now: () => NOW,
    timeZone: () => 'America/Sao_Paulo',
    batteries: () => more.batteries ?? [],
    nextVisit: () => more.visit ?? null,
    isOnline: () => true,
    sleep: async () => {},
    changed: () => {},
    applied: () => {},
    failed: () => {},
  });
  const until = async (step: string) => {
    for (let turn = 0; turn < 300 && flow.state.step !== step; turn++) await Promise.resolve();
    expect(flow.state.step).toBe(step);
  };
  flow.begin(service);
  await until('choosing');
  return { flow, sent, until };
}

const chosen = (flow: ApplyFlow) => flow.state.chosen.map(({ name }) => name);
const intake = { name: 'Intake', instruments: [PHQ9, GAD7] };

it('a battery chooses all of its instruments beside what is chosen, and takes them away again', async () => {
  const { flow } = await world({ batteries: [intake] });
  const [set] = flow.state.batteries;
  if (!set) throw new Error('no battery');
  flow.toggleChoice(GAD7);
  flow.toggleSet(set);
  expect(chosen(flow)).toEqual(['GAD-7', 'PHQ-9']);
  flow.toggleSet(set);
  expect(chosen(flow)).toEqual([]);
});

it('a battery with an instrument that the library lacks chooses nothing', async () => {
  const { flow } = await world({ batteries: [{ name: 'Intake', instruments: [PHQ9, WHO5] }] });
  const [set] = flow.state.batteries;
  expect(set?.missing).toEqual([WHO5]);
  if (set) flow.toggleSet(set);
  expect(chosen(flow)).toEqual([]);
});

it('each instrument of a battery has its own outcome, and a second try sends only what was refused', async () => {
  let refuses = true;
  const refusal = new StateError('refused', {
    endpoint: 'createApplication',
    status: 422,
    code: 'INVALID_STATE',
  });
  const create = (form: string) => (form === GAD7 && refuses ? refusal : null);
  const { flow, sent, until } = await world({ batteries: [intake], create });
  const [set] = flow.state.batteries;
  if (set) flow.toggleSet(set);
  flow.review();
  await until('confirming');
  flow.apply();
  await until('applied');
  const standings = () => flow.state.attempts.map(({ name, standing }) => `${name} ${standing}`);
  expect(standings()).toEqual(['PHQ-9 created', 'GAD-7 refused']);
  refuses = false;
  flow.again();
  await until('confirming');
  expect(chosen(flow)).toEqual(['GAD-7']);
  flow.apply();
  await until('applied');
  expect(standings()).toEqual(['PHQ-9 created', 'GAD-7 created']);
  expect(sent.map(({ form }) => form)).toEqual([PHQ9, GAD7, GAD7]);
});

it('what the patient had last time is chosen with its recurrence, and asks for a word where it is active', async () => {
  const held = [PHQ9, GAD7].map(
    (formTemplateId, id): Application => ({
      id,
      patientId,
      formTemplateId,
      recurrenceCycle: 'BIWEEKLY',
      status: formTemplateId === PHQ9 ? 'IN_PROGRESS' : 'FINISHED',
      createdAt: '2026-02-02T12:00:00Z',
    }),
  );
  const { flow, sent, until } = await world({ held });
  const set = flow.state.last?.sets[0];
  if (set) flow.toggleSet(set);
  expect([chosen(flow), flow.state.schedule.cycle]).toEqual([['PHQ-9', 'GAD-7'], 'BIWEEKLY']);
  flow.review();
  await until('confirming');
  flow.apply();
  expect(flow.state.faults).toEqual(new Set(['again']));
  expect(sent).toEqual([]);
});

it('another set takes the place of the one that is chosen, and leaves what was chosen by hand', async () => {
  const given = [
    [PHQ9, 'WEEKLY'],
    [GAD7, 'MONTHLY'],
  ] as const;
  const held = given.map(([formTemplateId, recurrenceCycle], id): Application => {
    const createdAt = '2026-02-02T12:00:00Z';
    return { id, patientId, formTemplateId, recurrenceCycle, status: 'FINISHED', createdAt };
  });
  const mood = { name: 'Mood', instruments: [PHQ9] };
  const { flow } = await world({ held, batteries: [intake, mood] });
  for (const set of flow.state.last?.sets ?? []) flow.toggleSet(set);
  expect([chosen(flow), flow.state.schedule.cycle]).toEqual([['GAD-7'], 'MONTHLY']);
  for (const set of flow.state.batteries) flow.toggleSet(set);
  expect(chosen(flow)).toEqual(['PHQ-9']);
  flow.toggleChoice(GAD7);
  const [, set] = flow.state.batteries;
  if (set) flow.toggleSet(set);
  expect(chosen(flow)).toEqual(['GAD-7']);
  if (set) flow.toggleSet(set);
  expect(chosen(flow)).toEqual(['GAD-7', 'PHQ-9']);
});

it('the next visit is the start, at eight in the morning of the page', async () => {
  const { flow, sent, until } = await world({ visit: '2026-03-09' });
  flow.toggleChoice(PHQ9);
  flow.schedule(flow.visit()?.schedule ?? {});
  flow.review();
  await until('confirming');
  flow.apply();
  await until('applied');
  // São Paulo is at UTC-3.
  expect(sent).toEqual([{ form: PHQ9, recurrenceCycle: 'ONCE', startedAt: '2026-03-09T11:00:00.000Z' }]);
});

it('the next visit keeps a recurrence that was chosen, and is not offered once its day is over', async () => {
  const { flow } = await world({ visit: '2026-03-09' });
  flow.schedule({ cycle: 'WEEKLY' });
  expect(flow.visit()?.schedule).toEqual({ cycle: 'WEEKLY', startsOn: '2026-03-09' });
  expect((await world({ visit: '2026-02-28' })).flow.visit()).toBeNull();
  expect((await world({ visit: '2026-03-01' })).flow.visit()?.at).toBe(NOW);
});
