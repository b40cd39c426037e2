/**
 * The service as an outsider knows it from its documentation: every rule of `rules/`, asked by plain `fetch` of the
 * sandbox, empty and seeded, and of the sandbox behind the signing proxy. Nothing of the project's own contract,
 * client or sandbox is imported, so that one misreading cannot pass on both sides.
 *
 * Rules marked `direct` concern what the proxy is there to change; `malformed` ones are left out where a validating
 * proxy stands between (test/soak/prism.test.ts).
 *
 * @module
 */
import { afterAll, beforeAll, describe } from 'vitest';
import { ruleOf } from './rule.ts';
import { SECTIONS } from './rules/index.ts';
import { direct, proxied, type World } from './world.ts';

describe.each([
  ['the empty sandbox', () => direct({ seeded: false })],
  ['the seeded sandbox', () => direct({ seeded: true })],
  ['the sandbox behind the proxy, with an operations token', proxied],
] as const)('%s', (name, start) => {
  let world: World | undefined;
  beforeAll(async () => {
    world = await start();
  }, 60_000);
  afterAll(() => world?.stop());
  const running = (): World => {
    if (!world) throw new Error(`${name} did not start.`);
    return world;
  };
  const rule = ruleOf(running, { direct: start === proxied });
  for (const [section, rules] of Object.entries(SECTIONS)) describe(section, () => rules(rule));
});
