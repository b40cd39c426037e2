import { type Client, readAnswer } from '@instrument-panel/client';
import { getInstrument, getSubmission, Instrument, Submission } from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { type ItemDialogOptions, openItemDialog } from '@instrument-panel/shared/ui/item/dialog';
import { type ItemReference, type ItemSnapshot, isItemOf } from '@instrument-panel/shared/ui/item/reading';
import type { CourseQuery } from '../panel/attributes.ts';
import type { PanelData } from '../panel/data.ts';
import { mustBe, PanelError, toPanelProblem } from '../panel/problem.ts';
import { sayProblem } from '../panel/say-problem.ts';

export { type ItemDialog, itemStyles } from '@instrument-panel/shared/ui/item/dialog';

/** Where a panel reads: the service with its own token, or what the page gave it. */
export type ItemSource =
  | {
      readonly client: Client;
      readonly asked: Pick<CourseQuery, 'professionalId' | 'patientId' | 'formId'>;
    }
  | { readonly data: PanelData };

async function readData({ submissions, instrument, graph }: PanelData, item: ItemReference) {
  const about = { endpoint: 'data', status: 0 };
  const given = submissions?.find(({ id }) => id === item.submissionId);
  if (!given) throw new PanelError('not-found', 'data has no submission of that id.');
  const { data, unreadable } = readAnswer(Submission, given, about);
  mustBe(isItemOf(data, item));
  const read =
    instrument && isSameId(instrument.id, graph.formTemplateId)
      ? readAnswer(Instrument, instrument, about)
      : null;
  return { submission: data, instrument: read?.data ?? null, unreadable: unreadable.length, at: Date.now() };
}

/** Reads a submission with its answers, and the instrument that it answers. Throws PanelError, or as the client. */
async function readItem(source: ItemSource, item: ItemReference, signal: AbortSignal): Promise<ItemSnapshot> {
  if ('data' in source) return readData(source.data, item);
  const { client, asked } = source;
  const { professionalId, formId } = asked;
  const { submissionId } = item;
  const [reply, described] = await Promise.all([
    client(getSubmission, { params: { professionalId, submissionId }, signal }),
    // An instrument that cannot be read hides no answer; that it is missing is said.
    client(getInstrument, { params: { formId }, signal }).catch(() => null),
  ]);
  mustBe(isItemOf(reply.data, item));
  return {
    submission: reply.data,
    instrument: described && isSameId(described.data.id, formId) ? described.data : null,
    unreadable: reply.unreadable.length,
    at: reply.receivedAt,
  };
}

/** Which submission is opened, and how it is spoken of. */
interface OpenedItem extends ItemReference, Omit<ItemDialogOptions, 'read' | 'sayFailure'> {
  readonly source: ItemSource;
}

/** Opens a submission over the page; `closed` is called once it is gone. */
export function openItem(root: ShadowRoot, opened: OpenedItem, closed: () => void) {
  const { speech, patient, source } = opened;
  const shown: ItemDialogOptions = {
    ...opened,
    read: (signal) => readItem(source, opened, signal),
    sayFailure(error) {
      const failure = error instanceof Error ? error : new Error('something that is no Error was thrown');
      if (toPanelProblem(failure) === 'not-found' && !patient) return null;
      return sayProblem(speech.words, failure);
    },
  };
  return openItemDialog(root, shown, closed);
}
