import * as z from 'zod/mini';
import { DateTime, Id, maybe, openEnum, timestamps, Uuid } from '../field.ts';
import { summary } from '../plan.ts';
import { sensitive } from '../visibility.ts';

/** Name of a range, and its colour, which is untrusted text. */
const named = {
  /** Name of the range. */
  title: z.string(),
  /** Colour of the range, as text that is not to be trusted. */
  color: maybe(z.string()),
};

/** The range that a score falls in, by its name only. */
export const ClassificationSummary = z.object(named);

/** The range that a score falls in (docs/service.md#classification). */
export const Classification = z.extend(ClassificationSummary, {
  /** Lowest score of the range. */
  minScore: maybe(z.number()),
  /** Highest score of the range. */
  maxScore: maybe(z.number()),
});
export type Classification = z.infer<typeof Classification>;

/** A range as it is drawn; bounds are inclusive. */
export const ScoreRangeSummary = z.object({
  ...named,
  /** Lowest score of the range. */
  minScore: z.number(),
  /** Highest score of the range. */
  maxScore: z.number(),
});
export type ScoreRangeSummary = z.infer<typeof ScoreRangeSummary>;

/** An interpretation range of an instrument or of a subscale (docs/service.md#score-range). Bounds are inclusive. */
export const ScoreRange = z.extend(ScoreRangeSummary, {
  /** Id of the range. */
  id: maybe(Id),
  /** The instrument that it belongs to. */
  formTemplateId: maybe(Uuid),
  /** The subscale that it belongs to; null for the instrument's own score. */
  formSubScaleId: maybe(Id),
  ...timestamps,
});
export type ScoreRange = z.infer<typeof ScoreRange>;

/** Direction of a scale; `HIGHER_BETTER` is chosen by this project. Without a known one no change is judged. */
export const ScoreDirection = openEnum(['HIGHER_WORSE', 'HIGHER_BETTER']);

/** An answer option with its weight in the score (docs/service.md#option). */
export const Option = z.object({
  /** Id of the option. */
  id: Id,
  /** What the patient reads. */
  value: z.string(),
  /** What it adds to the score. */
  weight: maybe(z.number()),
  /** A sign beside it. */
  emoji: maybe(z.string()),
  /** Whether the patient may write something else here. */
  isOther: maybe(z.boolean()),
  /** Place among the options. */
  position: maybe(z.int()),
  ...timestamps,
});
export type Option = z.infer<typeof Option>;

/** A labelled point of a scale question. */
export const PointAnchor = z.object({
  /** A sign beside it. */
  emoji: maybe(z.string()),
  /** What the patient reads. */
  label: maybe(z.string()),
  /** Place on the scale. */
  value: maybe(z.number()),
});

/** The question as it is named inside an answer (docs/service.md#answer). */
export const QuestionSummary = z.object({
  /** The question as the patient reads it. */
  title: maybe(z.string()),
  /** How it is answered; the list of values is not complete. */
  questionType: maybe(openEnum(['MULTIPLE_CHOICE'])),
  /** Place among the questions. */
  position: maybe(z.int()),
  /** Lower end of a scale. */
  scaleStart: maybe(z.number()),
  /** Upper end of a scale. */
  scaleEnd: maybe(z.number()),
  /** Distance between two points of a scale. */
  scaleStep: maybe(z.number()),
  /** Words at the left end of a scale. */
  leftLabel: maybe(z.string()),
  /** Words in the middle of a scale. */
  centerLabel: maybe(z.string()),
  /** Words at the right end of a scale. */
  rightLabel: maybe(z.string()),
  /** Sign at the left end of a scale. */
  leftEmoji: maybe(z.string()),
  /** Sign in the middle of a scale. */
  centerEmoji: maybe(z.string()),
  /** Sign at the right end of a scale. */
  rightEmoji: maybe(z.string()),
  /** The subscale that the question belongs to. */
  formSubScaleId: maybe(Id),
  /** The labelled points of a scale. */
  pointAnchors: maybe(z.array(PointAnchor)),
  /** The answers that can be chosen. */
  questionOptions: maybe(z.array(Option)),
});
export type QuestionSummary = z.infer<typeof QuestionSummary>;

/** When a question is shown (docs/service.md#question). */
export const VisibilityCondition = z.object({
  /** How the other answer is looked at; the list of values is not complete. */
  operator: maybe(openEnum(['OPTION_SELECTED'])),
  /** The answer that is looked for. */
  optionValue: maybe(z.string()),
  /** The question whose answer decides. */
  sourceQuestionId: maybe(Id),
  /** The place of that question. */
  sourceQuestionPosition: maybe(z.int()),
  /** The number that an answer is compared with. */
  threshold: maybe(z.number()),
});

