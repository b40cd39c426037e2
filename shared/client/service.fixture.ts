/** What the tests of the client share: a real HTTP server that answers as told, closed after each test. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import { type ClientOptions, createClient } from './client.ts';

export const professionalId = '0b7e9a40-5c1d-4d7e-8a55-2c6a4f9b3e22';
export const patientId = '3f8a1b52-8f0e-4c5b-9d5c-0f2a6f1e7a11';
export const formId = '9d1c2f60-3c1b-4f0a-8e57-51c3f1f0aa10';
export const params = { professionalId, patientId };
export const apply = {
  params: { professionalId, formId },
  body: { patientId, recurrenceCycle: 'NOW' },
} as const;
export const TAGS = [{ id: 1, name: 'mood' }];

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
export type Handler = (seen: Seen, response: ServerResponse, count: number) => void;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A service that answers as told, and a client of it that waits without waiting. */
export async function service(handler: Handler, options: Partial<ClientOptions> = {}) {
  const seen: Seen[] = [];
  const waits: number[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
    seen.push(one);
    handler(one, response, seen.length);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const client = createClient({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    auth: { key: 'k', secret: 's' },
    random: () => 1,
    sleep: async (ms) => void waits.push(ms),
    ...options,
  });
  return { client, seen, waits };
}

/** Answers with JSON. */
export const json = (response: ServerResponse, status: number, body: unknown, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
};
/** What a call was rejected with. */
export const fault = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no error',
    (error) => error,
  );
