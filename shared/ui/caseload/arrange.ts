import { CASELOAD_GROUPS, type CaseloadGroup, type PatientFacts } from '../../caseload/caseload.ts';
import { gravity } from '../../score/risk.ts';

/** What a reader can choose; only the text is never kept. */
export interface CaseloadChoice {
  /** `before`: answered, and all of it before the list was seen last. */
  readonly group: CaseloadGroup | 'before' | null;
  /** UUID, in lower case. */
  readonly formId: string | null;
  /** A class of this instrument; null without one. */
  readonly className: string | null;
  readonly text: string;
  readonly sort: CaseloadSort;
}
export const CASELOAD_SORTS = ['groups', 'name', 'newest', 'highest', 'lowest'] as const;
export type CaseloadSort = (typeof CASELOAD_SORTS)[number];

/** True for an order by the scores of the instrument that is chosen: those of several cannot be compared. */
export const isByScore = (sort: CaseloadSort): sort is 'highest' | 'lowest' =>
  sort === 'highest' || sort === 'lowest';

/** A heading: a group, patients in another order, or those of whom nothing may be said until all is read. */
export type CaseloadHeading = CaseloadGroup | 'others' | 'incomplete';

export interface PlacedPatient {
  readonly patientId: string;
  readonly heading: CaseloadHeading;
}

export const DEFAULT_CHOICE: CaseloadChoice = {
  group: null,
  formId: null,
  className: null,
  text: '',
  sort: 'groups',
};

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export const hasFlag = ({ reasons }: PatientFacts): boolean => reasons[0]?.group === 'flag';

/** Instant of the newest answer to any instrument; negative infinity without any. */
const newestAnswer = ({ instruments }: PatientFacts): number =>
  instruments.reduce(
    (newest, { latest }) => Math.max(newest, latest?.at ?? newest),
    Number.NEGATIVE_INFINITY,
  );

/**
 * The gravest severity that the service gives to a current flag of a patient. One that it does not give, or that is not
 * known here, counts as the gravest: it may be.
 */
export const gravestFlag = ({ instruments }: PatientFacts): number =>
  instruments.reduce((gravest, { risk, item }) => {
    if (risk.kind !== 'flagged' || !risk.isCurrent) return gravest;
    return Math.max(gravest, item?.severity == null ? Number.POSITIVE_INFINITY : gravity(item));
  }, Number.NEGATIVE_INFINITY);

/**
 * What comes before name and date in an order, the largest first: the severity of flags, or the score that is shown of the
 * instrument. A patient without a score comes last.
 */
function weightOf(facts: PatientFacts, { sort, formId }: CaseloadChoice): number {
  if (!isByScore(sort)) return sort === 'groups' && hasFlag(facts) ? gravestFlag(facts) : 0;
  const score = facts.instruments.find((one) => one.formId === formId)?.latest?.score;
  return score == null ? Number.NEGATIVE_INFINITY : sort === 'highest' ? score : -score;
}

/** True for a patient whom a choice shows. */
export function isChosen(facts: PatientFacts, choice: CaseloadChoice): boolean {
  const { group, formId, className, text } = choice;
  const isOfGroup =
    group === null ||
    (group === 'before'
      ? facts.instruments.some(({ latest }) => latest) && !facts.instruments.some(({ isUnseen }) => isUnseen)
      : facts.reasons.some((reason) => reason.group === group));
  const isOfInstrument =
    formId === null ||
    facts.instruments.some(
      (one) => one.formId === formId && (className === null || one.latest?.className === className),
    );
  if (!isOfGroup || !isOfInstrument || text === '') return isOfGroup && isOfInstrument;
  const wanted = plain(text.trim());
  return wanted === '' || plain(facts.name ?? '').includes(wanted) || facts.patientId.startsWith(wanted);
}

/** What a group says of patients may not be said while something is unread. */
const UNCERTAIN: ReadonlySet<CaseloadHeading> = new Set<CaseloadHeading>(['nothing', 'none']);
/** Groups of which the newest answer comes first; the others are in the order of names. */
const BY_DATE: ReadonlySet<CaseloadHeading> = new Set<CaseloadHeading>([
  'flag',
  'unread',
  'answered',
  'changed',
]);

/** The heading under which a patient stands. */
export function headingOf(facts: PatientFacts, sort: CaseloadSort, isWhole: boolean): CaseloadHeading {
  const group = facts.reasons[0]?.group ?? 'none';
  if (sort !== 'groups') return group === 'flag' ? group : 'others';
  return UNCERTAIN.has(group) && !isWhole ? 'incomplete' : group;
}

const HEADINGS: readonly CaseloadHeading[] = [...CASELOAD_GROUPS, 'incomplete', 'others'];

/** Places patients: those with a flag first, whatever the order. */
export function placePatients(
  all: Iterable<PatientFacts>,
  choice: CaseloadChoice,
  isWhole: boolean,
  language?: string,
): PlacedPatient[] {
  const { compare } = new Intl.Collator(language);
  const placed: {
    heading: CaseloadHeading;
    rank: number;
    weight: number;
    newest: number;
    facts: PatientFacts;
  }[] = [];
  for (const facts of all) {
    if (!isChosen(facts, choice)) continue;
    const heading = headingOf(facts, choice.sort, isWhole);
    const isByDate = choice.sort === 'newest' || (choice.sort === 'groups' && BY_DATE.has(heading));
    const newest = isByDate ? newestAnswer(facts) : 0;
    const weight = weightOf(facts, choice);
    placed.push({ heading, rank: HEADINGS.indexOf(heading), weight, newest, facts });
  }
  // Patients without a name come last.
  const byName = (a: PatientFacts, b: PatientFacts): number =>
    Number(a.name === null) - Number(b.name === null) || compare(a.name ?? '', b.name ?? '');
  placed.sort(
    (a, b) =>
      a.rank - b.rank ||
      (a.weight === b.weight ? 0 : b.weight - a.weight) ||
      (a.newest === b.newest ? 0 : b.newest - a.newest) ||
      byName(a.facts, b.facts) ||
      (a.facts.patientId < b.facts.patientId ? -1 : 1),
  );
  return placed.map(({ facts: { patientId }, heading }) => ({ patientId, heading }));
}

