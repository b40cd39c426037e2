import { createApplication, finishApplication } from '@instrument-panel/client/contract';
import type { Course } from './course.ts';
import { type Deed, type Filling, SeedError, type SeedTarget } from './filling.ts';
import type { Moment } from './timeline.ts';

async function expectSuccess(response: Response, what: string): Promise<void> {
  if (response.ok) return;
  const { code = '', message = '' } = (await response.json().catch(() => ({}))) as Record<string, string>;
  throw new SeedError(`${what}: the service answered ${response.status} ${code} ${message}`);
}

/** Whose course it is; asked for only when the course begins, since the patient is not registered before. */
type Ids = () => { readonly professionalId: string; readonly patientId: string };

/** What a course is played through. */
interface Stage extends Pick<Filling, 'client'> {
  readonly target: Pick<SeedTarget, 'fetch'>;
}

/** The deeds of one course, one for each moment; they share the application that the first of them makes. */
export function deedsOfCourse(
  { target, client }: Stage,
  course: Course,
  moments: readonly Moment[],
  ids: Ids,
): readonly Deed[] {
  let applicationId = 0;
  let link = '';

  async function apply(startedAt: number): Promise<void> {
    const { professionalId, patientId } = ids();
    const { data } = await client(createApplication, {
      params: { professionalId, formId: course.instrument.id },
      body: { patientId, recurrenceCycle: course.cycle, startedAt: new Date(startedAt).toISOString() },
    });
    applicationId = data.id;
    link = data.urlToAnswer ?? '';
  }

  async function happen(moment: Moment): Promise<void> {
    switch (moment.kind) {
      case 'apply':
        return apply(moment.startedAt);
      case 'open':
        return expectSuccess(await target.fetch(new Request(link)), 'Opening a link');
      case 'answer': {
        const body = JSON.stringify({ answers: moment.answers });
        const headers = { 'Content-Type': 'application/json' };
        const response = await target.fetch(new Request(link, { method: 'POST', headers, body }));
        return expectSuccess(response, `Answering ${course.instrument.shortTitle}`);
      }
      case 'finish':
        await client(finishApplication, { params: { professionalId: ids().professionalId, applicationId } });
    }
  }

  return moments.map((moment) => ({ at: moment.at, act: () => happen(moment) }));
}
