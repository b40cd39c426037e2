import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { asUuid, createAudit } from '../audit/audit.ts';
import { OPERATOR } from '../audit/entry.ts';
import { createService, type Service } from '../forward/service.ts';
import { createUpstream } from '../forward/upstream.ts';
import { createServiceBreaker } from '../limit/breaker.ts';
import { jtiHash } from '../log.ts';
import {
  BULK_ROUTE,
  judgeRows,
  type LinkedBy,
  makeLinks,
  type NewLink,
  readClinic,
} from '../mapping/bulk-link.ts';
import {
  isLinkedResult,
  type NewPatient,
  planRegistrations,
  type RegisterParts,
  type RegisterPlan,
  type RegisterResult,
  registerPatients,
} from '../mapping/bulk-register.ts';
import {
  type DateOrder,
  type EhrRow,
  type FileManner,
  LinkFileError,
  readLinkFile,
} from '../mapping/link-file.ts';
import { type Reported, toReportCsv, toReported, toReportLines } from '../mapping/link-report.ts';
import { sayDoubt, sayFileProblem } from '../mapping/link-words.ts';
import { createLinkHasher } from '../mapping/mapping-call.ts';
import type { Waiting } from '../mapping/slow-down.ts';
import { Metrics } from '../metrics.ts';
import { Refusal } from '../refusal.ts';
import type { Settings } from '../settings.ts';
import type { Storage } from '../storage/storage.ts';
import { createTracer } from '../trace.ts';
import { linksEn } from '../words/compiled/links/en.js';
import {
  type Command,
  CommandError,
  give,
  printNotice,
  readArguments,
  UsageError,
  withStorage,
} from './command.ts';

const LINK_USAGE = `Usage: instrument-panel link FILE --professional UUID [...] [--report report.csv] [--write --by PERSON]
                             [--register [--other KEY ...]] [--dates dmy|mdy] [--encoding windows-1252] [--config proxy.config.mts]
  FILE            CSV or JSON lines with key, name, birthday, and email or phone; if there are: system, surname, age,
                  professional
  --professional  every professional of the clinic, once for each; those of the column professional count too
  --report        a new file for the whole report as CSV, with the facts of both sides: only its owner can read it
  --write         links what is certain; without it nothing is changed
  --by            who links, for the audit trail
  --register      says who is missing and can be registered at the service: who states name, surname, birthday and phone, is of
                  one professional, and is like nobody else in the file; with --write also registers and links them
  --other         a key whose person is somebody else than the patients and lines they are like, such as a namesake or a twin, once
                  for each: registers them too. Compare both sides first (--report); the trail says who decided it
  --dates         how birthdays are written, if not as 1990-02-28: dmy (28/02/1990) or mdy (02/28/1990)
  --encoding      how the file is written                       (utf-8, or utf-16 with its mark)
  --config        the options of the proxy                      (the demo's)
Certain: name, birthday, and email or phone agree, nothing disagrees, and no other line and no other patient of these
professionals matches. Everything else is left to a person. A link that exists is never changed.`;

const FILE_MAX_BYTES = 50_000_000;

function readBytes(file: string): Buffer {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new CommandError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  if (bytes.length <= FILE_MAX_BYTES) return bytes;
  const megabytes = FILE_MAX_BYTES / 1_000_000;
  throw new CommandError(`${file}: ${sayFileProblem({ kind: 'tooLarge', line: null, megabytes }, linksEn)}.`);
}

/** Reads the file. Throws a CommandError that names file, line and remedy. */
function readRows(file: string, manner: FileManner) {
  const bytes = readBytes(file);
  try {
    return { bytes, rows: readLinkFile(bytes, manner) };
  } catch (error) {
    if (!(error instanceof LinkFileError)) throw error;
    const { problem } = error;
    const place = problem.line === null ? file : `${file}, line ${problem.line}`;
    const isOfEncoding = problem.kind === 'encoding' || problem.kind === 'notText';
    const hint = isOfEncoding ? ' Options: --encoding windows-1252, --encoding utf-16le.' : '';
    throw new CommandError(`${place}: ${sayFileProblem(problem, linksEn)}.${hint}`);
  }
}

/** The professionals of the command line and of the file. Throws a UsageError. */
function readProfessionals(given: readonly string[], rows: readonly EhrRow[]): string[] {
  const ids = given.map((text) => {
    const id = asUuid(text);
    if (id === undefined) throw new UsageError(`--professional must be the UUID of the service.`);
    return id;
  });
  const all = new Set([...ids, ...rows.flatMap(({ professionalId }) => professionalId ?? [])]);
  if (all.size === 0)
    throw new UsageError(
      'Name every professional of the clinic with --professional, or in a column professional.',
    );
  return [...all];
}

function readDates(text: string | undefined): DateOrder | undefined {
  if (text !== undefined && text !== 'dmy' && text !== 'mdy')
    throw new UsageError('--dates must be dmy or mdy.');
  return text;
}

/** Writes a file for its owner's eyes. Throws a CommandError, also for one that is there already. */
function writeReport(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code === 'EEXIST'
        ? `${file} is there already. Name a new file for the report.`
        : `${file} cannot be written (${code}).`,
    );
  }
}

