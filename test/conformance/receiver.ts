import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { expect } from 'vitest';
import type { Control } from './control.ts';
import { type Given, mapOf, read, record, text, uuid } from './shape.ts';

const SECRET = 'whsec_conformance';
const stripe = new Stripe('sk_test_unused');

/** The envelope: only its `id` is documented; `event` and `data` are chosen in the contract. */
const Envelope = record({ id: uuid, event: text, data: mapOf({ check: () => [] }) });

/** One delivery whose signature Stripe's own library has verified over the raw body. */
export interface Delivery {
  readonly raw: string;
  readonly signature: string;
  readonly envelope: Given<typeof Envelope>;
}

/** An endpoint of the partner's. */
export interface Receiver {
  /** In the order of arrival, the refused ones included. */
  readonly deliveries: readonly Delivery[];
  /** Answers the next deliveries with these statuses, and all others with 204. */
  answerWith(...statuses: number[]): void;
  /** Waits until so many have come, and gives them. */
  received(count: number): Promise<readonly Delivery[]>;
}

function verify(raw: string, headers: NodeJS.Dict<string | string[]>): Delivery {
  const signature = String(headers['x-service-signature']);
  expect(signature).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
  expect(stripe.webhooks.constructEvent(raw, signature, SECRET)).toEqual(JSON.parse(raw));
  expect(() => stripe.webhooks.constructEvent(`${raw} `, signature, SECRET)).toThrow();
  expect(() => stripe.webhooks.constructEvent(raw, signature, 'another')).toThrow();
  const envelope = read(Envelope, JSON.parse(raw));
  expect(headers['x-service-event-id']).toBe(envelope.id);
  return { raw, signature, envelope };
}

/** Runs `test` with an endpoint that is registered for the key's partner, and takes it away again. */
export async function receiving(
  control: Control,
  key: string,
  test: (receiver: Receiver) => Promise<void>,
): Promise<void> {
  const deliveries: Delivery[] = [];
  const statuses: number[] = [];
  const wrong: unknown[] = [];
  const server = createServer(async (request, response) => {
    let raw = '';
    for await (const part of request.setEncoding('utf8')) raw += part;
    try {
      deliveries.push(verify(raw, request.headers));
    } catch (error) {
      wrong.push(error);
    }
    response.writeHead(statuses.shift() ?? 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    await control.receiveAt(key, `http://127.0.0.1:${port}/hooks`, SECRET);
    await test({
      deliveries,
      answerWith: (...next) => statuses.push(...next),
      received: async (count) => {
        await expect
          .poll(() => deliveries.length, { timeout: 15_000, interval: 5 })
          .toBeGreaterThanOrEqual(count);
        return deliveries;
      },
    });
  } finally {
    await control.withdraw(key);
    server.closeAllConnections();
    server.close();
  }
  expect(wrong).toEqual([]);
}
