import * as z from 'zod/mini';
import { DateTime, Id, maybe, maybeAll, openEnum, timestamps, Uuid } from '../field.ts';
import { summary } from '../plan.ts';
import { sensitive } from '../visibility.ts';

/** Name of a range, and its colour, which is untrusted text. */
const named = { title: z.string(), color: maybe(z.string()) };

/** The range that a score falls in, by its name only. */
export const ClassificationSummary = z.object(named);

/** The range that a score falls in (docs/service.md#classification). */
export const Classification = z.extend(ClassificationSummary, {
  minScore: maybe(z.number()),
  maxScore: maybe(z.number()),
});
export type Classification = z.infer<typeof Classification>;

/** A range as it is drawn; bounds are inclusive. */
export const ScoreRangeSummary = z.object({ ...named, minScore: z.number(), maxScore: z.number() });
export type ScoreRangeSummary = z.infer<typeof ScoreRangeSummary>;

/** An interpretation range of an instrument or of a subscale (docs/service.md#score-range). Bounds are inclusive. */
export const ScoreRange = z.extend(ScoreRangeSummary, {
  id: maybe(Id),
  formTemplateId: maybe(Uuid),
  formSubScaleId: maybe(Id),
  ...timestamps,
});
export type ScoreRange = z.infer<typeof ScoreRange>;

/** Direction of a scale; `HIGHER_BETTER` is chosen by this project. Without a known one no change is judged. */
export const ScoreDirection = openEnum(['HIGHER_WORSE', 'HIGHER_BETTER']);

/** An answer option with its weight in the score (docs/service.md#option). */
export const Option = z.object({
  id: Id,
  value: z.string(),
  weight: maybe(z.number()),
  emoji: maybe(z.string()),
  isOther: maybe(z.boolean()),
  position: maybe(z.int()),
  ...timestamps,
});
export type Option = z.infer<typeof Option>;

/** A labelled point of a scale question. */
export const PointAnchor = z.object({
  emoji: maybe(z.string()),
  label: maybe(z.string()),
  value: maybe(z.number()),
});

/** Question summary, inside an answer (docs/service.md#answer). */
export const QuestionSummary = z.object({
  title: maybe(z.string()),
  questionType: maybe(openEnum(['MULTIPLE_CHOICE'])),
  position: maybe(z.int()),
  ...maybeAll(z.number(), 'scaleStart', 'scaleEnd', 'scaleStep'),
  ...maybeAll(z.string(), 'leftLabel', 'centerLabel', 'rightLabel', 'leftEmoji', 'centerEmoji', 'rightEmoji'),
  formSubScaleId: maybe(Id),
  pointAnchors: maybe(z.array(PointAnchor)),
  questionOptions: maybe(z.array(Option)),
});
export type QuestionSummary = z.infer<typeof QuestionSummary>;

/** When a question is shown (docs/service.md#question). */
export const VisibilityCondition = z.object({
  operator: maybe(openEnum(['OPTION_SELECTED'])),
  optionValue: maybe(z.string()),
  sourceQuestionId: maybe(Id),
  sourceQuestionPosition: maybe(z.int()),
  threshold: maybe(z.number()),
});

/** A question of an instrument. */
export const InstrumentQuestion = z.extend(QuestionSummary, {
  id: Id,
  code: maybe(z.string()),
  hasWeight: maybe(z.boolean()),
  subScaleIds: maybe(z.array(Id)),
  visibilityCondition: maybe(VisibilityCondition),
  ...timestamps,
});
export type InstrumentQuestion = z.infer<typeof InstrumentQuestion>;

const SubscaleSummary = z.object({
  id: Id,
  name: z.string(),
  code: maybe(z.string()),
  scoreDirection: maybe(ScoreDirection),
});

/** A part of an instrument with a score of its own (docs/service.md#subscale). */
export const Subscale = z.extend(SubscaleSummary, {
  calculationMethod: maybe(openEnum(['SUM'])),
  source: maybe(openEnum(['QUESTIONS'])),
  childSubScaleIds: maybe(z.array(Id)),
  scoreRanges: sensitive('interpretation', maybe(z.array(ScoreRange))),
  ...timestamps,
});
export type Subscale = z.infer<typeof Subscale>;

/** A topic of the library. */
export const Tag = z.object({
  id: Id,
  name: z.string(),
  ...timestamps,
});
export type Tag = z.infer<typeof Tag>;

/** A part of an instrument's questions under one heading. */
export const Section = z.object({
  id: Id,
  title: maybe(z.string()),
  description: maybe(z.string()),
  position: maybe(z.int()),
  ...timestamps,
});

const Directed = z.object({ scoreDirection: maybe(ScoreDirection) });

/** How the global score is made, and which way it runs. */
export const GlobalScoreConfig = z.extend(Directed, {
  calculateGlobalScore: maybe(z.boolean()),
  calculationMethod: maybe(openEnum(['SUM'])),
  source: maybe(openEnum(['QUESTIONS'])),
});

const titled = {
  id: Uuid,
  title: maybe(z.string()),
  shortTitle: maybe(z.string()),
  config: maybe(z.object({ globalScoreConfig: maybe(Directed) })),
};

/** An instrument as far as a score graph needs it: its name, which way its scales run, and how many questions it has. */
export const InstrumentSummary = summary(
  z.object({
    ...titled,
    subScales: maybe(z.array(SubscaleSummary)),
    questions: maybe(z.array(z.unknown())),
  }),
);
export type InstrumentSummary = z.infer<typeof InstrumentSummary>;

/** The scale of an instrument's global score: which way it runs, its ranges (those of no subscale) and its questions. */
export const ScaleSummary = summary(
  z.object({
    ...titled,
    questions: maybe(z.array(z.unknown())),
    scoreRanges: sensitive(
      'interpretation',
      maybe(
        z.array(
          z.object({
            title: maybe(z.string()),
            minScore: z.number(),
            maxScore: z.number(),
            formSubScaleId: maybe(Id),
          }),
        ),
      ),
    ),
  }),
);
export type ScaleSummary = z.infer<typeof ScaleSummary>;

/** A standardised or custom assessment tool (docs/service.md#instrument). */
export const Instrument = z.extend(InstrumentSummary, {
  ...maybeAll(z.string(), 'formattedTitle', 'description', 'instruction'),
  ...maybeAll(z.string(), 'patientInstruction', 'references', 'developerReferences'),
  instrumentType: maybe(openEnum(['STANDARDIZED_SCALE'])),
  status: maybe(openEnum(['DRAFT'])),
  ...maybeAll(z.boolean(), 'isNew', 'isPublic', 'isScorable'),
  averageScore: maybe(z.number()),
  config: maybe(z.object({ globalScoreConfig: maybe(GlobalScoreConfig) })),
  metadata: maybe(z.object({ publishedAt: maybe(DateTime) })),
  questions: maybe(z.array(InstrumentQuestion)),
  scoreRanges: sensitive('interpretation', maybe(z.array(ScoreRange))),
  sections: maybe(z.array(Section)),
  subScales: maybe(z.array(Subscale)),
  tags: maybe(z.array(Tag)),
  ...timestamps,
});
export type Instrument = z.infer<typeof Instrument>;
