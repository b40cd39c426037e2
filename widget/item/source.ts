import type { Client } from '@instrument-panel/client';
import type { CourseQuery } from '../panel/attributes.ts';
import type { PanelData } from '../panel/data.ts';

/** Where a panel reads: the service with its own token, or what the page gave it. */
export type ItemSource =
  | {
      readonly client: Client;
      readonly asked: Pick<CourseQuery, 'professionalId' | 'patientId' | 'formId'>;
    }
  | { readonly data: PanelData };
