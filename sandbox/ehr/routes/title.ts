import type { EhrWords } from '../../words/ehr/index.ts';
import { recordNumber } from '../clinic/record-number.ts';

/** Title of a page about a patient: the record number, since the browser's history keeps it. */
export const titleOf = (words: EhrWords, patientId: string): string => words.record(recordNumber(patientId));
