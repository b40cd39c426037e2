import { createPatient, inactivatePatient, updatePatient } from '@instrument-panel/client/contract';
import { deedsOfCourse } from './course-deeds.ts';
import type { Deed, Filling } from './filling.ts';
import { recordOf } from './people.ts';
import { chanceOf } from './random.ts';
import type { PatientStory } from './story.ts';
import { momentsOf } from './timeline.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** All that happens with one patient; `index` is their place in the roster, from 0. */
export function deedsOfPatient(filling: Filling, story: PatientStory, index: number): readonly Deed[] {
  const { client, staff, seedNumber, now } = filling;
  const professionalId = staff.get(story.professional) ?? '';
  let patientId = '';

  const courses = story.courses.flatMap((course, at) => {
    const moments = momentsOf(course, now, chanceOf(seedNumber, 'course', index, at));
    return deedsOfCourse(filling, course, moments, () => ({ professionalId, patientId }));
  });
  const firstAt = Math.min(now - 20 * DAY, ...courses.map((deed) => deed.at)) - HOUR;

  async function register(): Promise<void> {
    const { name, surname, email, cellphone, ...details } = recordOf(story, index, seedNumber);
    const body = { name, surname, email, cellphone };
    const { data } = await client(createPatient, { params: { professionalId }, body });
    patientId = data.serviceId;
    const changes = { name, surname, cellphone, ...details };
    await client(updatePatient, { params: { professionalId, patientId }, body: changes });
    const other = story.alsoOf && staff.get(story.alsoOf);
    // The service knows the patient by the e-mail, and associates rather than registers again.
    if (other) await client(createPatient, { params: { professionalId: other }, body });
  }

  async function leave(): Promise<void> {
    await client(inactivatePatient, { params: { professionalId, patientId } });
  }

  return [
    { at: firstAt, act: register },
    ...courses,
    ...(story.inactive ? [{ at: now - 10 * DAY, act: leave }] : []),
  ];
}
