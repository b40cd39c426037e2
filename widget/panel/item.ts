import { type Caller, readAnswer } from '@instrument-panel/client';
import {
  type Instrument,
  readInstrument,
  readSubmission,
  readWholePatient,
} from '@instrument-panel/client/contract';
import { isSameId } from '@instrument-panel/client/params';
import { type ItemDialogOptions, openItemDialog } from '@instrument-panel/shared/ui/item/dialog';
import { type ItemReference, type ItemSnapshot, isItemOf } from '@instrument-panel/shared/ui/item/reading';
import { configured } from '../configure.ts';
import type { CourseQuery } from './attributes.ts';
import type { PanelData } from './data.ts';
import { mustBe, PanelError, toPanelProblem } from './problem.ts';
import { sayProblem } from './say-problem.ts';

export type { ItemDialog } from '@instrument-panel/shared/ui/item/dialog';
export { itemStyles } from '@instrument-panel/shared/ui/item/styles';

/** Where a panel reads: the service with its own token, or what the page gave it. */
export type ItemSource =
  | {
      readonly client: Caller;
      readonly asked: Pick<CourseQuery, 'professionalId' | 'patientId' | 'formId'>;
    }
  | { readonly data: PanelData };

async function readData({ submissions, instrument, graph }: PanelData, item: ItemReference) {
  const about = { endpoint: 'data', status: 0 };
  const given = submissions?.find(({ id }) => id === item.submissionId);
  if (!given) throw new PanelError('not-found', 'data has no submission of that id.');
  const { data, unreadable } = readAnswer(readSubmission.response, given, about);
  mustBe(isItemOf(data, item));
  const read =
    instrument && isSameId(instrument.id, graph.formTemplateId)
      ? readAnswer(readInstrument.response, instrument, about)
      : null;
  return { submission: data, instrument: read?.data ?? null, unreadable: unreadable.length, at: Date.now() };
}

/**
 * Makes what reads submissions with their answers, and the instrument that they answer, once. It throws PanelError, or
 * as the client.
 */
function createItemReader(source: ItemSource, { patientId, formId }: ItemReference) {
  if ('data' in source)
    return (submissionId: number) => readData(source.data, { submissionId, patientId, formId });
  const { client, asked } = source;
  const { professionalId } = asked;
  let instrument: Promise<Instrument | null> | undefined;
  return async (submissionId: number, signal: AbortSignal): Promise<ItemSnapshot> => {
    instrument ??= client(readInstrument, { params: { formId: asked.formId }, signal }).then(
      ({ data }) => (isSameId(data.id, asked.formId) ? data : null),
      () => {
        // An instrument that cannot be read hides no answer; that it is missing is said.
        instrument = undefined;
        return null;
      },
    );
    const reply = await client(readSubmission, { params: { professionalId, submissionId }, signal });
    mustBe(isItemOf(reply.data, { submissionId, patientId, formId }));
    return {
      submission: reply.data,
      instrument: await instrument,
      unreadable: reply.unreadable.length,
      at: reply.sentAt ?? reply.receivedAt,
    };
  };
}

/** Reads the name of the patient; empty where the page gives the data. Throws as the client. */
export async function readName(source: ItemSource, signal: AbortSignal): Promise<string> {
  if ('data' in source) return '';
  const { professionalId, patientId } = source.asked;
  const { data } = await source.client(readWholePatient, { params: { professionalId, patientId }, signal });
  return isSameId(data.serviceId, patientId) ? [data.name, data.surname].filter(Boolean).join(' ') : '';
}

/** Which submission is opened, and how it is spoken of. */
interface OpenedItem
  extends ItemReference,
    Omit<ItemDialogOptions, 'read' | 'readName' | 'sayFailure' | 'facts'> {
  readonly source: ItemSource;
}

/** Opens a submission over the page; `closed` is called once it is gone. */
export function openItem(root: ShadowRoot, opened: OpenedItem, closed: () => void) {
  const { speech, patient, source } = opened;
  const shown: ItemDialogOptions = {
    ...opened,
    facts: configured().instruments?.[opened.formId.toLowerCase()],
    read: createItemReader(source, opened),
    readName: (signal) => readName(source, signal),
    sayFailure(error) {
      const failure = error instanceof Error ? error : new Error('something that is no Error was thrown');
      if (toPanelProblem(failure) === 'not-found' && !patient) return null;
      return sayProblem(speech.words, failure);
    },
  };
  return openItemDialog(root, shown, closed);
}
