import { createClient } from '@instrument-panel/client';
import { deedsOfCourse } from '../../seed/course-deeds.ts';
import type { Service } from '../../service/service.ts';
import type { Mover } from '../clock/mover.ts';
import { courseOf, endOf, planMoments, type StoryPlan } from './plan.ts';

/** Any origin will do: nothing leaves the process, and the service reads the path alone. */
const ORIGIN = 'http://sandbox.invalid';

/** What a story is told through. */
export interface StoryTeller {
  readonly service: Service;
  readonly mover: Mover;
  /** Asks the service as anybody would over HTTP, apart from faults and the request log. */
  readonly ask: (request: Request) => Promise<Response>;
}

/** The API key of a partner that is linked with the professional; `demo` comes first. Null without a link. */
export function credentialsFor({ store }: Service, professionalId: string) {
  const link = store.one<{ partner: string }>(
    `SELECT partner FROM integration WHERE professionalId = ? AND status = 'ACTIVE' ORDER BY partner LIMIT 1`,
    professionalId,
  );
  return link ? { key: `${link.partner}-key`, secret: `${link.partner}-secret` } : null;
}

/**
 * Applies the instrument, moves the clock and answers as the patient, all over the service's own interface.
 * `answered` is told of each answer.
 * @throws {ClockBusyError} while another move is under way.
 * @throws {SeedError} where the service refuses an answer.
 * @throws {ServiceError} of shared/client where it refuses the application.
 */
export function tellStory(
  { service, mover, ask }: StoryTeller,
  plan: StoryPlan,
  credentials: { readonly key: string; readonly secret: string },
  answered: () => void,
): Promise<void> {
  const now = service.clock.now();
  const client = createClient({
    baseUrl: ORIGIN,
    auth: credentials,
    fetch: (url, init) => ask(new Request(url, init)),
  });
  const moments = planMoments(plan, now);
  const deeds = deedsOfCourse({ target: { fetch: ask }, client }, courseOf(plan), moments, () => plan);
  return mover.alone(async (goTo) => {
    for (const [index, { at, act }] of deeds.entries()) {
      await goTo(at);
      await act();
      if (moments[index]?.kind === 'answer') answered();
    }
    await goTo(endOf(plan, now));
  });
}
