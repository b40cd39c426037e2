import type { Client } from '@instrument-panel/client';
import { getSubmissionSummary, type SubmissionSummary } from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { flagToRead, withFlaggedItem, withItemNumber } from '@instrument-panel/shared/score/flag';
import { isItemOf } from '@instrument-panel/shared/ui/item/reading';
import type { CourseQuery } from './attributes.ts';
import { renderRisk } from './headline.ts';
import type { CourseViewModel, PanelContext } from './model.ts';

/**
 * Reads the answer behind a current flag, once for each flag, since a list of submissions may come without answers.
 *
 * @param changed called once one was read
 */
export function createFlagReader({ root, reader }: PanelContext, changed: () => void) {
  /** By submission; null while it is being read, and where it is not what was asked for. */
  const read = new Map<number, SubmissionSummary | null>();
  let reading = new AbortController();

  async function look(client: Client, asked: CourseQuery, submissionId: number): Promise<void> {
    const { signal } = reading;
    const { professionalId, patientId, formId } = asked;
    read.set(submissionId, null);
    try {
      const { data } = await client(getSubmissionSummary, {
        params: { professionalId, submissionId },
        signal,
      });
      if (signal.aborted || !isItemOf(data, { submissionId, patientId, formId })) return;
      read.set(submissionId, data);
      changed();
    } catch {
      // The flag is said without its answer, which "View" still opens, until the next reading.
      if (!signal.aborted) read.delete(submissionId);
    }
  }

  return {
    /** Returns the course with what is known of the answer behind its flag, and says it at the flag. */
    nameFlag<Course extends CourseViewModel>(course: Course): Course {
      const { client, asked } = reader;
      const { unfiltered, instrument } = course.reading;
      const submissionId = unfiltered ? null : flagToRead(course.view);
      const known = submissionId === null ? null : read.get(submissionId);
      if (known === undefined && client && asked) void look(client, asked, submissionId ?? 0);
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
      read.clear();
    },
  };
}
