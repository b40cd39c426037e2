import { createSoundCheck, readAnswer } from '@instrument-panel/client';
import {
  Application,
  ClassificationSummary,
  endsOfRanges,
  hiddenFields,
  Id,
  type InstrumentReference,
  maybe,
  type PatientVisibility,
  RiskFlag,
  type Role,
  ScaleSummary,
  Submission,
  sensitive,
  summary,
} from '@instrument-panel/client/contract';
import { CaseloadPatient } from '@instrument-panel/client/proxy';
import * as z from 'zod/mini';
import { compileView } from '../forward/route-table.ts';
import { refuse } from '../refusal.ts';
import type { KnownScale } from './scales.ts';

/** The fields of the service's rows that a list of patients is made of. Nothing else of a row is read. */
const ApplicationRow = summary(
  z.pick(Application, {
    id: true,
    patientId: true,
    formTemplateId: true,
    formTemplate: true,
    status: true,
    nextAnswerAt: true,
    lastSubmission: true,
  }),
);
type ApplicationRow = z.infer<typeof ApplicationRow>;

const CaseloadAnswer = z.object({
  questionId: maybe(Id),
  question: maybe(z.object({ position: maybe(z.int()) })),
  riskFlag: sensitive('risk', maybe(RiskFlag)),
});
const SubmissionRow = summary(
  z.extend(
    z.pick(Submission, {
      id: true,
      formApplicationId: true,
      patientId: true,
      formTemplateId: true,
      formTemplate: true,
      status: true,
      completedFillAt: true,
      startedAt: true,
      notifiedAt: true,
      createdAt: true,
      deadline: true,
      score: true,
      hasHighRisk: true,
      riskFlagCount: true,
    }),
    {
      globalClassification: sensitive('interpretation', maybe(ClassificationSummary)),
      answers: maybe(z.array(CaseloadAnswer)),
    },
  ),
);
type SubmissionRow = z.infer<typeof SubmissionRow>;

type Value = string | number | boolean | null;
/** A row with one plain value for each fact, so that two of one id can be compared. */
export type FlatRow = Record<string, Value> & { readonly id: number | string | null; isPartial: boolean };

/** An answer to one item, as far as it is handed on. */
export interface FlatAnswer {
  readonly questionId: number | null;
  readonly position: number | null;
  readonly flagType: string | null;
  readonly severity: string | null;
  readonly isUnread?: true;
}

/** A row as it could be read; `isLost`: its id, patient or instrument could not. */
export interface CaseloadRow {
  /** Its id, or all that the service sent in its place: the same again is the same row. */
  readonly identity: number | string;
  readonly isLost: boolean;
  /** The patients whom rows of its id name, where these are several. */
  readonly ofPatients?: readonly Value[] | undefined;
  readonly flat: FlatRow;
  readonly answers: readonly FlatAnswer[];
}

/** Reads one row of a list, whatever it holds. */
export type ReadRow = (raw: unknown) => CaseloadRow;

const toMs = (text: unknown): number | null => (typeof text === 'string' ? Date.parse(text) : null);
const toLower = (id: unknown): string | null => (typeof id === 'string' ? id.toLowerCase() : null);

const namesOther = (templateId: string | null, template: InstrumentReference | null | undefined): boolean =>
  template != null && toLower(template.templateId) !== templateId;

/** What both kinds of rows have. A title is taken only from the instrument that the row names. */
function flatten(row: Partial<ApplicationRow | SubmissionRow>) {
  const { id = null, formTemplate, status = null } = row;
  const templateId = toLower(row.formTemplateId);
  const named = namesOther(templateId, formTemplate) ? null : formTemplate;
  return {
    id,
    patientId: toLower(row.patientId),
    templateId,
    title: named?.title ?? null,
    shortTitle: named?.shortTitle ?? null,
    status,
  };
}

const flattenApplication = (row: Partial<ApplicationRow>) => ({
  ...flatten(row),
  nextAnswerAtMs: toMs(row.nextAnswerAt),
  lastSubmissionId: row.lastSubmission?.id ?? null,
  lastScore: row.lastSubmission?.score ?? null,
  lastCompletedAtMs: toMs(row.lastSubmission?.completedFillAt),
});

const flattenSubmission = (row: Partial<SubmissionRow>) => ({
  ...flatten(row),
  applicationId: row.formApplicationId ?? null,
  completedAtMs: toMs(row.completedFillAt),
  startedAtMs: toMs(row.startedAt ?? row.notifiedAt ?? row.createdAt),
  deadlineMs: toMs(row.deadline),
  score: row.score ?? null,
  classTitle: row.globalClassification?.title ?? null,
  classColor: row.globalClassification?.color ?? null,
  riskFlagCount: row.riskFlagCount ?? null,
  hasHighRisk: row.hasHighRisk ?? null,
});

