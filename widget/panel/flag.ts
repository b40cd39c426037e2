import type { Caller } from '@instrument-panel/client';
import { getSubmissionSummary, type SubmissionSummary } from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { FlaggedAnswers } from '@instrument-panel/shared/panel/flagged-answers';
import { flagToRead, withFlaggedItem, withItemNumber } from '@instrument-panel/shared/score/flag';
import { isItemOf } from '@instrument-panel/shared/ui/item/reading';
import type { CourseQuery } from './attributes.ts';
import { renderRisk } from './headline.ts';
import type { CourseViewModel, PanelContext } from './model.ts';

/**
 * Reads the answer behind a current flag, since a list of submissions may come without answers.
 *
 * @param changed called once one was read
 */
export function createFlagReader({ root, reader }: PanelContext, changed: () => void) {
  const answers = new FlaggedAnswers<SubmissionSummary>();
  let reading = new AbortController();

  async function read(client: Caller, asked: CourseQuery, submissionId: number) {
    const { professionalId, patientId, formId } = asked;
    const params = { professionalId, submissionId };
    const { data } = await client(getSubmissionSummary, { params, signal: reading.signal });
    return isItemOf(data, { submissionId, patientId, formId }) ? data : null;
  }

  return {
    /** Returns the course with what is known of the answer behind its flag, and says it at the flag. */
    nameFlag<Course extends CourseViewModel>(course: Course): Course {
      const { client, asked } = reader;
      const { unfiltered, instrument } = course.reading;
      const submissionId = unfiltered ? null : flagToRead(course.view);
      const known = answers.get(submissionId);
      // Until it is known the flag is said without its answer, which "View" still opens.
      if (submissionId !== null && client && asked)
        void answers
          .read(submissionId, () => read(client, asked, submissionId))
          .then((isNew) => isNew && changed());
      const flagged = known ? withFlaggedItem(course.view, known) : course.view;
      const isOurs = instrument && isSameId(instrument.data.id, flagged.formTemplateId);
      const view = withItemNumber(flagged, (isOurs && instrument.data.questions) || []);
      if (view === course.view) return course;
      const named = { ...course, view };
      renderRisk(root, named);
      return named;
    },
    /** Forgets the patient. */
    clear(): void {
      reading.abort();
      reading = new AbortController();
      answers.clear();
    },
  };
}
