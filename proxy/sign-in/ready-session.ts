import type { Audit } from '../audit/audit.ts';
import type { ReadySession } from '../options.ts';
import type { OwnRoute } from '../routes.ts';
import type { Settings } from '../settings.ts';
import type { SessionHook } from '../token/grant.ts';

/** What a ready-made session needs of the proxy. */
export interface SessionParts {
  readonly settings: Settings;
  readonly audit: Audit;
  /** Refuses all tokens of a session, by the name that its grants have. */
  readonly endTokens: (session: string) => Promise<void>;
  /** True if the operator has revoked all tokens of a person since a moment, in seconds since 1970. */
  readonly isEnded: (sub: string, since: number) => Promise<boolean>;
}

export interface ConnectedSession {
  readonly hook: SessionHook;
  readonly routes: readonly OwnRoute[];
  /** Where a person who is not signed in is sent, with `return_to`; null if there is no such page. */
  readonly loginUrl: string | null;
}

/** Connects the option `session` with the proxy's parts. */
export function connectSession(session: SessionHook | ReadySession, parts: SessionParts): ConnectedSession {
  if (typeof session === 'function') return { hook: session, routes: [], loginUrl: null };
  // By its shape: the configuration may have loaded another copy of this package.
  return (session as unknown as { connect: (parts: SessionParts) => ConnectedSession }).connect(parts);
}
