import type { Handlers } from '../http/handler.ts';
import { applicationHandlers } from './applications.ts';
import { instrumentHandlers } from './instruments.ts';
import { patientHandlers } from './patients.ts';
import { professionalHandlers } from './professionals.ts';
import { submissionHandlers } from './submissions.ts';

/** The handler of each endpoint. */
export const HANDLERS: Handlers = {
  ...applicationHandlers,
  ...instrumentHandlers,
  ...patientHandlers,
  ...professionalHandlers,
  ...submissionHandlers,
};
