/**
 * Launches of patient A, B and A again, in one tab and in two tabs of a browser, whose steps come in any order and at once:
 * no page is ever given a token for another patient than the one that it was opened for.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Launches, PATIENTS, startLaunches } from '../../proxy/sign-in/launches.fixture.ts';
import { generator } from '../truth/mutations.ts';
import { times } from './scale.ts';

const SEED = Number(process.env.SMART_SEED ?? 20_261_124);
const LAUNCHES = times(50, 1_000);

let world: Launches;
beforeAll(async () => {
  // Other work may hold up the machine for minutes, which refuses launches and gives nobody another patient.
  world = await startLaunches({}, { limits: { loopDelayMs: 60_000 } });
});
afterAll(() => world.close());

interface Tab {
  patient: string;
  /** Where the EHR's server has sent the tab, which has not gone there yet. */
  callback: string | null;
  /** The handle that its page was opened with, and the tokens that it was given. */
  handle: string | null;
  tokens: string[];
}

const newTab = (): Tab => ({ patient: 'ehr-b', callback: null, handle: null, tokens: [] });

async function walk(tabCount: number) {
  const below = generator(SEED + tabCount);
  const browser = world.browser();
  const tabs = Array.from({ length: tabCount }, newTab);
  const pick = (): Tab => tabs[below(tabs.length)] as Tab;
  const counts = { opened: 0, refused: 0, granted: 0, ended: 0, read: 0, wrong: 0, late: 0 };

  async function launch(tab: Tab): Promise<void> {
    tab.patient = tab.patient === 'ehr-a' ? 'ehr-b' : 'ehr-a';
    Object.assign(tab, { handle: null, tokens: [] });
    tab.callback = (await world.toCallback(browser, world.launchUrl(tab.patient))).at;
  }

  async function finish(tab: Tab): Promise<void> {
    const { callback } = tab;
    tab.callback = null;
    if (callback === null) return;
    const { answer, at } = await world.finish(browser, callback);
    if (answer.status !== 303) {
      counts.refused += 1;
      return;
    }
    counts.opened += 1;
    tab.handle = world.handleOf(at);
  }

  async function ask(tab: Tab): Promise<void> {
    if (tab.handle === null) return;
    const token = await world.tokenOf(browser, tab.handle);
    if (typeof token === 'number') {
      expect([401, 403]).toContain(token);
      counts.ended += 1;
      return;
    }
    counts.granted += 1;
    const patients = JSON.stringify(world.patientsOf(token));
    if (patients !== JSON.stringify([PATIENTS[tab.patient]])) counts.wrong += 1;
    tab.tokens.push(token);
  }

  /** Of all pages at most one may read: that of the launch that was finished last. */
  async function readAll(): Promise<void> {
    const may = [];
    for (const tab of tabs) {
      const statuses = await Promise.all(tab.tokens.slice(-3).map(world.read));
      counts.read += statuses.length;
      if (statuses.includes(200)) may.push(tab);
    }
    if (may.length > 1) counts.late += 1;
  }

  const steps = [launch, finish, finish, ask, ask];
  for (let launched = 0; launched < LAUNCHES; ) {
    const step = steps[below(steps.length)] ?? ask;
    if (step === launch) launched += 1;
    // Now and then all tabs at once.
    if (step !== launch && below(10) < 3) await Promise.all(tabs.map(step));
    else await step(pick());
    if (below(10) < 2) await readAll();
  }
  return counts;
}

it.each([1, 2])(
  `in %i tab(s), ${LAUNCHES} launches: 0 wrong patients, and one that can be read at most`,
  async (tabs) => {
    const counts = await walk(tabs);
    console.log(`${tabs} tab(s), seed ${SEED}: ${JSON.stringify(counts)}`);
    expect(counts).toMatchObject({ wrong: 0, late: 0 });
    expect(Math.min(counts.opened, counts.granted, counts.read)).toBeGreaterThan(LAUNCHES / 10);
    expect(world.ehr.complaints).toEqual([]);
  },
);
