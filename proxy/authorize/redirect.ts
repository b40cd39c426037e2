import type { ProxyResponse } from '../exchange.ts';

/**
 * A redirect with parameters added to those of the address. Not 307: it would send the form on (RFC 9700,
 * section 4.12).
 */
export function redirectTo(
  status: 302 | 303,
  address: string,
  parameters: Readonly<Record<string, string | undefined>>,
): ProxyResponse {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return { status, headers: { location: url.href, 'referrer-policy': 'no-referrer' }, body: null };
}
