import { isSameId } from '@instrument-panel/client/params';
import { type ItemDialog, openItemDialog } from '@instrument-panel/shared/ui/item/dialog';
import { type ItemReference, isItemOf } from '@instrument-panel/shared/ui/item/reading';
import type { KnownChart } from './chart-store.ts';
import { classifyProblem, readProblem, sayProblemKind } from './problem.ts';
import type { PatientSession } from './session.ts';
import type { PanelSpeech } from './speech.ts';

/**
 * Opens the answers of one submission at a time over the page.
 *
 * @param place where the dialog is put
 */
export function createAnswersOpener(place: HTMLElement, session: PatientSession, speech: PanelSpeech) {
  let dialog: ItemDialog | null = null;
  const open = (known: KnownChart | null, of: ItemReference & { readonly title: string }): void => {
    dialog?.close();
    const { submissionId: opened, patientId, formId, title } = of;
    const chart = known && isSameId(known.person.id, patientId) ? known : null;
    const course = chart?.courses.find((one) => isSameId(one.formId, formId));
    dialog = openItemDialog(
      place,
      {
        submissionId: opened,
        speech: speech.course,
        title,
        view: course?.view ?? null,
        timeZone: null,
        patient: null,
        readName: async () => chart?.person.name ?? '',
        async read(submissionId, signal) {
          const reply = await session.read('item.read', { submissionId, formId }, { signal });
          if (!isItemOf(reply.submission, { submissionId, patientId, formId }))
            throw Object.assign(new Error(), { code: 'mismatch' });
          return reply;
        },
        sayFailure(error) {
          const problemKind = classifyProblem(readProblem(error));
          return problemKind === 'not-found' ? null : sayProblemKind(speech.chart, problemKind);
        },
      },
      () => {
        dialog = null;
      },
    );
  };
  return {
    /** Opens the answers of any submission. A known chart adds the patient's name and the previous answers. */
    open,
    /** Opens those of a course that a chart shows. */
    openOf(known: KnownChart | null, formId: string, submissionId: number): void {
      const course = known?.courses.find((one) => one.formId === formId);
      if (!known || !course) return;
      const title = course.title || course.name || speech.course.words.untitled;
      open(known, { submissionId, formId, patientId: known.person.id, title });
    },
    /** Leaves nothing of the patient behind, and drops what is under way. */
    close: () => dialog?.close(),
  };
}
