import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ANA, createVisitor, INSTRUMENT, type StubProxy, startStubProxy } from './proxy.fixture.ts';

let stub: StubProxy;
let visitor: ReturnType<typeof createVisitor>;
beforeEach(async () => {
  stub = await startStubProxy();
  visitor = createVisitor(stub.ehr);
  await visitor.signIn();
});
afterEach(() => stub.close());

const chart = `/patients/${ANA.serviceId}`;
const form = (changes: Record<string, string> = {}) => ({
  mark: crypto.randomUUID(),
  instrument: INSTRUMENT.id,
  cycle: 'WEEKLY',
  startsOn: '2026-03-02',
  ...changes,
});

describe('applying an instrument', () => {
  it('asks the proxy as the signed-in person, from the EHR’s own origin', async () => {
    await visitor.get('/patients');
    expect(stub.sessions).toEqual([{ cookie: visitor.cookie(), origin: 'http://localhost:4300' }]);
  });

  it('ends at a confirmation that can be reloaded, with the patient’s link', async () => {
    const response = await visitor.post(`${chart}/apply`, form());
    expect(response.status).toBe(303);
    const text = await (await visitor.get(response.headers.get('location') ?? '')).text();
    expect(text).toContain('Q-1 is ready for &lt;b&gt;Ana&lt;/b&gt;');
    expect(text.match(/https:\/\/answer\.example\/a\/token-of-the-patient/g)).toHaveLength(2);
    expect(stub.writes).toBe(1);
  });

  it('says on the confirmation and on the apply page, too, that the service is away', async () => {
    const confirmation = (await visitor.post(`${chart}/apply`, form())).headers.get('location') ?? '';
    stub.isDown = true;
    for (const path of [confirmation, `${chart}/apply`]) {
      const response = await visitor.get(path);
      expect(response.status).toBe(502);
      expect(await response.text()).toContain('The assessment service cannot be reached');
    }
  }, 60_000);

  it('is one act however often the button is pressed', async () => {
    const once = form();
    const all = await Promise.all([1, 2, 3].map(() => visitor.post(`${chart}/apply`, once)));
    expect(new Set(all.map(({ headers }) => headers.get('location'))).size).toBe(1);
    expect(stub.writes).toBe(1);
  });

  it.each([
    ['an instrument that is none', { instrument: 'phq-9' }, 'Choose an instrument.'],
    ['a recurrence that is none', { cycle: 'HOURLY' }, 'Choose a frequency.'],
    ['a day that the calendar lacks', { startsOn: '2026-02-30' }, 'Choose today or later'],
    ['a day in the past', { startsOn: '2026-02-28' }, 'Choose today or later'],
    ['no day', { startsOn: '' }, 'Choose today or later'],
  ])('refuses %s before anything is sent, and says where', async (_, changes, sentence) => {
    const response = await visitor.post(`${chart}/apply`, form(changes as Record<string, string>));
    expect(response.status).toBe(422);
    const text = await response.text();
    expect(text).toContain(sentence);
    expect(text).toContain('Nothing was sent.');
    expect(stub.writes).toBe(0);
  });

  it('shows the service’s own reason where it refuses', async () => {
    stub.applying = 'refused';
    const response = await visitor.post(`${chart}/apply`, form());
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('The service refused: Not now.');
  });

  it('sends nothing where what the patient has cannot be read first', async () => {
    await visitor.get(chart);
    stub.isDown = true;
    const response = await visitor.post(`${chart}/apply`, form());
    stub.isDown = false;
    expect(response.status).toBe(502);
    expect(await response.text()).toContain('Nothing was sent.');
    expect(stub.writes).toBe(0);
  }, 30_000);
});

describe('a lost answer', () => {
  it('is looked up: what was stored is found, and nothing is sent again', async () => {
    stub.applying = 'lost';
    const response = await visitor.post(`${chart}/apply`, form());
    const checking = response.headers.get('location') ?? '';
    expect(checking).toContain('/checking?');
    const found = await visitor.get(checking);
    expect(found.headers.get('location')).toBe(`${chart}/applied/100`);
    expect(stub.writes).toBe(1);
  });

  it('does not take an application that was there before for the new one', async () => {
    await visitor.post(`${chart}/apply`, form());
    stub.applying = 'lost-and-not-stored';
    const response = await visitor.post(`${chart}/apply`, form());
    const checking = response.headers.get('location') ?? '';
    const text = await (await visitor.get(checking)).text();
    expect(text).toContain('Outcome unknown: checking');
    expect(text).toContain('had no new Q-1');
    expect(stub.writes).toBe(2);
  });
});

describe('a service that is away', () => {
  it('leaves pages that say so and offer to try again', async () => {
    stub.isDown = true;
    for (const path of ['/patients', chart]) {
      const response = await visitor.get(path);
      expect(response.status).toBe(502);
      const text = await response.text();
      expect(text).toContain('The assessment service cannot be reached');
      expect(text).toContain(`<a class="button" href="${path}">Try again</a>`);
    }
  }, 30_000);

  it('that does not know the patient answers 404, without a name', async () => {
    const response = await visitor.get('/patients/5a1f6a0e-2c55-4f8e-9a0a-7c9f6c1d2222');
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Patient not found');
  });
});
