import type { CaseloadPatient } from '@instrument-panel/client/proxy';
import { mayBeAnswered } from '../score/latest.ts';
import {
  type FactsInput,
  type InstrumentFacts,
  instrumentFacts,
  isAnswered,
  type Present,
  withOther,
} from './facts.ts';
import {
  type ApplicationsPage,
  findSubmission,
  InstrumentRecord,
  isoOf,
  type PackedRun,
  type PatientRecord,
  type Scale,
  type SubmissionRow,
  type SubmissionsPage,
  saysRisk,
  toRow,
} from './records.ts';

/** The groups of a caseload, in the order in which they are shown. */
export const CASELOAD_GROUPS = [
  'flag',
  'unread',
  'answered',
  'changed',
  'late',
  'due',
  'nothing',
  'none',
] as const;
export type CaseloadGroup = (typeof CASELOAD_GROUPS)[number];

/** Why a patient is in a group: the fact, and the instrument that it is of; null where it is of none. */
export interface CaseloadReason {
  readonly group: CaseloadGroup;
  readonly facts: InstrumentFacts | null;
}

/** What is known of one patient. */
export interface PatientFacts {
  /** UUID, in lower case. */
  readonly patientId: string;
  /** Null for a patient without one, or who is not in the service's list of patients. */
  readonly name: string | null;
  /** Those with a flag first, then by the newest answer. */
  readonly instruments: readonly InstrumentFacts[];
  /** In the order of the groups; the first is that of the group in which the patient stands. Never empty. */
  readonly reasons: readonly CaseloadReason[];
}

interface Patient extends PatientRecord {
  named: CaseloadPatient | null;
  readonly instruments: Map<string, InstrumentRecord>;
  lostCount: number;
  /** Something that was read of them says more of risk than that there is none. */
  isRisky: boolean;
  /** Something was read of them since their facts were made. */
  isDue: boolean;
}

const nameOf = ({ named }: PatientRecord): string | null =>
  [named?.name, named?.surname].filter((part) => part?.trim()).join(' ') || null;

/** An instrument as a page names it. */
interface NamedForm {
  readonly formId: string;
  readonly title: string;
  readonly scale: Scale | null;
  readonly direction: string | null;
}
const formsOf = ({ instruments }: { readonly instruments: SubmissionsPage['instruments'] }): NamedForm[] =>
  instruments.map(({ templateId, shortTitle, title, minScore, maxScore, scoreDirection = null }) => ({
    formId: templateId.toLowerCase(),
    title: shortTitle || title || '',
    scale: minScore == null || maxScore == null ? null : { minScore, maxScore },
    direction: scoreDirection,
  }));

const GROUP_TESTS: Readonly<Partial<Record<CaseloadGroup, (facts: InstrumentFacts) => boolean>>> = {
  flag: ({ risk }) => risk.kind === 'flagged' && risk.isCurrent,
  unread: ({ unreadCount, latest, isLatestKnown, risk }) =>
    unreadCount > 0 || latest?.isPartial === true || !isLatestKnown || isRiskUnknown({ latest, risk }),
  answered: ({ isUnseen }) => isUnseen,
  changed: ({ change }) => change === 'recent',
  late: ({ missedCount }) => missedCount > 0,
  due: ({ isDueToday }) => isDueToday,
};

/** True where there is an answer, and whether it has a flag is not known. */
const isRiskUnknown = ({ latest, risk }: Pick<InstrumentFacts, 'latest' | 'risk'>): boolean =>
  latest !== null && risk.kind === 'unavailable';

/** The facts that put a patient into one group. */
function reasonsIn(
  group: CaseloadGroup,
  { lostCount }: PatientRecord,
  instruments: readonly InstrumentFacts[],
  isApplied: boolean,
): CaseloadReason[] {
  const test = GROUP_TESTS[group] ?? (() => false);
  const reasons: CaseloadReason[] = instruments.filter(test).map((facts) => ({ group, facts }));
  const isLost = group === 'unread' && lostCount > 0;
  // A row that could not be read may be that of something asked for.
  const isUnasked =
    group === 'nothing' && isApplied && lostCount === 0 && !instruments.some(({ isActive }) => isActive);
  return isLost || isUnasked ? [...reasons, { group, facts: null }] : reasons;
}

