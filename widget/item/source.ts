import type { Reader } from '@instrument-panel/client';
import type { Asked } from '../panel/asked.ts';
import type { PanelData } from '../panel/data.ts';

/** Where a panel reads: the service with its own token, or what the page gave it. */
export type ItemSource =
  | {
      readonly client: Reader;
      readonly asked: Pick<Asked, 'professionalId' | 'patientId' | 'formId'>;
    }
  | { readonly data: PanelData };
