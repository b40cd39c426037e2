import { findInstrument } from '../../library/index.ts';
import { type ControlField, type ControlWords, STORY_COURSES } from '../../words/control/index.ts';
import type { Problems } from '../html/form.ts';
import { type PatientEntry, patientValue } from '../people/people.ts';
import { FEWEST_WEEKS, MOST_WEEKS, type StoryPlan, WITH_RISK_ITEM } from './plan.ts';

/** The story that a form asks for, or what is wrong with it, in the reader's words. */
export function readPlan(
  value: (name: ControlField) => string,
  patients: readonly PatientEntry[],
  words: ControlWords,
): { readonly plan: StoryPlan } | { readonly problems: Problems } {
  const { errors } = words;
  const patient = patients.find((entry) => patientValue(entry) === value('patient'));
  const instrument = findInstrument(value('instrument'));
  const course = STORY_COURSES.find((one) => one === value('course'));
  const weeks = /^\d{1,3}$/.test(value('weeks')) ? Number(value('weeks')) : 0;
  const isInBounds = weeks >= FEWEST_WEEKS && weeks <= MOST_WEEKS;
  const canRisk = course !== 'risk' || !instrument || WITH_RISK_ITEM.includes(instrument);
  if (patient && instrument && course && isInBounds && canRisk) {
    const { professionalId, patientId } = patient;
    return { plan: { professionalId, patientId, instrument, course, weeks } };
  }
  const choices = WITH_RISK_ITEM.map(({ shortTitle }) => shortTitle).join(', ');
  const problems = new Map<ControlField, string>([
    ...(patient ? [] : [['patient', errors.patient] as const]),
    ...(instrument ? [] : [['instrument', errors.instrument] as const]),
    ...(canRisk ? [] : [['instrument', words.noRiskItem(choices)] as const]),
    ...(course ? [] : [['course', errors.course] as const]),
    ...(isInBounds ? [] : [['weeks', errors.weeks] as const]),
  ]);
  return { problems };
}