/** Works with the service, and closes its connections. */
async function withService<Value>(settings: Settings, work: (service: Service) => Promise<Value>) {
  const upstream = createUpstream(settings);
  const breaker = createServiceBreaker(settings);
  const tracer = createTracer(settings.upstream);
  try {
    return await work(createService(settings, upstream, breaker, new Metrics(), tracer));
  } finally {
    await upstream.close();
  }
}

async function readLists(settings: Settings, service: Service, professionalIds: readonly string[]) {
  try {
    return await readClinic(service, settings, professionalIds);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new CommandError(
      `The patients cannot be read (${error.code}): ${error.message} Nothing was linked.`,
    );
  }
}

/** Opens the mapping. Throws a CommandError if it is off, or was made with another key. */
async function openMapping({ mapping: store }: Storage, { mapping }: Settings) {
  if (!mapping) throw new CommandError('The configuration has no mapping.key, so there are no links.');
  const hasher = createLinkHasher(mapping.key);
  if ((await store.fingerprint(hasher.fingerprint)) !== hasher.fingerprint)
    throw new CommandError('The option mapping.key is not the one that the stored mapping was made with.');
  return { hasher, store };
}

interface Asked {
  readonly bytes: Uint8Array;
  readonly rows: readonly EhrRow[];
  readonly professionalIds: readonly string[];
  /** Who links; undefined in a dry run. */
  readonly by: string | undefined;
  readonly report: string | undefined;
  /** Registers who is missing; in a dry run it says who can be registered. */
  readonly isRegistering: boolean;
  /** Keys of those of whom a person says that they are nobody whom they are like. */
  readonly others: readonly string[];
}

/** What the command does with a list, in the name of `by`. */
interface Writing {
  readonly parts: RegisterParts;
  readonly by: LinkedBy;
}

/** Makes the links; gives what to say of those that failed. */
async function writeLinks({ parts, by }: Writing, links: readonly NewLink[]): Promise<string[]> {
  const { audit, store, settings } = parts;
  const results = await makeLinks({ audit, clock: settings.clock }, links, store, by);
  const failed = [...results.values()].filter(({ code }) => code !== '');
  printNotice(
    `Linked ${links.length - failed.length}. In the trail: route link, by ${by.who.sub}, jti ${jtiHash(by.source)}.`,
  );
  if (failed.length === 0) return [];
  const codes = [...new Set(failed.map(({ code }) => code))].join(', ');
  return [`${failed.length} links were not made (${codes}). Run the command again: it says which.`];
}

const toLine = ({ line, key }: EhrRow, said: string): string =>
  `line ${line}  ${key}  ${said}`.replace(/\p{Cc}/gu, '?');

const REGISTER_OUTCOMES: Readonly<Record<RegisterResult['outcome'], string>> = {
  registered: 'registered and linked',
  found: 'was at the service already, now of this professional too, and linked',
  given: 'linked: the service does not say whether the record is new or was there already',
  unlinked: 'not linked: the service gave another record, which may now be in the list of the professional',
  refused: 'not registered',
  unknown: 'unknown',
};

/** The code of what failed, and what was not stored. */
function sayRest(result: RegisterResult): string {
  const { code, notStored } = result;
  if (!isLinkedResult(result) || notStored.length === 0) return code;
  const kinds = notStored.join(', ');
  return code === ''
    ? `the service has not stored: ${kinds}`
    : `not known whether stored, or refused: ${kinds}  ${code}`;
}

const tellWaiting: Waiting['tell'] = (ms, isWaitedFor) => {
  const seconds = Math.ceil(ms / 1_000);
  printNotice(
    isWaitedFor
      ? `The service asks to slow down: going on in ${seconds} s.`
      : `The service asks to slow down for ${seconds} s: stopping.`,
  );
};

const tellResult = (row: EhrRow, result: RegisterResult): void =>
  give([toLine(row, REGISTER_OUTCOMES[result.outcome]), sayRest(result)].filter(Boolean).join('  '));

/** Registers those who can be; gives what to say of those that failed. */
async function writePatients({ parts, by }: Writing, { ready }: RegisterPlan): Promise<string[]> {
  const waiting = { sleep, tell: tellWaiting };
  const results = await registerPatients({ ...parts, waiting, onResult: tellResult }, ready.values(), by);
  const byOutcome = Map.groupBy(results.values(), ({ outcome }) => outcome);
  const count = (outcome: RegisterResult['outcome']): number => byOutcome.get(outcome)?.length ?? 0;
  const given = count('given');
  printNotice(
    `Registered and linked: ${count('registered')}. Found and linked: ${count('found')}.${given > 0 ? ` Linked, new or found: ${given}.` : ''}`,
  );
  const open = count('refused') + count('unlinked');
  const unfinished = [...results.values()].filter(
    (result) => isLinkedResult(result) && result.code !== '',
  ).length;
  const unknown = count('unknown');
  const notAsked = ready.size - results.size;
  return [
    ...(open > 0 ? [`Not registered and linked: ${open}. Their lines say why.`] : []),
    ...(unfinished > 0
      ? [`Linked, but perhaps without a birthday: ${unfinished}. Look at their records.`]
      : []),
    ...(unknown > 0
      ? [
          `Not known whether registered and linked: ${unknown}. Wait a minute and run the command without --write: who was registered is found then.`,
        ]
      : []),
    ...(notAsked > 0 ? [`Not asked for: ${notAsked}. Run the command again later.`] : []),
  ];
}

