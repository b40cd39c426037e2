/**
 * The service as an outsider knows it from its documentation: every rule of `rules/`, asked by plain `fetch` of the
 * sandbox, empty and seeded, and of the sandbox behind the signing proxy. Nothing of the project's own contract,
 * client or sandbox is imported, so that one misreading cannot pass on both sides.
 *
 * The sandbox behind the proxy is a seeded one. `npm test` asks of the seeded sandbox itself only what no proxy passes
 * on (rules marked `direct`); `npm run test:soak` asks it everything. `malformed` rules are left out where a
 * validating proxy stands between (test/soak/prism.test.ts).
 *
 * @module
 */
import { afterAll, beforeAll, describe } from 'vitest';
import { SOAK } from '../soak/scale.ts';
import { type LeftOut, stateRules } from './rule.ts';
import { SECTIONS } from './rules/index.ts';
import { direct, proxied, type World } from './world.ts';

interface Asked {
  readonly name: string;
  readonly start: () => Promise<World>;
  readonly leftOut: readonly LeftOut[];
}
const WORLDS: readonly Asked[] = [
  { name: 'the empty sandbox', start: () => direct({ seeded: false }), leftOut: [] },
  { name: 'the seeded sandbox', start: () => direct({ seeded: true }), leftOut: SOAK ? [] : ['proxied'] },
  {
    name: 'the sandbox behind the proxy, with an operations token',
    start: proxied,
    leftOut: ['direct'],
  },
];

describe.each(WORLDS)('$name', ({ name, start, leftOut }) => {
  let world: World | undefined;
  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world?.stop());
  const running = (): World => {
    if (!world) throw new Error(`${name} did not start.`);
    return world;
  };
  stateRules(SECTIONS, running, ...leftOut);
});
