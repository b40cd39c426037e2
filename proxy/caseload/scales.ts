import type { Role } from '@instrument-panel/client/contract';
import type { listCaseloadSubmissions } from '@instrument-panel/client/proxy';
import type * as z from 'zod/mini';
import { Refusal } from '../refusal.ts';
import type { Settings } from '../settings.ts';
import { createGate, HookTooSlow, within } from '../waiting.ts';

type Instrument = z.infer<typeof listCaseloadSubmissions.response>['instruments'][number];
/** What is known of an instrument's scale. */
export type KnownScale = Pick<Instrument, 'minScore' | 'maxScore' | 'scoreDirection'>;
/** Adds what is known of their scales to instruments. `readScale` throws the `Refusal` of a failure. */
export type AddScales = (
  instruments: readonly Instrument[],
  readScale: (formId: string) => Promise<KnownScale>,
) => Promise<Instrument[]>;

/** Longest wait for scales: rows are worth more than the height of their courses. */
const WAIT_MS = 500;
/** Calls of the service at once. */
const READS_AT_ONCE = 8;
/** Most instruments that are asked for because one answer names them. */
const READS_MAX = 100;
/** An instrument's ranges hardly ever change, and each list names the same instruments. */
const KEPT_MS = 600_000;
const KEPT_MAX = 2_000;

/** Makes the function that gives `AddScales` for a role: what one may see of an instrument another may not. */
export function createScales({ clock }: Pick<Settings, 'clock'>) {
  const kept = new Map<string, { readonly until: number; readonly scale: KnownScale }>();
  const underWay = new Map<string, Promise<void>>();
  const gate = createGate(READS_AT_ONCE);

  function keep(key: string, scale: KnownScale): void {
    const [oldest] = kept.keys();
    if (kept.size >= KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    kept.set(key, { until: clock() + KEPT_MS, scale });
  }

  /** Reads one scale, which others wait for too. One that could not be read is asked for again with the next answer. */
  function read(key: string, readScale: () => Promise<KnownScale>): Promise<void> {
    const reading = gate(async () => keep(key, await readScale()))
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error;
        if (error.code === 'NOT_FOUND') keep(key, {});
      })
      .finally(() => underWay.delete(key));
    underWay.set(key, reading);
    return reading;
  }

  return (role: Role): AddScales => {
    const keyOf = (formId: string): string => `${role} ${formId}`;
    return async (instruments, readScale) => {
      const now = clock();
      const due = [...new Set(instruments.map(({ templateId }) => templateId))].filter(
        (formId) => !(Number(kept.get(keyOf(formId))?.until) > now),
      );
      const reading = due
        .slice(0, READS_MAX)
        .map((formId) => underWay.get(keyOf(formId)) ?? read(keyOf(formId), () => readScale(formId)));
      await within(WAIT_MS, Promise.all(reading)).catch((error: unknown) => {
        if (!(error instanceof HookTooSlow)) throw error;
      });
      return instruments.map((one) => ({ ...one, ...kept.get(keyOf(one.templateId))?.scale }));
    };
  };
}
