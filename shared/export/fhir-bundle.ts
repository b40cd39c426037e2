import type { Answer, Instrument, Submission } from '@instrument-panel/client/contract';
import type {
  Bundle,
  CodeableConcept,
  Coding,
  Observation,
  OperationOutcome,
  QuestionnaireResponse,
  QuestionnaireResponseItemAnswer,
  Reference,
} from 'fhir/r4.js';
import { answeredAt } from '../score/latest.ts';
import { flaggedItems, riskOf } from '../score/risk.ts';
import type { PointRisk } from '../score/view.ts';
import { findMismatch, isOffScale, type Scored, scoredOf } from './scored.ts';

interface FhirOptions {
  /** Now, ISO 8601. */
  readonly timestamp: string;
  /** Makes a random UUID; entries of a bundle refer to each other by it. */
  readonly uuid: () => string;
  /** What is said of risk, in the reader's language; never left out, since silence is neither yes nor no. */
  readonly riskNote: (risk: PointRisk, flags: number) => string;
  /** Sentences on what could not be read, or does not agree. Default: none. */
  readonly notices?: readonly string[];
  /** The service's clock, milliseconds: an instant after it is no instant of an answer. Default: not known. */
  readonly now?: number | null;
}

class NotAnsweredError extends Error {
  override readonly name = 'NotAnsweredError';
  readonly code = 'SUBMISSION_NOT_ANSWERED';
}

const concept = (codeSystem: string, code: string, display: string): CodeableConcept => ({
  coding: [{ system: `http://terminology.hl7.org/CodeSystem/${codeSystem}`, code, display }],
});
const SURVEY = concept('observation-category', 'survey', 'Survey');
const NO_VALUE = concept('data-absent-reason', 'unknown', 'Unknown');
const WRONG_VALUE = concept('data-absent-reason', 'error', 'Error');
const SCORE_UNIT = { unit: '{score}', system: 'http://unitsofmeasure.org', code: '{score}' };
/** Weight of an option in the score (hl7.org/fhir/R4/extension-ordinalvalue). */
const ORDINAL = 'http://hl7.org/fhir/StructureDefinition/ordinalValue';

const loinc = (code: string, display: string): Coding => ({ system: 'http://loinc.org', code, display });

/** The codes that were verified; an instrument that is not here gets none rather than a guessed one. */
const VERIFIED = [
  {
    shortTitle: 'PHQ-9',
    questions: 9,
    highest: 27,
    total: loinc('44261-6', 'Patient Health Questionnaire 9 item (PHQ-9) total score [Reported]'),
  },
  {
    shortTitle: 'GAD-7',
    questions: 7,
    highest: 21,
    total: loinc('70274-6', 'Generalized anxiety disorder 7 item (GAD-7) total score [Reported.PHQ]'),
  },
];

/**
 * The LOINC code of an instrument's total score, or null. A partner may give an instrument of their own the name, so
 * the number of questions and the highest score have to be the published ones too.
 */
function totalScoreCode(instrument: Instrument | null): Coding | null {
  if (instrument?.instrumentType !== 'STANDARDIZED_SCALE') return null;
  const highest = Math.max(...(instrument.scoreRanges ?? []).map(({ maxScore }) => maxScore));
  const found = VERIFIED.find(
    (one) =>
      one.shortTitle === instrument.shortTitle &&
      one.questions === instrument.questions?.length &&
      one.highest === highest,
  );
  return found?.total ?? null;
}

/** Text as FHIR R4 takes it: no blanks but space, tab and line ends; null where nothing is left. */
function fhirText(text: string | null | undefined): string | null {
  const plain = (text ?? '').replace(/[^\S \r\n\t]/g, ' ').trim();
  return plain === '' ? null : plain;
}

function answersOf({ value, values, customValue, weight }: Answer): QuestionnaireResponseItemAnswer[] {
  const said = [value, ...(values ?? []), customValue].map(fhirText).filter((one) => one !== null);
  const [only] = said;
  if (said.length === 1 && only !== undefined && typeof weight === 'number') {
    return [{ valueCoding: { extension: [{ url: ORDINAL, valueDecimal: weight }], display: only } }];
  }
  return [...new Set(said)].map((valueString) => ({ valueString }));
}

