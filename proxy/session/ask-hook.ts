import type { Settings } from '../options.ts';
import { Refusal } from '../refusal.ts';
import { type Grant, GrantSchema, type SessionRequest } from './grant.ts';

class HookTooSlow extends Error {
  override readonly name = 'HookTooSlow';
}

/** Gives what the promise gives, or throws once the time is over. */
async function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const tooSlow = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new HookTooSlow()), milliseconds);
  });
  return Promise.race([promise, tooSlow]).finally(() => clearTimeout(timer));
}

/**
 * Makes the function that asks the partner's hook.
 *
 * @throws Refusal 401 where nobody is signed in, 503 where the hook throws or is too slow, 500 where its grant
 * breaks a rule; the last two with a line for the operator
 */
export function createHookAsker(settings: Settings): (request: SessionRequest) => Promise<Grant> {
  const { log, clock, limits, session } = settings;

  function report(hint: string): void {
    log({ at: new Date(clock()).toISOString(), level: 'error', event: 'session-hook-failed', hint });
  }

  async function ask(request: SessionRequest): Promise<unknown> {
    try {
      return await within(limits.sessionMs, session(request));
    } catch (error) {
      // Its message is the partner's and may hold anything; its name is enough to look for.
      report(`The session hook threw ${error instanceof Error ? error.name : typeof error}.`);
      const message = 'The sign-in cannot be checked now. Try again in a moment.';
      throw new Refusal(503, 'SESSION_UNAVAILABLE', message);
    }
  }

  return async (request) => {
    const answer = await ask(request);
    if (answer === null) {
      throw new Refusal(401, 'NOT_SIGNED_IN', 'Sign in to the page first, then ask again.');
    }
    const grant = GrantSchema.safeParse(answer);
    if (grant.success) return grant.data;
    const field = grant.error.issues[0]?.path.join('.') || 'role, professionalId and patients together';
    report(`The session hook gave a grant that breaks the rule of ${field}.`);
    const message = 'The sign-in was checked, but what it allows is not clear. Ask the operator.';
    throw new Refusal(500, 'INTERNAL', message);
  };
}
