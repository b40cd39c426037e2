import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { checkPorts, portsFrom, StackError } from './ports.ts';

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

function take(): Promise<number> {
  const server = createServer();
  servers.push(server);
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

describe('the ports of the demonstration', () => {
  it('are 4100, 4200 and 4300 from a base of 4100, and free ones from 0', () => {
    expect(portsFrom(4100)).toEqual({ sandbox: 4100, proxy: 4200, ehr: 4300 });
    expect(portsFrom(0)).toEqual({ sandbox: 0, proxy: 0, ehr: 0 });
  });

  it.each([
    ['sandbox', 'the sandbox'],
    ['proxy', 'the proxy'],
    ['ehr', 'the EHR'],
  ])(
    'refuse a taken one of %s with a sentence that names it, its part, and how to choose others',
    async (part, name) => {
      const port = await take();
      const ports = { sandbox: 0, proxy: 0, ehr: 0, [part]: port };
      const refused = await checkPorts(ports, '127.0.0.1').catch((error) => error);
      expect(refused).toBeInstanceOf(StackError);
      expect(refused.message).toContain(`Port ${port}, which ${name} needs, is in use.`);
      expect(refused.message).toContain('-- --port-base 5100');
    },
  );

  // The Fetch Standard's "bad port", which Node's own fetch follows too.
  it.each([
    [5800, 6000, 'the EHR'],
    [9980, 10080, 'the proxy'],
    [6666, 6666, 'the sandbox'],
  ])('refuse a base of %i, by which browsers would not open port %i of %s', async (base, port, name) => {
    const asked = await fetch(`http://127.0.0.1:${port}`).catch(({ cause }) => cause.message);
    expect(asked).toBe('bad port');
    const refused = await checkPorts(portsFrom(base), '127.0.0.1').catch((error) => error);
    expect(refused).toBeInstanceOf(StackError);
    expect(refused.message).toBe(
      `Port ${port}, which ${name} needs, is one that browsers open no page at: choose other ports with -- --port-base 5100.`,
    );
  });

  it('pass where nothing stands on them', async () => {
    await expect(checkPorts(portsFrom(0), '127.0.0.1')).resolves.toBeUndefined();
  });
});
