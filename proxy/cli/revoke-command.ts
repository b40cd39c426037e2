import { createAudit } from '../audit/audit.ts';
import { OPERATOR } from '../audit/entry.ts';
import { createRevocations, createRevoker } from '../token/revocations.ts';
import { type Command, give, readArguments, UsageError, withStorage } from './command.ts';
import { readMoment } from './period.ts';

/** Seconds since 1970 of `--before`. */
function readBefore(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const { start, end } = readMoment('before', text);
  if (start > Date.now())
    throw new UsageError('--before must be a past moment, such as 2026-03-02T10:00:00Z.');
  // Of a day all of it, so that no token of that day is left: of today what has passed.
  return Math.floor(Math.min(end, Date.now()) / 1000);
}

export const revokeCommand: Command = {
  summary: 'revokes a token, all of a person, or all',
  usage: `Usage: instrument-panel revoke --jti JTI | --sub PERSON | --all [--before 2026-03-02T10:00:00Z]
                               [--config proxy.config.mts]
  --jti     one token, by its name: the session hook gets it, and the command token says it
  --sub     all tokens of a person, in the words of the session hook's grant
  --all     all tokens of everybody: pages ask for new ones
  --before  only those that were minted up to then: an instant, or a day as a whole, in UTC  (now)
  --config  the options of the proxy                           (the demo's)
Every proxy of the storage refuses them within a second. A row in the audit trail says so.`,
  async run(args) {
    const text = { type: 'string' } as const;
    const all = { type: 'boolean' } as const;
    const { values } = readArguments(args, { jti: text, sub: text, all, before: text, config: text });
    const { jti, sub } = values;
    if ([jti, sub, values.all].filter(Boolean).length !== 1)
      throw new UsageError('Say one of --jti, --sub and --all.');
    if (jti && values.before !== undefined) throw new UsageError('--before goes with --sub or --all.');
    const before = readBefore(values.before);
    await withStorage(values.config, async (_, settings) => {
      const revoker = createRevoker(settings, createRevocations(settings), createAudit(settings));
      if (jti) await revoker.one(OPERATOR, jti);
      else await revoker.minted(OPERATOR, sub ?? null, before);
    });
    give(
      jti
        ? 'revoked: one token'
        : `revoked: all tokens of ${sub ?? 'everybody'}, minted until ${values.before ?? 'now'}`,
    );
  },
};
