import { randomBytes } from 'node:crypto';
import type { ScopedTokenSource } from '@instrument-panel/client';
import { DEFAULT_VARIANT, type VariantSettings } from '../variants/settings.ts';
import type { StaffMember } from './staff.ts';

/** How the patient list is looked at; kept here so that no name stands in an address. */
export interface ListView {
  readonly query: string;
  readonly sort: 'name' | 'record' | 'birthday' | 'lastAnswer';
  readonly descending: boolean;
}

/** Somebody who is signed in. */
export interface Session {
  readonly id: string;
  readonly member: StaffMember;
  list: ListView;
  variant: VariantSettings;
  /** Answers of the variants so far; each waits for a time of its own. */
  answers: number;
  /** Tokens of the proxy by the origin that they are for. */
  readonly tokens: Map<string, ScopedTokenSource>;
  /** What became of each apply form that was sent, by the form's own mark: a second click is no second act. */
  readonly applied: Map<string, Promise<Response>>;
}

/** Milliseconds without a request, and in all, after which a session ends. */
const IDLE = 2 * 3_600_000;
const LONGEST = 12 * 3_600_000;
const MOST = 1_000;

export const DEFAULT_LIST: ListView = { query: '', sort: 'name', descending: false };

/** Makes the store of who is signed in; in memory, so a restart signs everybody out. */
export function createSessions(now: () => number) {
  const sessions = new Map<string, { session: Session; begun: number; used: number }>();

  function end(id: string): void {
    for (const token of sessions.get(id)?.session.tokens.values() ?? []) token.stop();
    sessions.delete(id);
  }

  return {
    /** Always under a new identifier, so that one planted before the sign-in is worth nothing. */
    begin(member: StaffMember): Session {
      const oldest = sessions.keys().next().value;
      if (sessions.size >= MOST && oldest !== undefined) end(oldest);
      const id = randomBytes(32).toString('base64url');
      const session = {
        id,
        member,
        list: DEFAULT_LIST,
        variant: DEFAULT_VARIANT,
        answers: 0,
        tokens: new Map(),
        applied: new Map(),
      };
      sessions.set(id, { session, begun: now(), used: now() });
      return session;
    },
    find(id: string | undefined): Session | null {
      const found = id === undefined ? undefined : sessions.get(id);
      if (!found) return null;
      if (now() - found.used > IDLE || now() - found.begun > LONGEST) {
        end(found.session.id);
        return null;
      }
      found.used = now();
      return found.session;
    },
    end,
    endAll: () => {
      for (const id of [...sessions.keys()]) end(id);
    },
  };
}
export type Sessions = ReturnType<typeof createSessions>;
