import { expect, it, vi } from 'vitest';
import type * as Kit from './configure.ts';

const fetchToken = async () => ({ token: 'test-token', expiresIn: 600 });
const options = (baseUrl: string): Kit.KitOptions => ({ baseUrl, fetchToken });

/** A copy of the kit, as a second bundle on the page brings one. */
async function copy(): Promise<typeof Kit> {
  vi.resetModules();
  return import('./configure.ts');
}

it('a copy that was told nothing takes what another was told; its own comes first', async () => {
  const [one, other] = [await copy(), await copy()];
  const heard: string[] = [];
  const end = one.onKit((event) => heard.push(event));
  expect(one.configured()).toEqual({});
  other.configure(options('https://b.example'));
  expect(one.configured().baseUrl).toBe('https://b.example');
  expect(heard).toEqual(['configure']);
  one.configure(options('https://a.example'));
  expect(one.configured().baseUrl).toBe('https://a.example');
  expect(other.configured().baseUrl).toBe('https://b.example');
  other.logout();
  expect(heard).toEqual(['configure', 'configure', 'logout']);
  end();
});