const hasUnread = (part: object | null | undefined, name?: string): boolean => {
  const unread = (part as { unreadFields?: readonly string[] } | null | undefined)?.unreadFields ?? [];
  return name === undefined ? unread.length > 0 : unread.includes(name);
};

function toAnswer(answer: z.infer<typeof CaseloadAnswer>): FlatAnswer {
  const { questionId = null, question, riskFlag } = answer;
  return {
    questionId,
    position: question?.position ?? null,
    flagType: riskFlag?.flagType ?? null,
    severity: riskFlag?.severity ?? null,
    ...(hasUnread(answer, 'riskFlag') || hasUnread(riskFlag) ? { isUnread: true } : {}),
  };
}

/** False only for an answer that says NONE, or nothing, of a flag. */
const mayHaveFlag = (answer: z.infer<typeof CaseloadAnswer>): boolean =>
  hasUnread(answer, 'riskFlag') ||
  hasUnread(answer.riskFlag) ||
  (answer.riskFlag != null && answer.riskFlag.flagType !== 'NONE');

/** A field of a row that tells of risk; `answers[3].questionId` alone does not. */
const TELLS_OF_RISK = /^\.(?:hasHighRisk|riskFlagCount|answers(?:\[\d+\](?:\.riskFlag.*)?)?)$/;

const identify = (raw: unknown): string => {
  try {
    return JSON.stringify(raw) ?? '';
  } catch {
    // Nested more deeply than it can be gone through.
    throw refuse('UPSTREAM_UNREADABLE');
  }
};

function createReader<Row>(
  schema: z.ZodMiniType<Row>,
  { role, patients }: { readonly role: Role; readonly patients: PatientVisibility },
  toRow: (row: Partial<Row>, unread: readonly string[]) => Omit<CaseloadRow, 'identity' | 'isLost'>,
): ReadRow {
  const list = z.array(schema);
  const view = compileView(schema, role, patients);
  const isSound = createSoundCheck(schema, new Set(hiddenFields(role, patients)));
  return (raw) => {
    if (isSound(raw)) {
      const read = toRow(raw as Partial<Row>, []);
      return { ...read, isLost: false, identity: read.flat.id ?? identify(raw) };
    }
    const { data, unreadable, lostRows } = readAnswer(list, [view(raw)]);
    const [row] = data;
    const isLost = row === undefined;
    const rest = lostRows.find(({ path }) => path === '[0]')?.row ?? {};
    const read = toRow(
      (row ?? rest) as Partial<Row>,
      unreadable.map(({ path }) => path.slice('[0]'.length)),
    );
    return { ...read, isLost, identity: read.flat.id ?? identify(raw) };
  };
}

const Scales = z.array(ScaleSummary);

/**
 * Reads which way the scale of an instrument's score runs, and the lowest and the highest score of its own ranges, where these
 * are all known.
 */
function readScale(sent: unknown, formId: string): KnownScale {
  const [scale] = readAnswer(Scales, [sent]).data;
  if (!scale || toLower(scale.id) !== formId) return {};
  const scoreDirection = scale.config?.globalScoreConfig?.scoreDirection;
  const own = scale.scoreRanges?.filter((range) => range.formSubScaleId == null) ?? [];
  const ends = hasUnread(scale, 'scoreRanges') ? null : endsOfRanges(own);
  return {
    ...(ends && { minScore: ends[0], maxScore: ends[1] }),
    ...(scoreDirection != null && { scoreDirection }),
  };
}

/** Makes the readers of the service's rows, each in the view of a role. `allAnswers`: not only those with a flag. */
export function createRowReaders(role: Role, patients: PatientVisibility) {
  const viewOfScale = compileView(ScaleSummary, role, patients);
  const seenBy = { role, patients };
  return {
    scale: (raw: unknown, formId: string) => readScale(viewOfScale(raw), formId),
    patient: createReader(CaseloadPatient, seenBy, (row) => ({
      flat: {
        id: toLower(row.serviceId),
        patientId: toLower(row.serviceId),
        name: row.name ?? null,
        surname: row.surname ?? null,
        isPartial: false,
      },
      answers: [],
    })),
    application: createReader(ApplicationRow, seenBy, (row, unread) => {
      const flat = flattenApplication(row);
      const isPartial = unread.length > 0 || namesOther(flat.templateId, row.formTemplate);
      return { flat: { ...flat, isPartial }, answers: [] };
    }),
    submission: (allAnswers: boolean) =>
      createReader(SubmissionRow, seenBy, (row, unread) => {
        const flat = flattenSubmission(row);
        const isOther = namesOther(flat.templateId, row.formTemplate);
        const sent = row.answers ?? [];
        const answers = (allAnswers ? sent : sent.filter(mayHaveFlag)).map(toAnswer);
        const isRiskUnread = unread.some((path) => TELLS_OF_RISK.test(path));
        const isPartial = isOther || unread.some((path) => !TELLS_OF_RISK.test(path));
        return { flat: { ...flat, isRiskUnread, isPartial }, answers };
      }),
  };
}
