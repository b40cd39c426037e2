import { describe, expect, it, vi } from 'vitest';
import { PROXY } from './proxy.fixture.ts';
import { chartFacts, EHR, epochOf, IDENTITIES, startWorld } from './world.fixture.ts';

const OTHER = 'eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee';
const toProblem = (message: Record<string, unknown>) => (message.problem as { code: string }).code;
const signIn = (world: ReturnType<typeof startWorld>) =>
  world.ask(world.surface(), 'sign.in', { proxy: PROXY });

describe('signing in', () => {
  it('asks with PKCE and state, and keeps the token in the session of the browser only', async () => {
    const world = startWorld();
    expect(await signIn(world)).toMatchObject({ value: { state: 'signed-in' } });
    const { url, interactive } = world.browser.flows[0] ?? {};
    expect(interactive).toBe(true);
    expect(Object.fromEntries(url?.searchParams ?? [])).toMatchObject({
      response_type: 'code',
      client_id: 'instrument-panel-extension',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{20,}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    const [exchange] = world.proxy.to('/token');
    const form = new URLSearchParams(String(exchange?.body));
    // RFC 7636, section 4.6: the challenge is the verifier's SHA-256.
    const digest = await crypto.subtle.digest(
      'SHA-256',
      new TextEncoder().encode(form.get('code_verifier') ?? ''),
    );
    expect(Buffer.from(digest).toString('base64url')).toBe(url?.searchParams.get('code_challenge'));
    expect(Object.keys(world.browser.session.held)).toContain(`token:${PROXY}`);
  });

  it.each<[string, (answer: URLSearchParams) => void]>([
    ['another state', (answer) => answer.set('state', 'x')],
    ['another issuer', (answer) => answer.set('iss', 'https://evil.example')],
    ['no issuer', (answer) => answer.delete('iss')],
  ])('takes no answer with %s', async (_, forge) => {
    const world = startWorld();
    world.browser.state.launch = async (url) => {
      const answer = new URL(await world.answered(url));
      forge(answer.searchParams);
      return answer.href;
    };
    expect(toProblem(await signIn(world))).toBe('service');
    expect(world.proxy.to('/token')).toEqual([]);
    expect(Object.keys(world.browser.session.held)).not.toContain(`token:${PROXY}`);
  });

  it('says that it failed where its page could not be loaded: nobody closed it', async () => {
    const world = startWorld();
    world.browser.state.launch = () => Promise.reject(new Error('Authorization page could not be loaded.'));
    expect(toProblem(await signIn(world))).toBe('service');
    expect(world.background.signIns.at(PROXY).state).toBe('unavailable');
  });

  it('goes nowhere where the proxy’s document names somebody else', async () => {
    const world = startWorld();
    world.proxy.state.issuer = 'https://evil.example';
    expect(toProblem(await signIn(world))).toBe('service');
    expect(world.browser.flows).toEqual([]);
  });

  it('is one window for all who ask, and a closed one is no failure', async () => {
    const world = startWorld({ isSignedIn: false });
    const surface = world.surface();
    const answers = await Promise.all([1, 2].map(() => world.ask(surface, 'sign.in', { proxy: PROXY })));
    expect(answers).toMatchObject([{ value: { state: 'cancelled' } }, { value: { state: 'cancelled' } }]);
    expect(world.browser.flows).toHaveLength(1);
  });
});

describe('a panel', () => {
  it('is told that a person has to sign in, after one silent attempt', async () => {
    const world = startWorld({ isSignedIn: false });
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    for (let at = 0; at < 3; at++) {
      expect(toProblem(await world.ask(port, 'chart.read', {}, epoch))).toBe('signed-out');
    }
    expect(world.browser.flows.map(({ interactive }) => interactive)).toEqual([false]);
    expect(world.browser.flows[0]?.url.searchParams.get('prompt')).toBe('none');
    world.browser.state.launch = world.answered;
    await signIn(world);
    expect(await world.ask(port, 'chart.read', {}, epoch)).toMatchObject({ type: 'answer' });
    expect(port.last('changed')).toEqual({ type: 'changed', epoch });
  });

  it('goes on over the end of a token: it is renewed without a word, and what was refused is asked once more', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    await world.ask(port, 'chart.read', {}, epoch);
    world.background.services.clear();
    let refused = 0;
    world.proxy.state.instead = ({ path }) =>
      path === '/patients/resolve' && refused++ === 0 ? world.proxy.refused(401, 'TOKEN_EXPIRED') : null;
    expect(await world.ask(port, 'chart.read', {}, epoch)).toMatchObject({ type: 'answer' });
    expect(world.browser.flows.every(({ interactive }) => !interactive)).toBe(true);
    expect(world.browser.flows).toHaveLength(2);
  });

  it('is not told to sign in where the page of the sign-in could not be loaded: it is asked for again', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    // Chromium's words, also for an answer of 400 and above.
    world.browser.state.launch = () => Promise.reject(new Error('Authorization page could not be loaded.'));
    expect(toProblem(await world.ask(port, 'chart.read', {}, epoch))).toBe('service');
    world.browser.state.launch = world.answered;
    expect(await world.ask(port, 'chart.read', {}, epoch)).toMatchObject({ type: 'answer' });
  });

  it('is told that the sign-in ended where it cannot be renewed', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    await world.ask(port, 'chart.read', {}, epoch);
    world.background.services.clear();
    world.browser.state.launch = () => Promise.reject(new Error('User interaction required.'));
    world.proxy.state.instead = ({ path }) =>
      path.startsWith('/patients') ? world.proxy.refused(401, 'TOKEN_EXPIRED') : null;
    expect(toProblem(await world.ask(port, 'chart.read', {}, epoch))).toBe('signed-out');
    expect(world.background.signIns.at(PROXY).state).toBe('ended');
    await vi.waitFor(() => expect(world.browser.badges.get(7)).toMatchObject({ text: '!' }));
  });

  it('of another professional shows nothing that the one before had read', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    await world.ask(port, 'chart.read', {}, epoch);
    world.proxy.state.professional = OTHER;
    await signIn(world);
    world.clock.advance(400);
    const next = await epochOf(port);
    expect(next).not.toBe(epoch);
    // What is there by now is the next one's, by which the badge is read.
    expect(world.background.services.present(PROXY)?.professionalId ?? OTHER).toBe(OTHER);
  });

  it('of another professional is counted none of the news, and has no mark in a list, of the one before', async () => {
    const world = startWorld();
    const list = world.frame(3, 0, `${EHR}/app/list`);
    await vi.waitFor(() => expect(list.last('rules')).toBeDefined());
    const facts = { ...chartFacts([]), type: 'list' as const, page: 1, place: null };
    list.say({ type: 'facts', facts, url: `${EHR}/app/list` });
    await world.ask(list, 'list.read', { rows: [{ keys: [{ system: '', value: 'MRN-1' }] }] });
    await world.background.news.hear(
      'clinic',
      { kind: 'SUBMISSION_ANSWERED', submissionId: 11 },
      presentOf(world),
    );
    await vi.waitFor(() => expect(world.browser.badges.get(3)).toMatchObject({ text: '1' }));
    const before = list.heard.length;
    world.proxy.state.professional = OTHER;
    await signIn(world);
    const rules = list.heard.slice(before).filter(({ type }) => type === 'rules');
    expect(rules).toMatchObject([{ rules: null }, { rules: { profileId: 'clinic' } }]);
    expect(world.background.news.countsOf('clinic')).toEqual({ answers: 0, risks: 0 });
    await vi.waitFor(() => expect(world.browser.badges.get(3)).toMatchObject({ text: '' }));
  });

  it('of another professional is known for that over a stop of the background in which the token ended', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    await world.ask(port, 'chart.read', {}, epoch);
    world.clock.advance(700_000);
    world.restart();
    world.proxy.state.professional = OTHER;
    const back = world.frame(7, 0, `${EHR}/app/chart`);
    await vi.waitFor(() => expect(back.last('rules')).toBeDefined());
    back.say({ type: 'facts', facts: chartFacts(IDENTITIES.ana, 2), url: `${EHR}/app/chart` });
    expect(await epochOf(back)).toBe(epoch);
    // Nobody is signed in without a word as somebody else than who was.
    expect(toProblem(await world.ask(back, 'chart.read', {}, epoch))).toBe('signed-out');
    await signIn(world);
    world.clock.advance(400);
    expect(await epochOf(back)).not.toBe(epoch);
  });
});

