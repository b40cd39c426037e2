import type { LinksMessages } from '../words/compiled/links/en.js';
import type { Judgement } from './bulk-link.ts';
import type { Candidate } from './bulk-match.ts';
import type { EhrRow } from './link-file.ts';
import { sayDoubt } from './link-words.ts';

/** The groups of the report, in its order. */
export const GROUPS = ['certain', 'linked', 'doubtful', 'missing', 'unreadable'] as const;

/** A row with what was found about it. */
export interface Reported {
  readonly group: (typeof GROUPS)[number];
  readonly row: EhrRow;
  readonly judgement: Judgement;
}

/** Puts each row into its group of the report. */
export const toReported = (judged: ReadonlyMap<EhrRow, Judgement>): Reported[] =>
  [...judged].map(([row, judgement]) => ({
    ...{ row, judgement },
    group: row.faults.length > 0 ? 'unreadable' : judgement.kind,
  }));

export const CANDIDATES_MAX = 5;

/** A cell by RFC 4180. Text that a spreadsheet would take for a formula gets an apostrophe (OWASP, CSV Injection). */
function toCell(value: string): string {
  // A phone may begin with +, and a spreadsheet that drops it changes the number.
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const HEADINGS = [
  ...['line', 'group', 'reason', 'system', 'key', 'name', 'birthday', 'email', 'phone', 'age'],
  ...['patient', 'patient_name', 'patient_birthday', 'patient_email', 'patient_phone', 'agree', 'disagree'],
];

const joinReasons = (...reasons: readonly string[]): string => reasons.filter(Boolean).join('; ');

/** Why a row is not certain. */
export const sayReason = ({ row, judgement }: Reported, words: LinksMessages): string =>
  joinReasons(
    ...row.faults.map((fault) => words.faults[fault]),
    ...judgement.reasons.map((doubt) => sayDoubt(doubt, words)),
  );

function toCells(reported: Reported, candidate: Candidate | undefined, reason: string): string[] {
  const { row, group } = reported;
  const { name, surname, birthday, email, phone } = row.person;
  const record = candidate?.patient.records[0];
  return [
    ...[String(row.line), group, reason, row.system, row.key],
    ...[[name, surname].filter(Boolean).join(' '), birthday ?? '', email ?? '', phone ?? '', row.age],
    ...[candidate?.patient.patientId ?? '', record?.name ?? '', record?.birthday ?? ''],
    ...[record?.email ?? '', record?.phone ?? ''],
    ...[candidate?.agreed.join(' ') ?? '', candidate?.contradicted.join(' ') ?? ''],
  ];
}

/** The report as CSV with a byte order mark, `sayMore` beside the reasons: a row for each patient of the file, or for each of those it may be (at most 5). */
export function toReportCsv(
  all: readonly Reported[],
  words: LinksMessages,
  sayMore: (reported: Reported) => string = () => '',
): string {
  const rows = all.flatMap((reported) => {
    const reason = joinReasons(sayReason(reported, words), sayMore(reported));
    const candidates = reported.judgement.candidates.slice(0, CANDIDATES_MAX);
    return (candidates.length > 0 ? candidates : [undefined]).map((one) => toCells(reported, one, reason));
  });
  return `\uFEFF${[HEADINGS, ...rows].map((row) => row.map(toCell).join(',')).join('\r\n')}\r\n`;
}

/** The report for a terminal: how many there are of each group, then a line for each that needs a person, without names. */
export function toReportLines(
  all: readonly Reported[],
  words: LinksMessages,
  sayMore: (reported: Reported) => string = () => '',
): string[] {
  const byGroup = Map.groupBy(all, ({ group }) => group);
  const counts = GROUPS.map((group) => `${String(byGroup.get(group)?.length ?? 0).padStart(7)}  ${group}`);
  const open = (['doubtful', 'missing', 'unreadable'] as const).flatMap((group) => byGroup.get(group) ?? []);
  // A key may hold what a terminal would obey.
  const lines = open.map((one) =>
    `line ${one.row.line}  ${one.group}  ${one.row.key}  ${joinReasons(sayReason(one, words), sayMore(one))}`
      .replace(/\p{Cc}/gu, '?')
      .trimEnd(),
  );
  return [...counts, ...lines];
}
