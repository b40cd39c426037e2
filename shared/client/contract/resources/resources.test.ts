import { describe, expect, it } from 'vitest';
import type * as z from 'zod/mini';
import * as resources from './index.ts';

const QUESTION =
  'title questionType position scaleStart scaleEnd scaleStep leftLabel centerLabel rightLabel leftEmoji centerEmoji rightEmoji formSubScaleId pointAnchors questionOptions';
const NESTED_APPLICATION =
  'id patientId authorId formTemplateId recurrenceCycle status startedAt nextAnswerAt notifyEmail notifyWhatsApp openToAnswer allowPatientAnnotation hideFormTemplateTitle showFormGraphToPatient answerToken createdAt updatedAt';

/** The documented fields, resource by resource, written down a second time. */
const SPECIFIED = {
  Professional: 'serviceId externalId name surname email cellphone occupation status createdAt updatedAt',
  Patient:
    'serviceId name surname email cellphone birthday gender education relationStatus status createdAt updatedAt',
  Application: `${NESTED_APPLICATION} formTemplate urlToAnswer lastSubmission submissions totalSubmissions`,
  ApplicationSummary: NESTED_APPLICATION,
  LastSubmission: 'id score completedFillAt',
  InstrumentReference: 'templateId title shortTitle',
  Submission:
    'id formApplicationId formApplication formTemplateId formTemplate patientId status fillType deadline notifiedAt startedAt startedFillAt completedFillAt urlToAnswer score globalClassification subscaleClassifications subscaleScores hasHighRisk riskFlagCount interpretativeAnalysis psychometricIndicators answers createdAt updatedAt',
  SubscaleScore: 'id name score',
  PsychometricIndicators: 'global subscales version',
  Classification: 'title color minScore maxScore',
  Answer:
    'id formSubmissionId questionId question value values customValue weight riskFlag createdAt updatedAt',
  RiskFlag: 'flagType severity',
  QuestionSummary: QUESTION,
  PointAnchor: 'emoji label value',
  Option: 'id value weight emoji isOther position createdAt updatedAt',
  Instrument:
    'id title shortTitle formattedTitle description instruction patientInstruction references developerReferences instrumentType status isNew isPublic isScorable averageScore config metadata questions scoreRanges sections subScales tags createdAt updatedAt',
  GlobalScoreConfig: 'calculateGlobalScore calculationMethod scoreDirection source',
  InstrumentQuestion: `${QUESTION} id code hasWeight subScaleIds createdAt updatedAt visibilityCondition`,
  VisibilityCondition: 'operator optionValue sourceQuestionId sourceQuestionPosition threshold',
  ScoreRange: 'id formTemplateId formSubScaleId title color minScore maxScore createdAt updatedAt',
  Subscale:
    'id name code calculationMethod scoreDirection source childSubScaleIds scoreRanges createdAt updatedAt',
  Section: 'id title description position createdAt updatedAt',
  Tag: 'id name createdAt updatedAt',
  ScoreGraph: 'formTemplateId patientId generatedAt series summary',
  ScoreSeries: 'seriesId seriesType name source calculationMethod scoreRanges yDomain points',
  ScorePoint: 'submissionId formApplicationId completedFillAt score classification indicators',
  Indicators:
    'deltaFromBaseline deltaFromPrevious percentChangeFromBaseline percentChangeFromPrevious isBestScore isWorstScore previousSeverityCategory severityCategory',
  LongitudinalAnalysisStatus: 'hasAnalysis isStale analysisId analysisGeneratedAt latestSubmissionAt',
  Notification:
    'id formApplicationId formSubmissionId patientId professionalId patientName destinationEmail destinationPhoneNumber channel context provider status createdAt sentAt updatedAt',
  Recommendation: 'actions audit_log_id mode recommendation_text used_instruments',
  RecommendationHistoryItem: 'actions mode recommendation_text used_instruments id case_text created_at',
  RecommendationHistory: 'items page page_size total total_pages',
  AccountLink: 'status message',
  ProfessionalCheck: 'exists serviceId linked',
  BulkCancel: 'canceledApplicationIds canceledCount',
} as const;

const declared = new Map<string, unknown>(Object.entries(resources));
const UUID = 'a3bb189e-8bf9-3888-9912-ace4e6543002';

describe('the resources', () => {
  it.each(Object.entries(SPECIFIED))('%s has the documented fields and no other', (name, fields) => {
    const schema = declared.get(name) as z.ZodMiniObject;
    expect(Object.keys(schema.def.shape).toSorted()).toEqual(fields.split(' ').toSorted());
  });

  it('carry an application inside a submission without the fields that only the whole one has', () => {
    expect(Object.keys(resources.ApplicationSummary.shape)).not.toContain('urlToAnswer');
  });

  it('read a record that has only what identifies it, and drop what they do not know', () => {
    const read = resources.Patient.parse({ serviceId: UUID, name: 'Ana', surname: null, invented: 1 });
    expect(read).toEqual({ serviceId: UUID, name: 'Ana', surname: null });
  });

  it('accept an unknown value where the whole list is undocumented', () => {
    const config = { scoreDirection: 'SIDEWAYS', calculationMethod: 'MEAN' };
    expect(resources.GlobalScoreConfig.parse(config)).toEqual(config);
  });

  it('refuse an unknown value where it does: a state, a severity', () => {
    const submission = { id: 1, formTemplateId: UUID, patientId: UUID, status: 'ANSWERED' };
    expect(resources.Submission.safeParse(submission).success).toBe(true);
    expect(resources.Submission.safeParse({ ...submission, status: 'VANISHED' }).success).toBe(false);
    expect(resources.RiskFlag.safeParse({ flagType: 'NONE', severity: 'EXTREME' }).success).toBe(false);
  });

  it('take date-times with an offset and UUIDs of any variant', () => {
    const point = { submissionId: 1, completedFillAt: '2026-03-01T09:00:00-03:00', score: 0 };
    expect(resources.ScorePoint.safeParse(point).success).toBe(true);
    const anyVariant = '00000000-0000-0000-0000-000000000001';
    expect(resources.Patient.safeParse({ serviceId: anyVariant, name: '' }).success).toBe(true);
  });
});