/** A question of an instrument. */
export const InstrumentQuestion = z.extend(QuestionSummary, {
  /** Id of the question. */
  id: Id,
  /** Short name of the question within the instrument. */
  code: maybe(z.string()),
  /** Whether its answers add to the score. */
  hasWeight: maybe(z.boolean()),
  /** The subscales that the question belongs to. */
  subScaleIds: maybe(z.array(Id)),
  /** When the question is shown; always where there is none. */
  visibilityCondition: maybe(VisibilityCondition),
  ...timestamps,
});
export type InstrumentQuestion = z.infer<typeof InstrumentQuestion>;

const SubscaleSummary = z.object({
  /** Id of the subscale. */
  id: Id,
  /** Name of the subscale. */
  name: z.string(),
  /** Short name of the subscale within the instrument. */
  code: maybe(z.string()),
  /** Which way the scale runs; the list of values is not complete. */
  scoreDirection: maybe(ScoreDirection),
});

/** A part of an instrument with a score of its own (docs/service.md#subscale). */
export const Subscale = z.extend(SubscaleSummary, {
  /** How the score is made; the list of values is not complete. */
  calculationMethod: maybe(openEnum(['SUM'])),
  /** What the score is made of; the list of values is not complete. */
  source: maybe(openEnum(['QUESTIONS'])),
  /** The subscales inside this one. */
  childSubScaleIds: maybe(z.array(Id)),
  /** The ranges that its score is read by. */
  scoreRanges: sensitive('interpretation', maybe(z.array(ScoreRange))),
  ...timestamps,
});
export type Subscale = z.infer<typeof Subscale>;

/** A topic of the library. */
export const Tag = z.object({
  /** Id of the topic, as the library takes it. */
  id: Id,
  /** Name of the topic. */
  name: z.string(),
  ...timestamps,
});
export type Tag = z.infer<typeof Tag>;

/** A part of an instrument's questions under one heading. */
export const Section = z.object({
  /** Id of the section. */
  id: Id,
  /** Its heading. */
  title: maybe(z.string()),
  /** Words below the heading. */
  description: maybe(z.string()),
  /** Place among the sections. */
  position: maybe(z.int()),
  ...timestamps,
});

const Directed = z.object({
  /** Which way the scale runs; the list of values is not complete. */
  scoreDirection: maybe(ScoreDirection),
});

/** How the global score is made, and which way it runs. */
export const GlobalScoreConfig = z.extend(Directed, {
  /** Whether there is a score of the instrument as a whole. */
  calculateGlobalScore: maybe(z.boolean()),
  /** How the score is made; the list of values is not complete. */
  calculationMethod: maybe(openEnum(['SUM'])),
  /** What the score is made of; the list of values is not complete. */
  source: maybe(openEnum(['QUESTIONS'])),
});

const titled = {
  /** Id of the instrument, as it stands in paths. */
  id: Uuid,
  /** Full name. */
  title: maybe(z.string()),
  /** Short name, such as an acronym. */
  shortTitle: maybe(z.string()),
  /** How the instrument is scored. */
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
  /** Name as the service shows it. */
  formattedTitle: maybe(z.string()),
  /** What the instrument is for. */
  description: maybe(z.string()),
  /** How a professional uses it. */
  instruction: maybe(z.string()),
  /** What the patient reads before the questions. */
  patientInstruction: maybe(z.string()),
  /** The literature that it rests on. */
  references: maybe(z.string()),
  /** Who developed it. */
  developerReferences: maybe(z.string()),
  /** Kind of instrument; the list of values is not complete. */
  instrumentType: maybe(openEnum(['STANDARDIZED_SCALE'])),
  /** State of the instrument; the list of values is not complete. */
  status: maybe(openEnum(['DRAFT'])),
  /** Whether the service counts it as new. */
  isNew: maybe(z.boolean()),
  /** Whether it is in the public library. */
  isPublic: maybe(z.boolean()),
  /** Whether it has a score. */
  isScorable: maybe(z.boolean()),
  /** Average score; of whom, the service does not say. */
  averageScore: maybe(z.number()),
  /** How the instrument is scored. */
  config: maybe(
    z.object({
      /** How the score of the instrument as a whole is made. */
      globalScoreConfig: maybe(GlobalScoreConfig),
    }),
  ),
  /** Facts about the record. */
  metadata: maybe(
    z.object({
      /** When it was published. */
      publishedAt: maybe(DateTime),
    }),
  ),
  /** The questions. */
  questions: maybe(z.array(InstrumentQuestion)),
  /** The ranges that scores are read by, those of subscales among them. */
  scoreRanges: sensitive('interpretation', maybe(z.array(ScoreRange))),
  /** The parts of its questions. */
  sections: maybe(z.array(Section)),
  /** Its subscales. */
  subScales: maybe(z.array(Subscale)),
  /** Its topics. */
  tags: maybe(z.array(Tag)),
  ...timestamps,
});
export type Instrument = z.infer<typeof Instrument>;
