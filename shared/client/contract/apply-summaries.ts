import { createApplication, listInstrumentApplications } from './endpoints/applications.ts';
import { listLibrary } from './endpoints/instruments.ts';
import { getPatient } from './endpoints/patients.ts';

/** The schemas by which a page applies instruments: apart, so that they come with the code that reads them. @module */
export const AppliedTo = getPatient.response;
export const Library = listLibrary.response;
export const Applied = createApplication.response;
export const Applications = listInstrumentApplications.response;
