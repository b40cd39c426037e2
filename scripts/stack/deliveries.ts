import { StackError } from './error.ts';

/**
 * Has the sandbox deliver its events to an address.
 *
 * @throws {StackError} where it does not take the address
 */
export async function deliverTo(sandbox: string, url: string, secret: string): Promise<void> {
  const response = await fetch(`${sandbox}/sandbox/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: 'demo-key', url, secret }),
  });
  if (response.ok) return;
  throw new StackError('NO_DELIVERIES', `The sandbox did not take the proxy's address (${response.status}).`);
}
