import { randomUUID } from 'node:crypto';
import { ACTIONS, type Action, ROLES, type Role } from '@instrument-panel/client/contract';
import { createAudit, toActor } from '../audit/audit.ts';
import { DEMO_KEY_VARIABLE } from '../demo.config.ts';
import type { ProxyOptions } from '../options.ts';
import { Refusal } from '../refusal.ts';
import { checkOptions } from '../settings.ts';
import { mintToken } from '../token/token.ts';
import {
  type Command,
  CommandError,
  give,
  isInMemory,
  loadConfig,
  loadDemo,
  printNotice,
  readArguments,
  UsageError,
  withStorageOf,
} from './command.ts';

/** `origin` of a token that no page can use: browsers never send this. */
const NO_PAGE = 'none';

const NEEDS_KEY = `The keys of the demo are made at each start, so that its tokens end with it. To mint tokens for it,
start it, and run this command, with one key in the environment:
  export ${DEMO_KEY_VARIABLE}="$(openssl rand -base64 32)"
Or name your own configuration with --config FILE.`;

function loadOptions(config: string | undefined): ProxyOptions | Promise<ProxyOptions> {
  if (config !== undefined) return loadConfig(config);
  const options = loadDemo();
  if (process.env[DEMO_KEY_VARIABLE] === undefined) throw new CommandError(NEEDS_KEY);
  return options;
}

function readRole(text: string | undefined): Role {
  const role = ROLES.find((known) => known === text);
  if (!role) throw new UsageError(`--role must be one of ${ROLES.join(', ')}.`);
  return role;
}

function readOps(text: string | undefined): Action[] {
  const ops = (text ?? '').split(',').map((word) => ACTIONS.find((known) => known === word.trim()));
  const known = ops.filter((action) => action !== undefined);
  if (known.length < ops.length) {
    throw new UsageError(`--ops must be some of ${ACTIONS.join(',')}, with commas between them.`);
  }
  return [...new Set(known)];
}

function readSeconds(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(`--seconds must be a number; got ${text}.`);
  return Number(text);
}

export const tokenCommand: Command = {
  summary: 'mints a token, to try things with',
  usage: `Usage: instrument-panel token --role ROLE --ops read,apply [--config proxy.config.mts] [--professional UUID]
                              [--patient UUID ...] [--seconds 600] [--origin https://ehr.example] [--sub NAME]
  --config        the options of the proxy that is to take it   (the demo's, with ${DEMO_KEY_VARIABLE})
  --role          ${ROLES.join(', ')}
  --ops           what it may do: ${ACTIONS.join(', ')}
  --professional  whom it acts as; needed but for operations
  --patient       narrows it; once for each patient, needed for patient
  --seconds       its life, up to 900                           (the configuration's)
  --origin        the pages that may use it                     (none: for servers and curl)
  --sub           who it is for, as the audit trail names them  (command-line)
The token stands alone on standard output: TOKEN=$(npx instrument-panel token …)`,
  async run(args) {
    const text = { type: 'string' } as const;
    const { values } = readArguments(args, {
      config: text,
      role: text,
      ops: text,
      professional: text,
      patient: { type: 'string', multiple: true },
      seconds: text,
      origin: text,
      sub: text,
    });
    const role = readRole(values.role);
    const ops = readOps(values.ops);
    const options = await loadOptions(values.config);
    const seconds = readSeconds(values.seconds, checkOptions(options).limits.tokenSeconds);
    const { sub = 'command-line', professional: pro, patient: pat } = values;
    const jti = randomUUID();
    try {
      await withStorageOf(
        options,
        async (_, settings) => {
          const { ring, issuer, audience, clock } = settings;
          const claims = {
            iss: issuer,
            aud: audience,
            sub,
            role,
            ops,
            origin: values.origin ?? NO_PAGE,
            pro,
            pat,
          };
          const { token, expiresIn } = await mintToken(ring, claims, { seconds, clock, jti });
          const ids = pat === undefined ? {} : { patientIds: pat };
          await createAudit(settings).note({ route: 'token', who: toActor({ sub, role, pro }), jti, ids });
          give(token);
          printNotice(`A token of role ${role} for ${ops.join(', ')}, valid for ${expiresIn} seconds.`);
        },
        true,
      );
      printNotice(
        isInMemory(options)
          ? 'The audit trail of the demo is in its own memory, and has no row of this token.'
          : `To revoke it: instrument-panel revoke --jti ${jti}`,
      );
      printNotice(
        'Send it as Authorization: Bearer TOKEN. Anyone who has it can do these things: keep it secret.',
      );
    } catch (error) {
      if (error instanceof RangeError || error instanceof TypeError) throw new CommandError(error.message);
      if (error instanceof Refusal)
        throw new CommandError('Its row cannot be written into the audit trail, so no token was given.');
      throw error;
    }
  },
};
