import { getProfessional } from '@instrument-panel/client/contract';
import type { Call } from '../exchange.ts';
import type { Service } from '../forward/service.ts';
import { Refusal } from '../refusal.ts';
import type { Settings } from '../settings.ts';

/** Names a professional by name and UUID; by UUID alone if the service gives no record of theirs. */
export async function nameProfessional(
  service: Service,
  { clock, limits }: Pick<Settings, 'clock' | 'limits'>,
  professionalId: string,
  call: Call,
): Promise<string> {
  const asked = { endpoint: getProfessional, path: { professionalId }, query: {}, acceptLanguage: undefined };
  const deadline = clock() + limits.upstreamMs;
  const reply = await service({ ...asked, call, deadline, narrowed: false }).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  const value = reply?.kind === 'json' ? (reply.value as Record<string, unknown> | null) : null;
  const isTheirs = String(value?.serviceId).toLowerCase() === professionalId;
  const parts = isTheirs ? [value?.name, value?.surname] : [];
  const name = parts.filter((part) => typeof part === 'string' && part.trim() !== '').join(' ');
  return name === '' ? professionalId : `${name} (${professionalId})`;
}
