import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it reached the service. */
export interface Recorded {
  readonly method: string;
  readonly url: string;
  /** Names as sent, in order, duplicates kept. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

export interface StubAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON unless it is text. */
  readonly body?: unknown;
  /** Milliseconds before it is sent. */
  readonly after?: number;
}

/** A real server that stands in for the service's network side: it records, and answers what it is told. */
export interface StubService {
  readonly url: string;
  readonly requests: Recorded[];
  answer: (request: Recorded) => StubAnswer;
  readonly close: () => Promise<void>;
}

async function record(request: IncomingMessage): Promise<Recorded> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    rawHeaders: request.rawHeaders,
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

/** Starts the stub on a free port. */
export async function startStubService(): Promise<StubService> {
  const requests: Recorded[] = [];
  const stub: StubService = {
    url: '',
    requests,
    answer: () => ({ body: {} }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const server = createServer(async (request, response) => {
    const recorded = await record(request);
    requests.push(recorded);
    const { status = 200, headers = {}, body = '', after = 0 } = stub.answer(recorded);
    setTimeout(() => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
    }, after).unref();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(stub, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

/** The values of a header as they came over the wire. */
export function headerValues({ rawHeaders }: Recorded, name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}
