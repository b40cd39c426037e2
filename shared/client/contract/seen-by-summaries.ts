import { listViewers } from './proxy-api/seen-by.ts';

/** The schema by which a page reads who else has seen a patient: apart, so that it comes with the code that reads it. @module */
export const Viewers = listViewers.response;
