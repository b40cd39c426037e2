import { iso, isoOrNull } from '../clock.ts';
import { invalid } from '../errors.ts';
import type { HandlerOf } from '../http/handler.ts';
import { requireInstrument } from '../records/instrument.ts';
import { requirePatient } from '../records/patient.ts';
import type { SubmissionRow } from '../records/submission.ts';
import { scoreSeries } from '../score-series.ts';

export const getScoreGraph: HandlerOf<'getScoreGraph'> = ({ service, path, query, language }) => {
  const from = query.startDate === undefined ? Number.NEGATIVE_INFINITY : Date.parse(query.startDate);
  const to = query.endDate === undefined ? Number.POSITIVE_INFINITY : Date.parse(query.endDate);
  if (from > to) throw invalid('startDate must not be later than endDate.');
  const inRange = (at: number) => from <= at && at <= to;
  const instrument = requireInstrument(path.formId);
  requirePatient(service.store, path.professionalId, path.patientId);
  const answered = service.store.all<SubmissionRow>(
    `SELECT * FROM submission
     WHERE professionalId = ? AND patientId = ? AND formTemplateId = ? AND completedFillAt IS NOT NULL
     ORDER BY completedFillAt, id`,
    path.professionalId,
    path.patientId,
    instrument.id,
  );
  const shown = answered.flatMap(({ completedFillAt }) =>
    completedFillAt !== null && inRange(completedFillAt) ? [completedFillAt] : [],
  );
  return {
    body: {
      formTemplateId: instrument.id,
      patientId: path.patientId,
      generatedAt: iso(service.clock.now()),
      series: scoreSeries(instrument, answered, inRange, language),
      summary: {
        firstSubmissionCompletedFillAt: isoOrNull(shown[0] ?? null),
        lastSubmissionCompletedFillAt: isoOrNull(shown.at(-1) ?? null),
        totalAnsweredSubmissions: shown.length,
      },
    },
  };
};