/** Links, registers if asked, and throws a CommandError that says what was not done. */
async function write(
  writing: Writing,
  certain: readonly NewLink[],
  plan: RegisterPlan | null,
): Promise<void> {
  const failures = await writeLinks(writing, certain);
  if (plan) failures.push(...(await writePatients(writing, plan)));
  if (failures.length > 0) throw new CommandError(failures.join('\n'));
}

/** Says of one who is missing that they can be registered, or why not; empty for any other. */
const sayPlanned = ({ ready, others, left }: RegisterPlan, reported: Reported): string => {
  const doubt = left.get(reported);
  const said = doubt ? sayDoubt(doubt, linksEn) : '';
  if (others.has(reported))
    return [said, `if it is another person: --other ${reported.row.key}`].filter(Boolean).join('; ');
  if (doubt) return reported.group === 'doubtful' ? `if it is another person: ${said}` : said;
  return ready.has(reported) ? 'can be registered' : '';
};

function sayReady({ ready, others }: RegisterPlan): string {
  const decided = [...ready.keys()].filter((reported) => others.has(reported)).length;
  const said = `${ready.size - decided} of the missing can be registered`;
  return decided > 0 ? `${said}, and as another person ${decided}` : said;
}

/** Adds those of whom a person says that they are somebody else. Throws a CommandError for a key of nobody who may be. */
function decideOthers(plan: RegisterPlan, keys: readonly string[]): RegisterPlan {
  const ready = new Map<Reported, NewPatient>(plan.ready);
  for (const key of keys) {
    const those = [...plan.others].filter(([{ row }]) => row.key === key);
    if (those.length === 0)
      throw new CommandError(`--other ${key}: no line that may be another person has this key.`);
    for (const [reported, other] of those) ready.set(reported, other);
  }
  return { ...plan, ready };
}

async function link(storage: Storage, settings: Settings, asked: Asked): Promise<void> {
  const { bytes, rows, professionalIds, by, report, isRegistering, others } = asked;
  const links = await openMapping(storage, settings);
  await withService(settings, async (service) => {
    const lists = await readLists(settings, service, professionalIds);
    const all = toReported(await judgeRows(rows, lists, links));
    const plan = isRegistering
      ? decideOthers(await planRegistrations(all, professionalIds, links, settings.clock), others)
      : null;
    const sayMore = (one: Reported): string => (plan ? sayPlanned(plan, one) : '');
    for (const line of toReportLines(all, linksEn, sayMore)) give(line);
    if (plan) give(sayReady(plan));
    // Before anything is linked: a report that cannot be written must not be found out about afterwards.
    if (report !== undefined) writeReport(report, toReportCsv(all, linksEn, sayMore));
    const certain = all
      .filter(({ group }) => group === 'certain')
      .flatMap(({ judgement }) => judgement.links);
    if (by === undefined)
      return printNotice(
        plan
          ? 'Nothing was linked or registered. With --write --by PERSON it links what is certain, and registers and links those above.'
          : 'Nothing was linked. To link what is certain: --write --by PERSON. To see who can be registered: --register.',
      );
    const audit = createAudit(settings);
    const parts = { service, settings, audit, store: links.store };
    const who = { ...OPERATOR, sub: by };
    const linkedBy = { who, source: hash('sha256', bytes, 'hex'), route: BULK_ROUTE };
    await write({ parts, by: linkedBy }, certain, plan).finally(audit.close);
  });
}

export const linkCommand: Command = {
  summary: "links the EHR's patients in bulk, from a file",
  usage: LINK_USAGE,
  async run(args) {
    const text = { type: 'string' } as const;
    const options = {
      professional: { type: 'string', multiple: true },
      report: text,
      write: { type: 'boolean' },
      register: { type: 'boolean' },
      other: { type: 'string', multiple: true },
      by: text,
      dates: text,
      encoding: text,
      config: text,
    } as const;
    const { values, positionals } = readArguments(args, options, true);
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new UsageError('Name one file: link FILE.');
    const { write = false, register = false, other = [], by, report, encoding, config } = values;
    if (write !== (by !== undefined))
      throw new UsageError('--write and --by go together: the trail says who linked.');
    if (other.length > 0 && !register) throw new UsageError('--other goes with --register.');
    if (by !== undefined && !/^[^\p{Cc}]{1,200}$/u.test(by))
      throw new UsageError('--by must have 1 to 200 characters.');
    const { bytes, rows } = readRows(file, { encoding, dates: readDates(values.dates) });
    const professionalIds = readProfessionals(values.professional ?? [], rows);
    await withStorage(config, (storage, settings) =>
      link(storage, settings, {
        ...{ bytes, rows, professionalIds, by, report },
        ...{ isRegistering: register, others: other },
      }),
    );
  },
};
