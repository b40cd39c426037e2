import { asUuid } from '../audit/audit.ts';
import {
  type AuditFault,
  type AuditVerdict,
  readAudit,
  readAuditOf,
  type VerifyAuditOptions,
  verifyAudit,
} from '../audit/verify.ts';
import { ReplayError, replay, toPanelEvent } from '../events/deliver.ts';
import { toErrorName } from '../log.ts';
import type { PanelEvent } from '../options.ts';
import { checkOptions, type Settings } from '../settings.ts';
import type { Head } from '../storage/storage.ts';
import { readAuditFile } from './audit-file.ts';
import {
  type Command,
  CommandError,
  give,
  loadConfig,
  loadDemo,
  printNotice,
  readArguments,
  UsageError,
  withStorage,
} from './command.ts';

const AUDIT_USAGE = `Usage: instrument-panel audit read [--from 1] [--limit N] [--config proxy.config.mts]
       instrument-panel audit patient UUID [--since 2026-05-01] [--until 2026-06-01] [--config proxy.config.mts]
       instrument-panel audit verify [--witness SEQUENCE:HASH] [--file rows.jsonl] [--config proxy.config.mts]
  read       prints the trail, a line of JSON for each row
  patient    prints the rows that name a patient: who saw or wrote what, and who was refused it
  --since    from when on: a day or an instant, in UTC unless it says otherwise   (the beginning)
  --until    up to when, which is not of the time any more                        (now)
  verify     checks the chain of hashes; exit code 1 and the first row that does not hold where it does not
  --file     rows that read printed, instead of the storage; if they begin later than row 1, the first only says where
             the others go on
  --witness  what an earlier verify printed, kept where the writers of the storage cannot reach
  --config   the options of the proxy whose storage has the trail   (the demo's)`;

const FAULTS: Readonly<Record<AuditFault, string>> = {
  changed: 'is not what was written, or the one before it is not, or the key is another one',
  removed: 'is missing',
  reordered: 'stands further down than it was written',
  truncated: 'and all after it were cut off',
  head: 'is not the one that the head names',
  seal: 'is a signature that no key of audit.seals made, or not of the rows before it',
  base: 'is the first one left, and no row says that those before it were too old',
  expired: 'is that of the witness, and was deleted as too old: take a later witness',
  witness: 'is not the one of the witness',
};

const PAGE_MAX_COUNT = 500;

function readCount(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  if (!/^\d{1,15}$/.test(text) || Number(text) < 1)
    throw new UsageError(`--${name} must be a number from 1.`);
  return Number(text);
}

function readWitness(text: string | undefined): Head | undefined {
  if (text === undefined) return undefined;
  const [, sequence, hash = ''] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (sequence === undefined) throw new UsageError('--witness must be SEQUENCE:HASH, as verify printed it.');
  return { sequence: Number(sequence), hash };
}

async function read(config: string | undefined, from: number, limit: number): Promise<void> {
  await withStorage(config, async (storage) => {
    for (let next = from, left = limit; left > 0; ) {
      const rows = await readAudit(storage, next, Math.min(PAGE_MAX_COUNT, left));
      for (const row of rows) give(JSON.stringify(row));
      const last = rows.at(-1);
      if (!last) return;
      next = last.sequence + 1;
      left -= rows.length;
    }
  });
}

function readTime(name: string, text: string | undefined, fallback: number): number {
  const time = text === undefined ? fallback : Date.parse(text);
  if (Number.isNaN(time)) throw new UsageError(`--${name} must be a day or an instant, such as 2026-05-01.`);
  return time;
}

/** Prints the rows of a patient, and then how many each person has. */
async function readPatient(
  config: string | undefined,
  id: string,
  since?: string,
  until?: string,
): Promise<void> {
  if (asUuid(id) === undefined) throw new UsageError('Name the patient by the UUID of the service.');
  const [from, to] = [readTime('since', since, 0), readTime('until', until, Date.now() + 1)];
  await withStorage(config, async (storage) => {
    const counts = new Map<string, number>();
    for await (const row of readAuditOf(storage, id, from, to)) {
      give(JSON.stringify(row));
      const { who, outcome } = row.entry ?? {};
      // What the partner calls a person may hold what a terminal would obey.
      const sub = who?.sub.replace(/\p{Cc}/gu, '?');
      const person = `${sub}, ${who?.role}, ${outcome?.kind ?? 'begun'}`;
      counts.set(person, (counts.get(person) ?? 0) + 1);
    }
    if (counts.size === 0) printNotice('No rows name this patient in that period.');
    for (const [person, count] of counts) printNotice(`${String(count).padStart(8)}  ${person}`);
  });
}

type Verified = Parameters<typeof verifyAudit>[0];

/** Verifies a trail. Throws a CommandError that names the first row that does not hold. */
export async function requireTrail(
  storage: Verified,
  { key, seals }: Settings['audit'],
  more: Omit<VerifyAuditOptions, 'key' | 'seals'> = {},
): Promise<Extract<AuditVerdict, { readonly holds: true }>> {
  const verdict = await verifyAudit(storage, {
    ...(key ? { key } : {}),
    ...(seals ? { seals } : {}),
    ...more,
  });
  if (verdict.holds) return verdict;
  throw new CommandError(`The trail does not hold: row ${verdict.sequence} ${FAULTS[verdict.fault]}.`);
}

