import { afterEach, describe, expect, test } from 'vitest';
import { serviceByHand } from '../fixtures/service-by-hand.ts';
import { PATIENT, PROFESSIONAL, startWorld, tokenFor, type World } from '../fixtures/world.ts';

let world: World;
afterEach(() => world.close());

const PATH = `/professionals/${PROFESSIONAL}/patients/${PATIENT}`;

describe('a caller who goes away', () => {
  /** Sends a request, waits until the service has it, and hangs up. */
  async function hangUp(method: 'GET' | 'POST', path: string): Promise<{ readonly isOpen: () => boolean }> {
    let isOpen = false;
    const arrived = new Promise<void>((resolve) => {
      serviceByHand((request, response) => {
        isOpen = true;
        response.on('close', () => {
          isOpen = false;
        });
        request.resume();
        resolve();
      }).then(async (upstream) => {
        world = await startWorld({ upstream });
        const token = await tokenFor();
        const leave = new AbortController();
        const asked = world.ask(path, token, { method, signal: leave.signal }).catch(() => undefined);
        await arrived;
        leave.abort();
        await asked;
      });
    });
    await arrived;
    return { isOpen: () => isOpen };
  }

  test('takes a read with them', async () => {
    const { isOpen } = await hangUp('GET', PATH);
    await expect.poll(isOpen).toBe(false);
    await expect.poll(() => world.lines.at(-1)?.status).toBe(499);
  });

  test('takes a read with them behind fetch as well', async () => {
    let isOpen = false;
    const upstream = await serviceByHand((_, response) => {
      isOpen = true;
      response.on('close', () => {
        isOpen = false;
      });
    });
    world = await startWorld({ upstream });
    const leave = new AbortController();
    const headers = { authorization: `Bearer ${await tokenFor()}` };
    const request = new Request(`https://panel.example/third-party/api/v1${PATH}`, {
      headers,
      signal: leave.signal,
    });
    const answer = world.proxy.fetch(request);
    await expect.poll(() => isOpen).toBe(true);
    leave.abort();
    expect((await answer).status).toBe(499);
    await expect.poll(() => isOpen).toBe(false);
  });

  test('leaves a write to be finished', async () => {
    let finish = (): void => {};
    const upstream = await serviceByHand((request, response) => {
      request.resume();
      finish = () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    world = await startWorld({ upstream });
    const leave = new AbortController();
    const asked = world
      .ask(`${PATH}/inactivate`, await tokenFor(), { method: 'POST', signal: leave.signal })
      .catch(() => 'left');
    await expect.poll(() => finish.toString().includes('writeHead')).toBe(true);
    leave.abort();
    expect(await asked).toBe('left');
    finish();
    await expect.poll(() => world.lines.map(({ status }) => status)).toEqual([200]);
  });
});
