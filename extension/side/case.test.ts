import { describe, expect, it } from 'vitest';
import { plainProblem as problem } from '../intents/protocol.ts';
import { AskError } from '../intents/requests.ts';
import { Case } from './case.ts';
import type { KnownPerson } from './identifiers/identifiers.ts';

const ANA: KnownPerson = {
  names: ['Ana Lima'],
  birthdays: ['1990-03-04'],
  emails: [],
  phones: [],
  keys: ['482137'],
};
const person = async () => ANA;

function world(answer: () => Promise<never> | Promise<{ state: 'answered'; recommendation: object }>) {
  const sent: string[] = [];
  const recommending = new Case(async (text) => {
    sent.push(text);
    return answer();
  });
  return { recommending, sent };
}
const answered = async () => ({
  state: 'answered' as const,
  recommendation: { recommendation_text: 'PHQ-9' },
});

describe('the text of a case', () => {
  it.each(['Ana sleeps badly', 'born 4/3/1990', 'record 482137'])(
    'is not sent where it names the patient: %s',
    async (text) => {
      const { recommending, sent } = world(answered);
      recommending.write(text);
      await recommending.ask(person);
      expect(recommending.state.value).toMatchObject({ step: 'identifies' });
      expect(sent).toEqual([]);
    },
  );

  it('is looked through again with every change once something was found', async () => {
    const { recommending } = world(answered);
    recommending.write('Ana Lima sleeps badly');
    await recommending.ask(person);
    recommending.write('Lima sleeps badly');
    expect(recommending.state.value).toMatchObject({ found: [{ text: 'Lima' }] });
    recommending.write('She sleeps badly');
    expect(recommending.state.value).toEqual({ step: 'writing' });
  });

  it('is sent as it was typed where nothing of the patient is in it', async () => {
    const { recommending, sent } = world(answered);
    recommending.write('She sleeps badly');
    await recommending.ask(person);
    expect(sent).toEqual(['She sleeps badly']);
    expect(recommending.state.value).toMatchObject({ step: 'answered' });
  });

  it('is not sent empty', async () => {
    const { recommending, sent } = world(answered);
    recommending.write('  \n');
    await recommending.ask(person);
    expect([recommending.state.value.step, sent]).toEqual(['empty', []]);
  });

  it('is not sent after it was forgotten while the record was still being read', async () => {
    const { recommending, sent } = world(answered);
    recommending.write('She sleeps badly');
    let tell = (_: KnownPerson): void => {};
    const asked = recommending.ask(() => new Promise((resolve) => (tell = resolve)));
    recommending.forget();
    tell(ANA);
    await asked;
    expect([recommending.text.value, recommending.state.value.step, sent]).toEqual(['', 'writing', []]);
  });

  it('stays where it could not be sent, with why', async () => {
    const { recommending } = world(() => Promise.reject(new AskError('recommend.ask', problem('network'))));
    recommending.write('She sleeps badly');
    await recommending.ask(person);
    expect(recommending.state.value).toMatchObject({ step: 'failed', problem: { code: 'network' } });
    expect(recommending.text.value).toBe('She sleeps badly');
  });
});