function reasonsOf(...of: [PatientRecord, readonly InstrumentFacts[], isApplied: boolean]): CaseloadReason[] {
  const reasons = CASELOAD_GROUPS.flatMap((group) => reasonsIn(group, ...of));
  return reasons.length > 0 ? reasons : [{ group: 'none', facts: null }];
}

/** Ids to an entry of the index: those of a service lie close together, and one entry for each costs more than the row. */
const IDS_AT_ONCE = 64;

const NO_ANSWERS: SubmissionRow['answers'] = [];

const newestOf = ({ latest }: InstrumentFacts): number => latest?.at ?? Number.NEGATIVE_INFINITY;

/**
 * All that was read of the patients of one professional. Pages may come in any order and more than once; a submission that
 * was read by its id stands in place of the same one from a list.
 */
export class Caseload {
  readonly #patients = new Map<string, Patient>();
  readonly #recordOfApplication = new Map<number, InstrumentRecord>();
  /** Null for a submission that two applications of two patients or instruments call their last. */
  readonly #recordOfLast = new Map<number, InstrumentRecord | null>();
  readonly #owners = new Map<number, InstrumentRecord[]>();
  /** Submissions that were given to two patients, or to two instruments. */
  readonly #ofTwo = new Set<number>();
  readonly #asked = new Set<number>();
  readonly #lostKeys = new Set<string>();
  /** Submissions that a page of a list names, and gives to nobody. */
  readonly #lostIds = new Set<number>();
  #isApplied = false;
  /** Patients of whom something may be other than when their facts were made, by what was read of others. */
  readonly #unsettled = new Set<string>();
  /** Rows of which not even the patient could be read, and patients without a readable id. */
  lostCount = 0;

  get size(): number {
    return this.#patients.size;
  }

  addPatients(patients: readonly CaseloadPatient[], lostCount: number): void {
    for (const named of patients) Object.assign(this.#patient(named.serviceId), { named, isDue: true });
    this.lostCount += lostCount;
  }

  addApplications(page: ApplicationsPage): void {
    const recordAt = this.#recordsOf(page);
    page.ids.forEach((id, row) => {
      const record = recordAt(row);
      const lastId = page.lastSubmissionId[row];
      if (!record) return;
      // One that was read before its answer came is read again.
      if (lastId != null && this.#asked.has(lastId) && !isAnswered(findSubmission(record, lastId)))
        this.#asked.delete(lastId);
      this.#recordOfApplication.set(id, record);
      if (lastId != null) this.#addLast(lastId, record);
      record.applications.set(id, {
        id,
        status: page.status[row] ?? null,
        nextAnswerAtMs: page.nextAnswerAtMs[row] ?? null,
        last:
          lastId == null
            ? null
            : {
                id: lastId,
                score: page.lastScore[row] ?? null,
                completedAtMs: page.lastCompletedAtMs[row] ?? null,
              },
        isPartial: page.isPartial[row] === true,
      });
    });
    this.#isApplied ||= page.next === null;
    this.#addLost(page.lost, true);
  }

  #addLast(id: number, record: InstrumentRecord): void {
    const known = this.#recordOfLast.get(id);
    const isOther = known !== undefined && known !== record;
    this.#recordOfLast.set(id, isOther ? null : record);
    const owner = this.#near(id)[id % IDS_AT_ONCE] ?? record;
    if (!isOther && owner === record) return;
    this.#unsettled.add(owner.patientId);
    owner.isPlain = false;
  }

  /** @param asked the ids, where the submissions were read by them */
  addSubmissions(page: SubmissionsPage, asked: readonly number[] = []): void {
    for (const id of asked) this.#asked.add(id);
    const recordAt = this.#recordsOf(page);
    const isWhole = asked.length > 0;
    for (let row = 0; row < page.ids.length; row++) {
      const id = page.ids[row] as number;
      const record = recordAt(row);
      if (!record) continue;
      const places = page.answers[row] ?? [];
      const answers = places.length > 0 ? places.flatMap((item) => page.items[item] ?? []) : NO_ANSWERS;
      const isRisky = saysRisk(page, row, answers);
      if (isRisky) this.#patient(record.patientId).isRisky = true;
      const last = this.#own(id, record);
      record.isPlain = false;
      const next = { id, page, row, record, answers, isRisky, isWhole };
      if (last) this.#addAgain(next, last);
      else record.submissions.push(next);
    }
    this.#addLost(page.lost, false);
  }

  /**
   * Adds rows that came packed: they are not taken apart until one of them is asked for.
   *
   * @param isDrawn true for rows of which only courses are drawn
   */
  addPacked(page: SubmissionsPage, isDrawn = false): void {
    const { ids, patient, instrument } = page;
    const recordAt = this.#recordsOf(page);
    for (let from = 0, to = 0; from < ids.length; from = to) {
      const record = recordAt(from);
      do to++;
      while (
        record &&
        to < ids.length &&
        patient[to] === patient[from] &&
        instrument[to] === instrument[from]
      );
      const run = { page, from, to };
      if (isDrawn) record?.drawn.push(run);
      else if (record) this.#addRun(run, record);
    }
  }

  /** Adds rows of one record that follow one another. */
  #addRun({ page, from, to }: PackedRun, record: InstrumentRecord): void {
    let begin = from;
    for (let row = from; row < to; row++) {
      const id = page.ids[row] as number;
      const last = this.#own(id, record);
      if (last) {
        record.addPacked({ page, from: begin, to: row });
        begin = row + 1;
        this.#addAgain(toRow(page, row, record), last);
      } else if (record.isPlain) {
        const ofLast = this.#recordOfLast.get(id);
        record.isPlain = (ofLast === undefined || ofLast === record) && !this.#lostIds.has(id);
      }
    }
    record.addPacked({ page, from: begin, to });
  }

