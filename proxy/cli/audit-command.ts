import { once } from 'node:events';
import { readArchive } from '../audit/archive.ts';
import { asUuid } from '../audit/audit.ts';
import { toAuditEvents } from '../audit/balp.ts';
import { readAuditPart } from '../audit/by-time.ts';
import {
  type AuditFault,
  type AuditRow,
  type AuditVerdict,
  readAudit,
  readAuditOf,
  type VerifyAuditOptions,
  verifyAudit,
} from '../audit/verify.ts';
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
  readCount,
  UsageError,
  withStorage,
} from './command.ts';
import { readPeriod } from './period.ts';

const AUDIT_USAGE = `Usage: instrument-panel audit read [--from 1] [--limit N] [--config proxy.config.mts]
       instrument-panel audit patient UUID [--since 2026-05-01] [--until 2026-05-31] [--config proxy.config.mts]
       instrument-panel audit export [--as json|balp] [--since 2026-05-01] [--until 2026-05-31] [--patient UUID]
                                     [--file rows.jsonl] [--config proxy.config.mts]
       instrument-panel audit archived [--config proxy.config.mts]
       instrument-panel audit verify [--witness SEQUENCE:HASH] [--file rows.jsonl] [--config proxy.config.mts]
  read       prints the trail, a line of JSON for each row
  patient    prints the rows that name a patient: who saw or wrote what, and who was refused it
  export     prints the rows of a time, as read does or as FHIR AuditEvents, a line of JSON each
  archived   prints the rows that were deleted as too old, of a Postgres that keeps them (audit.archive)
  --as       json: as read does; balp: AuditEvents of FHIR R4 (IHE Basic Audit Log Patterns)   (json)
  --patient  only the rows that name this patient
  --since    from when on: a day (2026-05-01) or an instant (2026-05-01T10:00:00Z)  (the beginning)
  --until    up to when: a day is of the time as a whole, an instant is not         (now)
             Both in ISO 8601, and in UTC unless they say otherwise. What was searched is said on standard error.
  verify     checks the chain of hashes; exit code 1 and the first row that does not hold where it does not
  --file     rows that read printed or that were archived, instead of the storage; if they begin later than row 1, the
             first only says where the others go on
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

function requirePatient(text: string): string {
  const id = asUuid(text);
  if (id === undefined) throw new UsageError('Name the patient by the UUID of the service.');
  return id;
}

/** Prints the rows of a patient, and then how many each person has. */
async function readPatient(
  config: string | undefined,
  id: string,
  since?: string,
  until?: string,
): Promise<void> {
  requirePatient(id);
  const period = readPeriod(since, until);
  await withStorage(config, async (storage) => {
    const counts = new Map<string, number>();
    for await (const row of readAuditOf(storage, id, period.since, period.until)) {
      give(JSON.stringify(row));
      const { who, outcome } = row.entry ?? {};
      // What the partner calls a person may hold what a terminal would obey.
      const sub = who?.sub.replace(/\p{Cc}/gu, '?');
      const person = `${sub}, ${who?.role}, ${outcome?.kind ?? 'begun'}`;
      counts.set(person, (counts.get(person) ?? 0) + 1);
    }
    printNotice(period.sentence);
    if (counts.size === 0) printNotice('No rows name this patient in that period.');
    for (const [person, count] of counts) printNotice(`${String(count).padStart(8)}  ${person}`);
  });
}

async function readArchived(config: string | undefined): Promise<void> {
  await withStorage(config, async ({ audit }) => {
    const lines = readArchive(audit);
    if (!lines) throw new CommandError('Only a Postgres keeps an archive; others write files into a folder.');
    await giveAll(lines);
  });
}

type Trail = Parameters<typeof verifyAudit>[0];

/** Opens the trail of the configuration's storage, or of a file of its rows, for the work. */
async function withTrail(
  config: string | undefined,
  file: string | undefined,
  work: (trail: Trail, settings: Settings) => Promise<void>,
): Promise<void> {
  if (file === undefined) return withStorage(config, work);
  await work(readAuditFile(file), checkOptions(config === undefined ? loadDemo() : await loadConfig(config)));
}

const CHUNK_LENGTH_MIN = 65_536;

/** Prints lines, as fast as their reader takes them. */
async function giveAll(lines: AsyncIterable<string>): Promise<void> {
  let text = '';
  const put = async (): Promise<void> => {
    const isTaken = process.stdout.write(text);
    text = '';
    if (!isTaken) await once(process.stdout, 'drain');
  };
  for await (const line of lines) {
    text += `${line}\n`;
    if (text.length >= CHUNK_LENGTH_MIN) await put();
  }
  if (text !== '') await put();
}

const hasAddress = (name: string): boolean => /^https?:/.test(name) && URL.canParse(name);

/** Makes the lines of an export. Throws a CommandError for a row that no AuditEvent can be made of. */
async function* toLines(
  rows: AsyncIterable<AuditRow>,
  asBalp: boolean,
  { issuer, publicUrl }: Settings,
  patientId: string | undefined,
): AsyncGenerator<string> {
  const source = { name: issuer, url: publicUrl ?? (hasAddress(issuer) ? issuer : null) };
  for await (const row of rows) {
    if (!asBalp) yield JSON.stringify(row);
    else if (row.entry === null)
      throw new CommandError(`Row ${row.sequence} cannot be read: run instrument-panel audit verify.`);
    else for (const event of toAuditEvents(row.entry, source, patientId)) yield JSON.stringify(event);
  }
}

type Given = Partial<Record<'as' | 'since' | 'until' | 'patient' | 'file' | 'config', string | undefined>>;

async function exportPart({ as = 'json', file, config, ...given }: Given): Promise<void> {
  if (!/^(json|balp)$/.test(as)) throw new UsageError('--as must be json or balp.');
  const patientId = given.patient === undefined ? undefined : requirePatient(given.patient);
  const { since, until, sentence } = readPeriod(given.since, given.until);
  await withTrail(config, file, async (trail, settings) => {
    const rows = readAuditPart(trail, { since, until, ...(patientId ? { patientId } : {}) });
    await giveAll(toLines(rows, as === 'balp', settings, patientId));
    printNotice(sentence);
  });
}

/** Verifies a trail. Throws a CommandError that names the first row that does not hold. */
export async function requireTrail(
  storage: Trail,
  { key, seals }: Settings['audit'],
  more: Omit<VerifyAuditOptions, 'key' | 'seals'> = {},
): Promise<Extract<AuditVerdict, { readonly holds: true }>> {
  const verdict = await verifyAudit(storage, {
    ...(key ? { key } : {}),
    ...(seals ? { seals } : {}),
    ...more,
  });
  if (verdict.holds) return verdict;
  if (verdict.endsAt !== undefined)
    throw new CommandError(
      `The trail does not hold: it ends at row ${verdict.endsAt}, before row ${more.witness?.sequence} of the witness: rows after it are missing.`,
    );
  throw new CommandError(`The trail does not hold: row ${verdict.sequence} ${FAULTS[verdict.fault]}.`);
}

async function verify(config: string | undefined, witness: Head | undefined, file?: string): Promise<void> {
  await withTrail(config, file, async (trail, { audit }) => {
    const more = { ...(witness ? { witness } : {}), isPart: file !== undefined };
    const { head, sealed } = await requireTrail(trail, audit, more);
    give(`${head.sequence}:${head.hash}`);
    if (sealed !== undefined)
      printNotice(sealed ? `Signed up to row ${sealed.sequence}.` : 'No row is signed.');
    printNotice(`The trail holds, up to row ${head.sequence}. Keep the line above for the next --witness.`);
  });
}

export const auditCommand: Command = {
  summary: 'reads, exports or verifies the audit trail',
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
      as: text,
      patient: text,
      config: text,
    };
    const { values, positionals } = readArguments(args, options, true);
    const [what, patient = '', ...rest] = positionals;
    if (what === 'patient' && rest.length === 0)
      return readPatient(values.config, patient, values.since, values.until);
    if (positionals.length === 1) {
      if (what === 'read') {
        const from = readCount('from', values.from, 1);
        return read(values.config, from, readCount('limit', values.limit, Number.MAX_SAFE_INTEGER));
      }
      if (what === 'archived') return readArchived(values.config);
      if (what === 'export') return exportPart(values);
      if (what === 'verify') return verify(values.config, readWitness(values.witness), values.file);
    }
    throw new UsageError(
      'Say what to do: audit read, audit patient UUID, audit export, audit archived or audit verify.',
    );
  },
};