async function verify(config: string | undefined, witness: Head | undefined, file?: string): Promise<void> {
  const check = async (storage: Verified, { audit }: Pick<Settings, 'audit'>): Promise<void> => {
    const more = { ...(witness ? { witness } : {}), isPart: file !== undefined };
    const { head, sealed } = await requireTrail(storage, audit, more);
    give(`${head.sequence}:${head.hash}`);
    if (sealed !== undefined)
      printNotice(sealed ? `Signed up to row ${sealed.sequence}.` : 'No row is signed.');
    printNotice(`The trail holds, up to row ${head.sequence}. Keep the line above for the next --witness.`);
  };
  if (file === undefined) return withStorage(config, check);
  const settings = checkOptions(config === undefined ? loadDemo() : await loadConfig(config));
  await check(readAuditFile(file), settings);
}

export const auditCommand: Command = {
  summary: 'reads or verifies the audit trail',
  usage: AUDIT_USAGE,
  async run(args) {
    const text = { type: 'string' } as const;
    const options = {
      from: text,
      limit: text,
      witness: text,
      since: text,
      until: text,
      file: text,
      config: text,
    };
    const { values, positionals } = readArguments(args, options, true);
    const [what, patient = '', ...rest] = positionals;
    if (what === 'patient' && rest.length === 0)
      return readPatient(values.config, patient, values.since, values.until);
    if (positionals.length !== 1)
      throw new UsageError('Say what to do: audit read, audit patient UUID or audit verify.');
    if (what === 'read') {
      const from = readCount('from', values.from, 1);
      return read(values.config, from, readCount('limit', values.limit, Number.MAX_SAFE_INTEGER));
    }
    if (what === 'verify') return verify(values.config, readWitness(values.witness), values.file);
    throw new UsageError('Say what to do: audit read, audit patient UUID or audit verify.');
  },
};

const EVENTS_USAGE = `Usage: instrument-panel events replay --from N [--print] [--config proxy.config.mts]
       instrument-panel events dead [--replay N|all] [--drop N|all] [--config proxy.config.mts]
  --from    the sequence of the first event wanted, from 1
  --print   prints each event as a line of JSON instead of bringing it to onEvent
  --replay  brings the dead letter of this sequence, or all, to onEvent, and forgets what it takes
  --drop    forgets the dead letter of this sequence, or all
  --config  the options of the proxy whose storage has the events   (the demo's)
replay brings the events from N on to the onEvent of the configuration, in order, one after the other, once more. It
goes on beside a running proxy and does not move its place. Events are kept for 30 days. dead lists the events that
onEvent did not take in all its tries, a line of JSON for each; they are kept until they are replayed or dropped.`;

function receiver(
  { webhooks }: Settings,
  print: boolean,
  goOn = '--from',
): (event: PanelEvent) => Promise<void> {
  if (print) return async (event) => give(JSON.stringify(event));
  const onEvent = webhooks?.onEvent;
  if (!onEvent) {
    throw new CommandError(
      'The configuration has no webhooks.onEvent to bring events to. Add it, or use --print.',
    );
  }
  return async (event) => {
    try {
      // No limit of time: who replays sees that it hangs, and can stop it.
      await onEvent(event, { signal: new AbortController().signal });
    } catch (error) {
      const name = toErrorName(error);
      throw new CommandError(
        `onEvent threw ${name} at event ${event.sequence}. Go on with ${goOn} ${event.sequence}.`,
      );
    }
  };
}

async function withDeadLetters(
  config: string | undefined,
  replayed?: string,
  dropped?: string,
): Promise<void> {
  const wanted = replayed ?? dropped;
  if (replayed !== undefined && dropped !== undefined)
    throw new UsageError('Give --replay or --drop, not both.');
  if (wanted !== undefined && wanted !== 'all')
    readCount(replayed === undefined ? 'drop' : 'replay', wanted, 1);
  await withStorage(config, async ({ deadLetters }, settings) => {
    const all = await deadLetters.list();
    const letters = all.filter(
      ({ event }) => !wanted || wanted === 'all' || event.sequence === Number(wanted),
    );
    if (wanted !== undefined && wanted !== 'all' && letters.length === 0)
      throw new CommandError(`There is no dead letter ${wanted}. instrument-panel events dead lists them.`);
    if (wanted === undefined) {
      for (const { setAsideAt, ...letter } of letters)
        give(JSON.stringify({ ...letter, setAsideAt: new Date(setAsideAt).toISOString() }));
      return;
    }
    const bring = replayed === undefined ? null : receiver(settings, false, '--replay');
    for (const { event } of letters) {
      await bring?.(toPanelEvent(event));
      await deadLetters.remove(event.sequence);
    }
    printNotice(`${bring ? 'Replayed' : 'Dropped'} ${letters.length} dead letters.`);
  });
}

export const eventsCommand: Command = {
  summary: 'brings events to onEvent once more; lists, replays and drops dead letters',
  usage: EVENTS_USAGE,
  async run(args) {
    const text = { type: 'string' } as const;
    const options = {
      from: text,
      config: text,
      replay: text,
      drop: text,
      print: { type: 'boolean' },
    } as const;
    const { values, positionals } = readArguments(args, options, true);
    const what = positionals.join(' ');
    if (what === 'dead') return withDeadLetters(values.config, values.replay, values.drop);
    if (what !== 'replay') throw new UsageError('Say what to do: events replay --from N, or events dead.');
    const from = Number(values.from);
    if (!/^\d{1,15}$/.test(values.from ?? '') || from < 1) {
      throw new UsageError('--from must be the sequence of the first event wanted, from 1.');
    }
    await withStorage(values.config, async (storage, settings) => {
      try {
        const { count, last } = await replay(storage, from, receiver(settings, values.print === true));
        printNotice(
          count === 0 ? 'There was no event to bring.' : `Brought ${count} events, up to sequence ${last}.`,
        );
      } catch (error) {
        if (error instanceof ReplayError) throw new CommandError(error.message);
        throw error;
      }
    });
  },
};
