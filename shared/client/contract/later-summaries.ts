import * as z from 'zod/mini';
import { maybe } from './field.ts';
import { summary } from './plan.ts';
import { ScaleSummary } from './resources/instrument.ts';
import { ApplicationSummary, InstrumentReference, LastSubmission } from './resources/submission.ts';

/** Summaries that a page reads once its graph is shown: apart, so that they come with the code that reads them. @module */
export { LongitudinalAnalysisStatus } from './resources/score-graph.ts';
export { SubmissionSummary } from './resources/submission.ts';

/** What is asked of a patient, as far as a row of an instrument says it. */
export const ApplicationPlans = z.array(
  summary(
    z.extend(
      z.pick(ApplicationSummary, {
        id: true,
        patientId: true,
        formTemplateId: true,
        status: true,
        nextAnswerAt: true,
      }),
      { formTemplate: maybe(InstrumentReference), lastSubmission: maybe(LastSubmission) },
    ),
  ),
);

/** The scale of an instrument, and how many questions it has. */
export const ScaleFacts = summary(z.extend(ScaleSummary, { questions: maybe(z.array(z.unknown())) }));
