import { createAsk } from './ask.ts';
import { anything, type Given, integer, listOf, orNull, record, text } from './shape.ts';

const Clock = record({ now: text });
const Message = record({ id: anything, at: text, channel: text, to: text, text, link: orNull(text) });
const Delivery = record({
  id: text,
  event: text,
  status: text,
  body: anything,
  attempts: listOf(record({ at: text, status: orNull(integer) })),
});
export type Message = Given<typeof Message>;

/** The sandbox's own addresses (sandbox/docs/addresses.md): no partner's interface has them. */
export interface Control {
  readonly origin: string;
  now(): Promise<Date>;
  /** Moves the clock, `by` an ISO 8601 duration; comes back when all that fell due has happened. */
  advance(by: string): Promise<void>;
  outbox(to: string): Promise<Message[]>;
  receiveAt(key: string, url: string, secret: string): Promise<void>;
  withdraw(key: string): Promise<void>;
  deliveries(): Promise<Given<typeof Delivery>[]>;
  faults(list: readonly unknown[]): Promise<void>;
  unlink(professionalId: string, patientId: string): Promise<void>;
}

export function createControl(origin: string): Control {
  const ask = createAsk(`${origin}/sandbox`, {});
  const done = async (method: string, path: string, body?: unknown): Promise<void> => {
    const reply = await ask.call(method, path, { body });
    if (reply.status >= 300) throw new Error(`${method} /sandbox${path}: ${reply.status} ${reply.text}`);
  };
  return {
    origin,
    now: async () => new Date((await ask.get('/clock')).gives(Clock).now),
    advance: (advance) => done('POST', '/clock', { advance }),
    outbox: async (to) => (await ask.get('/outbox', { to })).gives(listOf(Message)),
    receiveAt: (key, url, secret) => done('POST', '/webhooks', { key, url, secret }),
    withdraw: (key) => done('DELETE', `/webhooks?key=${key}`),
    deliveries: async () => (await ask.get('/deliveries')).gives(listOf(Delivery)),
    faults: (list) => done('POST', '/faults', list),
    unlink: (professionalId, patientId) => done('POST', '/unlink', { professionalId, patientId }),
  };
}