describe('a stop of the background', () => {
  it.each(['closed', 'asked'])(
    'while the sign-in window is open is said, and the person is signed in without a word where they had gone through it, once it is %s',
    async (how) => {
      const world = startWorld();
      await signIn(world);
      await world.ask(world.surface(), 'sign.out', { proxy: PROXY });
      world.browser.state.launch = () => new Promise(() => {});
      const asking = world.surface();
      asking.say({ type: 'ask', id: 900, epoch: null, intent: 'sign.in', input: { proxy: PROXY } });
      await vi.waitFor(() => expect(world.browser.flows).toHaveLength(2));
      world.restart();
      await world.background.ready;
      expect(world.background.signIns.at(PROXY).state).toBe('interrupted');
      // Another window is closed, while the one to sign in is open still.
      world.browser.state.launch = async () => {
        throw new Error('User interaction required.');
      };
      world.events.removed.fire(8);
      await vi.waitFor(() => expect(world.browser.flows).toHaveLength(3));
      await vi.waitFor(() => expect(world.background.signIns.at(PROXY).state).toBe('interrupted'));
      world.browser.state.launch = world.answered;
      if (how === 'closed') {
        const { port } = await world.chart(IDENTITIES.ana);
        world.events.removed.fire(9);
        await vi.waitFor(() => expect(port.last('changed')).toBeDefined());
      } else {
        const { port, epoch } = await world.chart(IDENTITIES.ana);
        expect(await world.ask(port, 'chart.read', {}, epoch)).toHaveProperty('value.patient');
      }
      expect(world.browser.flows.at(-1)).toMatchObject({ interactive: false });
      expect(world.background.signIns.at(PROXY).state).toBe('signed-in');
      expect(JSON.stringify(world.browser.session.held)).not.toContain('signing:');
    },
  );
});

