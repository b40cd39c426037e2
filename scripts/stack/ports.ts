import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** The stack cannot start; the message is a sentence for whoever started it. */
export class StackError extends Error {
  override readonly name = 'StackError';
}

/** The three parts, in the order in which they start. */
const STACK_PARTS = ['sandbox', 'proxy', 'ehr'] as const;
export type StackPart = (typeof STACK_PARTS)[number];
export type StackPorts = Readonly<Record<StackPart, number>>;

const NAMES: Readonly<Record<StackPart, string>> = {
  sandbox: 'the sandbox',
  proxy: 'the proxy',
  ehr: 'the EHR',
};

/** Ports that browsers open no page at, above those that need an administrator (Fetch Standard, "bad port"). */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  ...[1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566],
  ...[6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
]);

/** Any ports that nothing stands on. */
export const FREE_PORTS: StackPorts = { sandbox: 0, proxy: 0, ehr: 0 };

/** The ports that a base means: itself, 100 more and 200 more; 0 means any free ones. */
export const portsFrom = (base: number): StackPorts =>
  base === 0 ? FREE_PORTS : { sandbox: base, proxy: base + 100, ehr: base + 200 };

/** Takes a port for a moment, and gives it: with 0, one that nothing stands on now. */
async function probe(port: number, host: string): Promise<number> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return taken;
}

/** A port that nothing stands on now; for who has to be named before they listen. */
export const freePort = (host: string): Promise<number> => probe(0, host);

const CHOOSE = 'choose other ports with -- --port-base 5100.';

/**
 * Tries each port before anything else is done, since filling the clinic takes a while.
 *
 * @throws {StackError} that names the first port which cannot be used, and its part
 */
export async function checkPorts(ports: StackPorts, host: string): Promise<void> {
  for (const part of STACK_PARTS) {
    const port = ports[part];
    const name = NAMES[part];
    if (BLOCKED_PORTS.has(port))
      throw new StackError(
        `Port ${port}, which ${name} needs, is one that browsers open no page at: ${CHOOSE}`,
      );
    await probe(port, host).catch(({ code }: NodeJS.ErrnoException) => {
      throw code === 'EADDRINUSE'
        ? new StackError(`Port ${port}, which ${name} needs, is in use. Stop what uses it, or ${CHOOSE}`)
        : new StackError(`Port ${port} of ${host} cannot be used by ${name} (${code}).`);
    });
  }
}
