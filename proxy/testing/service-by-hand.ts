import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A service by hand, for what the stub cannot do; it ends with the test. Gives its address. */
export async function serviceByHand(handler: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(handler);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
