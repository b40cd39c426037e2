import type { InstrumentDefinition } from './define.ts';
import { dass21 } from './instruments/dass-21.ts';
import { demoRhythm } from './instruments/demo-rhythm.ts';
import { gad7 } from './instruments/gad-7.ts';
import { k10 } from './instruments/k10.ts';
import { pcl5 } from './instruments/pcl-5.ts';
import { phq2 } from './instruments/phq-2.ts';
import { phq9 } from './instruments/phq-9.ts';
import { phq15 } from './instruments/phq-15.ts';
import { who5 } from './instruments/who-5.ts';

/** The sandbox's instruments, in the order in which they are listed. */
export const LIBRARY = [phq9, phq2, gad7, phq15, pcl5, k10, dass21, who5, demoRhythm];

/** The instrument of a UUID (`formId`, in any case of letters), or undefined. */
export function findInstrument(id: string): InstrumentDefinition | undefined {
  const wanted = id.toLowerCase();
  return LIBRARY.find((instrument) => instrument.id === wanted);
}
