import { hash } from 'node:crypto';
import type { Call } from '../exchange.ts';
import type { Service } from '../forward/service.ts';
import { judgeRows, type Links, type NewLink, readClinic } from '../mapping/bulk-link.ts';
import { type ClinicPatient, joinPatients } from '../mapping/bulk-match.ts';
import { planRegistrations, type RegisterPlan } from '../mapping/bulk-register.ts';
import { type EhrRow, readLinkFile } from '../mapping/link-file.ts';
import { type Reported, toReported } from '../mapping/link-report.ts';
import { refuse } from '../refusal.ts';
import type { Settings } from '../settings.ts';
import type { UploadedList } from './list.ts';
import type { LinksPageSettings } from './settings.ts';

/** The groups of the page, in its order: those of the report, and of the doubtful apart what a link stands against. */
export const PAGE_GROUPS = ['certain', 'doubtful', 'elsewhere', 'missing', 'unreadable', 'linked'] as const;
export type PageGroup = (typeof PAGE_GROUPS)[number];

/** A list compared with all patients and links. */
export interface Look {
  /** SHA-256 of the list: by it the trail names the list. */
  readonly source: string;
  readonly byGroup: ReadonlyMap<PageGroup, readonly Reported[]>;
  readonly all: readonly Reported[];
  readonly patients: ReadonlyMap<string, ClinicPatient>;
  readonly patientCount: number;
  readonly professionalIds: readonly string[];
  /** The links that are certain. */
  readonly certain: readonly NewLink[];
  /** Who of the missing can be registered; null where the clinic does not allow it. */
  readonly plan: RegisterPlan | null;
}

const toPageGroup = ({ group, judgement }: Reported): PageGroup =>
  group === 'doubtful' && judgement.opposed.length > 0 ? 'elsewhere' : group;

/** Lists that may wait; one more is refused, so that few are in memory. */
const WAITING_MAX = 3;

/** Runs one work after the other. Throws `PROXY_BUSY` if too many wait already. */
export function createQueue() {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async function enqueue<Value>(work: () => Promise<Value>): Promise<Value> {
    if (waiting > WAITING_MAX) throw refuse('PROXY_BUSY');
    waiting += 1;
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    try {
      await before;
      return await work();
    } finally {
      waiting -= 1;
      resolve();
    }
  };
}

/**
 * Makes the function that compares a list anew, with what the service and the mapping hold at that moment. It keeps nothing
 * of it. Throws a LinkFileError, or the `Refusal` of what cannot be read.
 */
export function createLook(
  settings: Settings,
  service: Service,
  links: Links,
  { professionals, register }: Pick<LinksPageSettings, 'professionals' | 'register'>,
) {
  return async (list: UploadedList, call: Call): Promise<Look> => {
    const rows: readonly EhrRow[] = readLinkFile(list.bytes, list);
    const professionalIds = [
      ...new Set([...professionals, ...rows.flatMap(({ professionalId }) => professionalId ?? [])]),
    ];
    const lists = await readClinic(service, settings, professionalIds, call);
    const all = toReported(await judgeRows(rows, lists, links));
    const joined = joinPatients(lists);
    return {
      source: hash('sha256', list.bytes, 'hex'),
      byGroup: Map.groupBy(all, toPageGroup),
      ...{ all, professionalIds },
      patients: new Map(joined.map((patient) => [patient.patientId ?? '', patient])),
      patientCount: joined.length,
      certain: all.flatMap(({ group, judgement }) => (group === 'certain' ? judgement.links : [])),
      plan: register ? await planRegistrations(all, professionalIds, links, settings.clock) : null,
    };
  };
}
