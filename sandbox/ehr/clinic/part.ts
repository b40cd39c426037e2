import {
  isAuthenticationError,
  isContractError,
  isForbiddenError,
  isNotFoundError,
  isServiceError,
  isValidationError,
} from '@instrument-panel/client';
import type { Outage } from '../../words/ehr/index.ts';

/** Something of the service: read, or not, and then why. */
export type Part<T> = { readonly ok: true; readonly data: T; readonly unreadable: number } | Missing;

export interface Missing {
  readonly ok: false;
  readonly outage: Outage;
  readonly traceId: string | undefined;
}

/** Why a call failed, in words that a page has. Throws again what is no failure of a call. */
export function missing(error: unknown): Missing {
  if (!isServiceError(error)) throw error;
  const { traceId } = error;
  if (isNotFoundError(error)) return { ok: false, outage: 'gone', traceId };
  if (isAuthenticationError(error) || isForbiddenError(error) || isValidationError(error)) {
    return { ok: false, outage: 'refused', traceId };
  }
  return { ok: false, outage: isContractError(error) ? 'unreadable' : 'unreachable', traceId };
}

/** The answer of a read as a part of a page. */
export async function part<T>(
  reading: Promise<{ data: T; unreadable: readonly unknown[] }>,
): Promise<Part<T>> {
  try {
    const { data, unreadable } = await reading;
    return { ok: true, data, unreadable: unreadable.length };
  } catch (error) {
    return missing(error);
  }
}