/** True for a patient of whom nothing is to be read by its id. */
export const isAllRead = ({ instruments }: PatientFacts): boolean =>
  instruments.every(({ toRead }) => toRead.length === 0);

/** What a patient's place rests on: while it is the same, sorting again would move nobody for them. */
const groundsOf = ({ reasons, instruments }: PatientFacts): string =>
  `${reasons[0]?.group} ${instruments.map(({ formId, latest }) => `${formId}${latest?.id}${latest?.className}${latest?.score}`)}`;

/**
 * The places of patients, kept while facts change: only patients with a flag are placed before all is read, everybody
 * else beneath them once it is, and nobody moves until {@link Arrangement.sort}.
 */
export class Arrangement {
  /** What is known of each patient by now. */
  readonly facts = new Map<string, PatientFacts>();
  choice: CaseloadChoice = DEFAULT_CHOICE;
  placed: readonly PlacedPatient[] = [];
  /** Patients whose facts are others than those by which they were placed, or who have no place yet. */
  readonly changed = new Set<string>();
  isSettled = false;
  isWhole = false;
  /** False where flags stand in the order in which they were found, and not by severity or score. */
  isByWeight = true;
  language: string | undefined;
  /** How many of the places were drawn, and so may be read. */
  drawnCount = 0;
  /** The facts by which each patient was placed. */
  readonly #grounds = new Map<string, PatientFacts>();
  readonly #flagged = new Set<string>();
  #placedIds: ReadonlySet<string> = new Set();

  /**
   * Takes what is known of a patient now.
   *
   * @param isCertain true where nothing that is on its way can take a flag away
   * @returns true if the places changed
   */
  set(facts: PatientFacts, isCertain: boolean): boolean {
    const { patientId } = facts;
    this.facts.set(patientId, facts);
    if (hasFlag(facts)) this.#flagged.add(patientId);
    else this.#flagged.delete(patientId);
    if (this.isSettled) {
      const before = this.#grounds.get(patientId);
      if (before && groundsOf(before) === groundsOf(facts)) this.changed.delete(patientId);
      else this.changed.add(patientId);
      return false;
    }
    if (!isCertain || !hasFlag(facts) || this.#grounds.has(patientId) || !isChosen(facts, this.choice))
      return false;
    this.#place([...this.placed, { patientId, heading: 'flag' }]);
    return true;
  }

  /** Sorts those who were found to have a flag, and were not drawn yet. */
  sortUndrawn(): void {
    if (this.isSettled) return;
    const undrawn = this.placed
      .slice(this.drawnCount)
      .flatMap(({ patientId }) => this.facts.get(patientId) ?? []);
    const sorted = placePatients(undrawn, this.choice, this.isWhole, this.language);
    this.placed = [...this.placed.slice(0, this.drawnCount), ...sorted];
  }

  /** Places everybody else beneath those who were drawn: all was read that could be. */
  settle(isWhole: boolean): void {
    this.isWhole = isWhole;
    if (this.isSettled) return;
    this.isSettled = true;
    const drawn = this.placed.slice(0, this.drawnCount);
    const known = new Set(drawn.map(({ patientId }) => patientId));
    const all = placePatients(this.facts.values(), this.choice, isWhole, this.language);
    this.#place([...drawn, ...all.filter(({ patientId }) => !known.has(patientId))]);
    const flagged = this.placed.filter(({ heading }) => heading === 'flag');
    const weights = flagged
      .flatMap(({ patientId }) => this.facts.get(patientId) ?? [])
      .map((facts) => weightOf(facts, this.choice));
    this.isByWeight = weights.every((one, at) => !(one > (weights[at - 1] ?? one)));
    this.#stand();
  }

  /** Places everybody by what is known now. */
  sort(): void {
    this.changed.clear();
    this.isByWeight = true;
    const all = [...this.facts.values()].filter(
      (facts) => this.isSettled || this.#grounds.has(facts.patientId),
    );
    this.#place(placePatients(all, this.choice, this.isWhole, this.language));
    if (this.isSettled) this.#stand();
  }

  /** Takes another choice; who has been found to have a flag is placed by it at once. */
  choose(choice: CaseloadChoice): void {
    this.choice = choice;
    this.sort();
  }

  /** Patients with a flag, and how many of them the choice hides. */
  countFlags(): { readonly count: number; readonly hidden: number } {
    const isHidden = (patientId: string): boolean => {
      const facts = this.facts.get(patientId);
      return facts !== undefined && !isChosen(facts, this.choice) && !this.#placedIds.has(patientId);
    };
    return { count: this.#flagged.size, hidden: [...this.#flagged].filter(isHidden).length };
  }

  #place(placed: readonly PlacedPatient[]): void {
    this.placed = placed;
    this.#placedIds = new Set(placed.map(({ patientId }) => patientId));
    for (const { patientId } of placed) {
      const facts = this.facts.get(patientId);
      if (facts) this.#grounds.set(patientId, facts);
    }
  }

  /** Everybody stands by what is known now. */
  #stand(): void {
    for (const [patientId, facts] of this.facts) this.#grounds.set(patientId, facts);
  }
}
