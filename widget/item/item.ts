import {
  type ItemDialog,
  type ItemDialogOptions,
  openItemDialog,
} from '@instrument-panel/shared/ui/item/dialog';
import type { ItemReference } from '@instrument-panel/shared/ui/item/reading';
import { toPanelProblem } from '../panel/problem.ts';
import { sayProblem } from '../panel/say-problem.ts';
import { readItem } from './read.ts';
import type { ItemSource } from './source.ts';

export type { ItemDialog } from '@instrument-panel/shared/ui/item/dialog';
export { itemStyles } from '@instrument-panel/shared/ui/item/dialog';

/** Which submission is opened, and how it is spoken of. */
export interface OpenedItem extends ItemReference, Omit<ItemDialogOptions, 'read' | 'sayFailure'> {
  readonly source: ItemSource;
}

/**
 * Opens a submission over the page; shown only where it is of the patient and the instrument that it was opened for.
 *
 * @param closed called once it is gone
 */
export function openItem(root: ShadowRoot, opened: OpenedItem, closed: () => void): ItemDialog {
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