function responseOf(submission: Submission, patient: Reference): QuestionnaireResponse {
  const { completedFillAt, answers } = submission;
  const items = (answers ?? []).map((answer, index) => {
    const given = answersOf(answer);
    const text = fhirText(answer.question?.title);
    return {
      // An id of its own for an answer whose question is not known: no two items may share one.
      linkId: answer.questionId == null ? `answer-${index + 1}` : String(answer.questionId),
      ...(text !== null && { text }),
      ...(given.length > 0 && { answer: given }),
    };
  });
  return {
    resourceType: 'QuestionnaireResponse',
    identifier: { value: String(submission.id) },
    status: 'completed',
    subject: patient,
    source: patient,
    ...(completedFillAt && { authored: completedFillAt }),
    // FHIR knows no empty lists.
    ...(items.length > 0 && { item: items }),
  };
}

/** The class of a score; null without a score, whose meaning it is, and for one that it contradicts. */
const classOf = (scored: Scored): string | null =>
  scored.score === null || findMismatch(scored) ? null : fhirText(scored.classification?.title);

function observationOf(
  scored: Scored,
  submission: Submission,
  instrument: Instrument | null,
  common: Pick<Observation, 'subject' | 'performer' | 'derivedFrom' | 'note'>,
): Observation {
  const { subscale, score, ranges } = scored;
  const code = subscale === null ? totalScoreCode(instrument) : null;
  const range = classOf(scored);
  const { title, shortTitle } = submission.formTemplate ?? instrument ?? { title: submission.formTemplateId };
  const named = `${fhirText(shortTitle) ?? fhirText(title) ?? submission.formTemplateId}${subscale === null ? '' : `, ${subscale}`}`;
  return {
    resourceType: 'Observation',
    identifier: [{ value: `${submission.id}/${subscale ?? 'total'}` }],
    ...common,
    status: 'final',
    category: [SURVEY],
    code: { ...(code && { coding: [code] }), text: fhirText(named) ?? named },
    ...(submission.completedFillAt && { effectiveDateTime: submission.completedFillAt }),
    ...(score === null || isOffScale(score)
      ? { dataAbsentReason: score === null ? NO_VALUE : WRONG_VALUE }
      : { valueQuantity: { value: score, ...SCORE_UNIT } }),
    ...(range !== null && { interpretation: [{ text: range }] }),
    ...(ranges.length > 0 && {
      referenceRange: ranges.map(({ title, minScore, maxScore }) => {
        const text = fhirText(title);
        return { low: { value: minScore }, high: { value: maxScore }, ...(text !== null && { text }) };
      }),
    }),
  };
}

/** Reports what is missing from the bundle, as an OperationOutcome with the code `incomplete`. */
const outcomeOf = (notices: readonly string[]): OperationOutcome => ({
  resourceType: 'OperationOutcome',
  issue: notices.map((text) => ({ severity: 'warning', code: 'incomplete', details: { text } })),
});

/**
 * An answered submission as a FHIR R4 Bundle: one QuestionnaireResponse with the answers, and one Observation for each
 * score, derived from it; an OperationOutcome where something could not be read. The patient is named by the service's
 * id only; ranges and classification are the service's.
 *
 * @param instrument null where it could not be read: then without reference ranges and LOINC code
 * @throws NotAnsweredError for a submission that is not answered
 */
export function fhirBundle(
  sent: Submission,
  instrument: Instrument | null,
  options: FhirOptions,
): Bundle<Observation | QuestionnaireResponse | OperationOutcome> {
  if (sent.status !== 'ANSWERED') {
    throw new NotAnsweredError('Only an answered submission can be handed on as FHIR resources.');
  }
  const { notices = [], now } = options;
  const isDated = !Number.isNaN(answeredAt(sent.completedFillAt, now));
  const submission = isDated ? sent : { ...sent, completedFillAt: null };
  const patient: Reference = { type: 'Patient', identifier: { value: submission.patientId } };
  const risk = riskOf(submission);
  const flags =
    risk === 'flagged' ? Math.max(submission.riskFlagCount ?? 0, flaggedItems(submission).length, 1) : 0;
  const responseUrl = `urn:uuid:${options.uuid()}`;
  const common = {
    subject: patient,
    performer: [patient],
    derivedFrom: [{ type: 'QuestionnaireResponse', reference: responseUrl }],
    note: [{ text: options.riskNote(risk, flags) }],
  };
  return {
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: options.timestamp,
    entry: [
      { fullUrl: responseUrl, resource: responseOf(submission, patient) },
      ...scoredOf(submission, instrument).map((scored) => ({
        fullUrl: `urn:uuid:${options.uuid()}`,
        resource: observationOf(scored, submission, instrument, common),
      })),
      ...(notices.length > 0
        ? [{ fullUrl: `urn:uuid:${options.uuid()}`, resource: outcomeOf(notices) }]
        : []),
    ],
  };
}
