import { expect, it } from 'vitest';
import type { Application } from '../../client/contract/resources/submission.ts';
import type { Listed } from '../../panel/read-all.ts';
import { ApplyFlow } from './flow.ts';
import type { ApplyService } from './service.ts';

const patientId = '3f8a1b52-8f0e-4c5b-9d5c-0f2a6f1e7a22';
const formId = '11111111-2222-4333-8444-555555555555';
const second = '22222222-2222-4333-8444-555555555555';

const application = (form: string): Application => ({
  id: form === formId ? 7 : 8,
  patientId,
  formTemplateId: form,
  recurrenceCycle: 'NOW',
  status: 'CREATED',
});

/** A service that the test holds open where it says so. */
function world() {
  const gates: (() => void)[] = [];
  const sent: string[] = [];
  let held: Application[] = [];
  let isOpen = true;
  const gate = () => (isOpen ? Promise.resolve() : new Promise<void>((go) => gates.push(go)));
  const service: ApplyService = {
    professionalId: 'a',
    patientId,
    patient: async () => ({ serviceId: patientId, name: 'Ana' }),
    library: async () => ({
      items: [
        { id: formId, title: 'PHQ-9' },
        { id: second, title: 'GAD-7' },
      ],
      unreadable: 0,
    }),
    applications: async () => ({ items: held, unreadable: 0 }),
    async applicationsOf(form): Promise<Listed<Application>> {
      await gate();
      return { items: held.filter((one) => one.formTemplateId === form), unreadable: 0 };
    },
    async create(form) {
      sent.push(form);
      await gate();
      held = [...held, application(form)];
      return application(form);
    },
  };
  const flow = new ApplyFlow({
    now: () => Date.parse('2026-03-01T12:00:00Z'),
    timeZone: () => 'UTC',
    isOnline: () => true,
    sleep: async () => {},
    changed: () => {},
    applied: () => {},
    failed: () => {},
  });
  const until = async (step: string) => {
    for (let turn = 0; turn < 200 && flow.state.step !== step; turn++) await Promise.resolve();
    expect(flow.state.step).toBe(step);
  };
  return {
    flow,
    sent,
    until,
    shut: () => {
      isOpen = false;
    },
    open: () => {
      isOpen = true;
      for (const go of gates.splice(0)) go();
    },
    async toConfirmation(...forms: string[]) {
      flow.begin(service);
      await until('choosing');
      for (const form of forms) flow.toggleChoice(form);
      flow.review();
      await until('confirming');
    },
  };
}

it('what was chosen stays while the place is left, and a review that was under way is taken back', async () => {
  const { flow, until, shut, open, toConfirmation } = world();
  await toConfirmation(formId);
  flow.back();
  shut();
  flow.review();
  await until('reviewing');
  flow.hold();
  expect(flow.state.step).toBe('choosing');
  expect(flow.state.failure).toMatchObject({ code: 'left' });
  open();
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
  expect(flow.state.step).toBe('choosing');
  expect(flow.state.chosen.map(({ id }) => id)).toEqual([formId]);
});

it('nothing is sent once the place is left before the first is sent', async () => {
  const { flow, sent, until, shut, open, toConfirmation } = world();
  await toConfirmation(formId);
  shut();
  flow.apply();
  flow.hold();
  open();
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
  await until('confirming');
  expect(sent).toEqual([]);
  expect(flow.state.attempts).toEqual([]);
});

it('of what was sent when the place was left the outcome is unknown, the rest is not sent, and it is looked up after', async () => {
  const { flow, sent, until, shut, open, toConfirmation } = world();
  await toConfirmation(formId, second);
  flow.apply();
  for (let turn = 0; turn < 200 && flow.state.attempts[0]?.standing !== 'waiting'; turn++)
    await Promise.resolve();
  shut();
  for (let turn = 0; turn < 200 && sent.length === 0; turn++) await Promise.resolve();
  flow.hold();
  expect(flow.state.attempts.map(({ standing }) => standing)).toEqual(['unknown', 'refused']);
  expect(flow.state.step).toBe('applied');
  open();
  flow.resume();
  await until('applied');
  expect(flow.state.attempts.map(({ standing }) => standing)).toEqual(['created', 'refused']);
  expect(sent).toEqual([formId]);
});