  /** Notes whose a submission is, and returns whose it was. */
  #own(id: number, record: InstrumentRecord): InstrumentRecord | undefined {
    const near = this.#near(id);
    const last = near[id % IDS_AT_ONCE];
    near[id % IDS_AT_ONCE] = record;
    return last;
  }

  /** The records of submissions whose ids lie near one, by the rest of the id. */
  #near(id: number): InstrumentRecord[] {
    const key = Math.floor(id / IDS_AT_ONCE);
    const near = this.#owners.get(key) ?? [];
    if (near.length === 0) this.#owners.set(key, near);
    return near;
  }

  /** Adds a submission that was read before, perhaps as another's. */
  #addAgain(next: SubmissionRow, last: InstrumentRecord): void {
    const { id, record } = next;
    last.isPlain = record.isPlain = false;
    if (last !== record) {
      this.#ofTwo.add(id);
      this.#unsettled.add(last.patientId);
    }
    const { submissions } = record;
    const at = submissions.findIndex((one) => one.id === id);
    const stays = withOther(next, submissions[at]);
    submissions[at < 0 ? submissions.length : at] = stays;
  }

  /** Returns what is known of a patient; null for one of whom nothing was read. */
  factsOf(patientId: string, present: Present): PatientFacts | null {
    const patient = this.#patients.get(patientId.toLowerCase());
    if (!patient) return null;
    patient.isDue = false;
    const input = this.#inputOf(present, patient.patientId);
    this.#unsettled.delete(patient.patientId);
    const facts = [...patient.instruments.values()].map((record) => instrumentFacts(record, input));
    if (!this.#isApplied && !facts.some(({ isActive }) => isActive)) this.#unsettled.add(patient.patientId);
    const reasons = reasonsOf(patient, facts, this.#isApplied);
    const flagged = new Set(reasons.filter(({ group }) => group === 'flag').map((one) => one.facts));
    const instruments = facts.sort(
      (a, b) => Number(flagged.has(b)) - Number(flagged.has(a)) || newestOf(b) - newestOf(a),
    );
    return { patientId: patient.patientId, name: nameOf(patient), instruments, reasons };
  }

  patientIds(): readonly string[] {
    return [...this.#patients.keys()];
  }

  /** The records of all instruments of a patient, by the id as facts have it, for their courses. */
  recordsOf(patientId: string): readonly InstrumentRecord[] {
    return [...(this.#patients.get(patientId)?.instruments.values() ?? [])];
  }

  /** Patients whose facts are to be made anew once all is read. */
  get unsettled(): readonly string[] {
    return [...this.#unsettled];
  }

  /**
   * Patients of whom something was read since their facts were made.
   *
   * @param isAll false: those who may have a flag, once all that is asked of them was read
   */
  *due(isAll: boolean): Generator<string> {
    for (const { patientId, isDue, isRisky } of this.#patients.values())
      if (isDue && (isAll || (isRisky && this.#isApplied))) yield patientId;
  }

  /** Says that the facts of patients are to be made anew. */
  touch(patientIds: Iterable<string>): void {
    for (const id of patientIds) this.#patient(id).isDue = true;
  }

  /** Patients of whom every answer was read that their applications call the last. */
  countRead(): number {
    let count = 0;
    for (const { instruments } of this.#patients.values()) if (!this.#isMissingLast(instruments)) count++;
    return count;
  }

  /** True where an application's last answer was not read yet. */
  #isMissingLast(instruments: PatientRecord['instruments']): boolean {
    for (const record of instruments.values())
      for (const { last } of record.applications.values())
        if (last && this.#near(last.id)[last.id % IDS_AT_ONCE] !== record) return true;
    return false;
  }

  #inputOf(present: Present, patientId: string): FactsInput {
    const recordOfApplication = (id: number) => {
      const record = this.#recordOfApplication.get(id);
      if (!record && !this.#isApplied) this.#unsettled.add(patientId);
      return record;
    };
    return {
      ...present,
      asked: this.#asked,
      lostIds: this.#lostIds,
      ofTwo: this.#ofTwo,
      recordOfApplication,
      recordOfLast: this.#recordOfLast,
    };
  }

  #patient(sentId: string): Patient {
    const patientId = sentId.toLowerCase();
    let patient = this.#patients.get(patientId);
    if (!patient) {
      patient = {
        patientId,
        named: null,
        instruments: new Map(),
        lostCount: 0,
        isRisky: false,
        isDue: false,
      };
      this.#patients.set(patientId, patient);
    }
    return patient;
  }

  /** Returns the record of each row of a page; null for a row of nobody. Most rows are of a record that others are of. */
  #recordsOf(page: ApplicationsPage | SubmissionsPage): (row: number) => InstrumentRecord | null {
    const patients = page.patientIds.map((id) => this.#patient(id));
    for (const patient of patients) patient.isDue = true;
    const forms = formsOf(page);
    const known: InstrumentRecord[][] = patients.map(() => []);
    return (row) => {
      const patientAt = page.patient[row] ?? -1;
      const formAt = page.instrument[row] ?? -1;
      const patient = patients[patientAt];
      const form = forms[formAt];
      if (!patient || !form) {
        this.lostCount++;
        return null;
      }
      const records = known[patientAt] ?? [];
      records[formAt] ??= this.#recordIn(patient, form);
      return records[formAt];
    };
  }

  /** Returns a patient's record of an instrument, which begins with the first row that names it. */
  #recordIn(
    { patientId, instruments }: PatientRecord,
    { formId, title, scale, direction }: NamedForm,
  ): InstrumentRecord {
    const record = instruments.get(formId) ?? new InstrumentRecord(patientId, formId);
    instruments.set(formId, record);
    record.title ||= title;
    record.scale = scale ?? record.scale;
    record.direction = direction ?? record.direction;
    return record;
  }

  #addLost(rows: SubmissionsPage['lost'], isOfApplication: boolean): void {
    for (const row of rows) {
      const key = `${isOfApplication} ${row.id} ${row.patientId} ${row.formTemplateId}`;
      // A page that is read again brings the same rows.
      if (row.id != null && this.#lostKeys.has(key)) continue;
      this.#lostKeys.add(key);
      this.#addLostRow(row, isOfApplication);
    }
  }

  /** Notes that not all that was read of a record is sure. */
  #unsettle(record: InstrumentRecord | null | undefined): void {
    if (!record) return;
    this.touch([record.patientId]);
    record.isPlain = false;
  }

  #addLostRow(
    { id, patientId, formTemplateId, status, completedAtMs }: SubmissionsPage['lost'][number],
    isOfApplication: boolean,
  ): void {
    const patient = patientId == null ? undefined : this.#patient(patientId);
    if (patient) patient.isDue = true;
    const record = isOfApplication ? null : patient?.instruments.get(formTemplateId?.toLowerCase() ?? '');
    if (!isOfApplication && id != null) {
      this.#lostIds.add(id);
      // Another page may have given it to somebody.
      this.#unsettle(this.#near(id)[id % IDS_AT_ONCE]);
    }
    this.#unsettle(record);
    record?.lost.push({ id, status, completedFillAt: isoOf(completedAtMs) });
    // A request is none of the answers that could not be read.
    if (record && mayBeAnswered({ status })) return;
    if (patient) patient.lostCount++;
    else this.lostCount++;
  }
}
