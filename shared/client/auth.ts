/** The partner's credentials (Authentication, 1); for servers only. */
export interface Credentials {
  readonly key: string;
  readonly secret: string;
}

/** Why a token is asked for: none was held, the one held is about to end, or the proxy refused it. */
export type TokenReason = 'initial' | 'expiring' | 'rejected';

/** Where a client that speaks through the proxy gets its token. */
export interface TokenSource {
  /** The token to send now. With `rejected` the one given before is not given again. */
  get(reason: TokenReason, signal: AbortSignal): Promise<string>;
}

/**
 * Sends `ask` with a token. When that is refused with 401, which says
 * that nothing was done, it asks once more with a fresh one; so this is safe for writes too.
 */
export async function authorised<A extends { readonly status: number }>(
  auth: TokenSource,
  ask: (headers: Record<string, string>) => Promise<A>,
  signal: AbortSignal,
): Promise<A> {
  const bearer = (token: string) => ask({ Authorization: `Bearer ${token}` });
  const token = await auth.get('initial', signal);
  const answer = await bearer(token);
  if (answer.status !== 401) return answer;
  // Another call may have renewed it meanwhile: only the token that was refused is given up.
  const current = await auth.get('initial', signal);
  return bearer(current === token ? await auth.get('rejected', signal) : current);
}
