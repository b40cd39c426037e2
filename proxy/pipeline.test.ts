import { expect, it } from 'vitest';
import type { ProxyRequest } from './exchange.ts';
import { createRowWaits } from './pipeline.ts';

function startWaits() {
  const said = { underWay: 0, hurried: 0 };
  const rows = createRowWaits({ hurry: () => void said.hurried++ }, () => said.underWay);
  return { said, rows };
}
const other = {} as ProxyRequest;
const never = new Promise<never>(() => {});

it('a row waits for others while somebody under way could add one', () => {
  const { said, rows } = startWaits();
  said.underWay = 2;
  void rows.wait(never);
  expect(said.hurried).toBe(0);
});

it('a row waits for nobody who withholds a body', async () => {
  const { said, rows } = startWaits();
  said.underWay = 2;
  void rows.body(other, never);
  void rows.wait(never);
  expect(said.hurried).toBe(1);
});

it('a row that waits is written once the last one under way withholds a body', () => {
  const { said, rows } = startWaits();
  said.underWay = 2;
  void rows.wait(never);
  void rows.body(other, never);
  expect(said.hurried).toBe(1);
});

it('a row waits for who has sent a body, or was refused for it', async () => {
  for (const body of [Promise.resolve(new Uint8Array()), Promise.reject(new Error('PROXY_BUSY'))]) {
    const { said, rows } = startWaits();
    said.underWay = 2;
    await rows.body(other, body).catch(() => {});
    void rows.wait(never);
    expect(said.hurried).toBe(0);
  }
});

it('a request that was answered before its body came is not counted once more', () => {
  const { said, rows } = startWaits();
  said.underWay = 2;
  void rows.body(other, never);
  said.underWay = 1;
  rows.left(other);
  void rows.wait(never);
  expect(said.hurried).toBe(1);
});