describe('signing out', () => {
  it('wipes token, readings, news and badges, and blanks what is shown before anything is waited for', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    await world.ask(port, 'chart.read', {}, epoch);
    await world.background.news.hear(
      'clinic',
      { kind: 'SUBMISSION_ANSWERED', submissionId: 11 },
      presentOf(world),
    );
    await vi.waitFor(() => expect(world.browser.badges.get(7)).toMatchObject({ text: '1' }));
    const before = port.heard.length;
    await world.ask(world.surface(), 'sign.out', { proxy: PROXY });
    expect(port.heard[before]).toMatchObject({ type: 'context', context: { state: 'settling' } });
    expect(Object.keys(world.browser.session.held).filter((key) => /^(token|news|tab):/.test(key))).toEqual(
      [],
    );
    expect(world.background.services.present(PROXY)).toBeNull();
    await vi.waitFor(() => expect(world.browser.badges.get(7)).toMatchObject({ text: '' }));
    world.clock.advance(400);
    const next = await epochOf(port);
    expect(next).not.toBe(epoch);
    const flows = world.browser.flows.length;
    expect(toProblem(await world.ask(port, 'chart.read', {}, next))).toBe('signed-out');
    // Whoever signed out is not signed in again behind their back.
    expect(world.browser.flows).toHaveLength(flows);
  });

  it('in the middle of a silent renewal is not undone by it', async () => {
    const world = startWorld();
    const { port, epoch } = await world.chart(IDENTITIES.ana);
    await world.ask(port, 'chart.read', {}, epoch);
    const held = Promise.withResolvers<void>();
    world.browser.state.launch = async (url) => {
      await held.promise;
      return world.answered(url);
    };
    const exchanges = world.proxy.to('/token').length;
    const renewing = world.background.signIns.at(PROXY).tokens.get('rejected', new AbortController().signal);
    renewing.catch(() => {});
    await vi.waitFor(() => expect(world.browser.flows).toHaveLength(2));
    await world.ask(world.surface(), 'sign.out', { proxy: PROXY });
    held.resolve();
    await vi.waitFor(() => expect(world.proxy.to('/token')).toHaveLength(exchanges + 1));
    await expect(renewing).rejects.toThrow();
    // What the exchange brought has had its turn to be kept.
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(world.background.signIns.at(PROXY).state).toBe('signed-out');
    expect(Object.keys(world.browser.session.held)).not.toContain(`token:${PROXY}`);
  });

  it('is kept over a stop of the background', async () => {
    const world = startWorld();
    await signIn(world);
    await world.ask(world.surface(), 'sign.out', { proxy: PROXY });
    world.restart();
    const port = world.frame(7, 0, `${EHR}/app/chart`);
    await vi.waitFor(() => expect(port.last('rules')).toBeDefined());
    port.say({ type: 'facts', facts: chartFacts(IDENTITIES.ana), url: `${EHR}/app/chart` });
    world.clock.advance(400);
    expect(toProblem(await world.ask(port, 'chart.read', {}, await epochOf(port)))).toBe('signed-out');
    expect(world.browser.flows).toHaveLength(1);
  });
});

function presentOf(world: ReturnType<typeof startWorld>) {
  const service = world.background.services.present(PROXY);
  if (!service) throw new Error('nobody is signed in');
  return service;
}
