import { patientsOfAna } from './roster-ana.ts';
import { patientsOfBruno } from './roster-bruno.ts';
import type { PatientStory } from './story.ts';

/** The 40 patients of the clinic: who they are, and how they do. All are invented. */
export const ROSTER: readonly PatientStory[] = [...patientsOfAna, ...patientsOfBruno];
