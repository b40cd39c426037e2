import type { PanelEvent } from './panel-event.ts';

/** What the partner's own code is given beside an event. */
export interface DeliveryContext {
  /** Aborts when the time is over, or when another proxy has taken the delivery over. */
  readonly signal: AbortSignal;
}

/**
 * The partner's own code, told of each event in order and at least once: it may be told again of one that it
 * has already seen, so it has to be fit for repeats. While it throws, the same event is brought again.
 */
export type OnEvent = (event: PanelEvent, context: DeliveryContext) => Promise<void> | void;

/** The deliveries of the service at `POST /webhooks`. Without this option the address does not exist. */
export interface WebhookOptions {
  /** The secret that is shared with the service, and while it is being changed the one before as well. */
  readonly secrets: readonly [current: string, previous?: string];
  /** The partner's own code; see {@link OnEvent}. */
  readonly onEvent?: OnEvent;
  /** Time for one call of `onEvent`, in milliseconds. @default 30000 */
  readonly timeoutMs?: number;
  /** Longest pause before `onEvent` is tried again, in milliseconds. @default 300000 */
  readonly longestPauseMs?: number;
  /**
   * Where several proxies share a storage one of them calls `onEvent`; another goes on this long after it has
   * died, in milliseconds. @default 15000
   */
  readonly takeOverMs?: number;
}

/** Options that were checked. */
export interface WebhookSettings {
  readonly secrets: readonly string[];
  readonly onEvent: OnEvent | undefined;
  readonly timeoutMs: number;
  readonly longestPauseMs: number;
  readonly takeOverMs: number;
}

/** The least length of a secret: 128 bits, written in base64 without padding. */
const LEAST_SECRET_LENGTH = 22;

const TIMES = {
  timeoutMs: [30_000, 50, 600_000],
  longestPauseMs: [300_000, 50, 3_600_000],
  takeOverMs: [15_000, 300, 300_000],
} as const;

/** Fails with a sentence that names the option. */
type Need = (option: string, holds: boolean, sentence: string) => void;

/**
 * Checks the option; null where it is not given.
 *
 * @param need throws the `ProxyOptionError`
 */
export function checkWebhooks(given: WebhookOptions | undefined, need: Need): WebhookSettings | null {
  if (given === undefined) return null;
  const secrets: readonly unknown[] = Array.isArray(given.secrets) ? given.secrets : [];
  const listed = secrets.filter((secret) => secret !== undefined);
  need(
    'webhooks.secrets',
    listed.length === 1 || listed.length === 2,
    'must list the secret that is shared with the service, and at most the one before: [current, previous?].',
  );
  for (const secret of listed) {
    need(
      'webhooks.secrets',
      typeof secret === 'string' && secret.length >= LEAST_SECRET_LENGTH,
      `must have at least ${LEAST_SECRET_LENGTH} characters in each secret.`,
    );
  }
  const { onEvent } = given;
  need(
    'webhooks.onEvent',
    onEvent === undefined || typeof onEvent === 'function',
    'must be a function of an event.',
  );
  const time = (name: keyof typeof TIMES): number => {
    const [fallback, least, most] = TIMES[name];
    const value = given[name] ?? fallback;
    const holds = Number.isInteger(value) && value >= least && value <= most;
    need(`webhooks.${name}`, holds, `must be an integer from ${least} to ${most}.`);
    return value;
  };
  return {
    secrets: listed as string[],
    onEvent,
    timeoutMs: time('timeoutMs'),
    longestPauseMs: time('longestPauseMs'),
    takeOverMs: time('takeOverMs'),
  };
}
