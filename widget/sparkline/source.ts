import { CONFIGURE_TIMEOUT_MS } from '../connect.ts';
import { missetOf } from '../element.ts';
import { invalidAttribute, PanelError } from '../panel/problem.ts';
import { askedOf } from './asked.ts';
import { ATTRIBUTES } from './attributes.ts';
import type { Member } from './courses.ts';
import { type Known, readData, type SparklineData } from './data.ts';
import { coursesOf, onConfigure, type Reads as ReadsList } from './page.ts';

export { sparklineMessages } from '@instrument-panel/shared/words/compiled/sparkline/all';
export { dispatchError } from '../panel/dispatch.ts';

/** What a source takes from its element. */
export interface Reads extends ReadsList, Element {
  readonly data: SparklineData | null;
  readonly refresh: number;
}

/** Where a sparkline has its course from, from `openSource` to `end`. */
export interface CourseSource {
  /** What is known by now; null while nothing is. */
  known(): (Known & { readonly patientId: string }) | null;
  /** Why the last attempt failed; null where it did not. */
  failure(): unknown;
  /** Whether a person can try again, and that trying: only whoever maintains the page can mend the rest. */
  readonly canRetry: boolean;
  again(): void;
  end(): void;
}

const nothing = (): void => {};

const failed = (failure: () => unknown, end = nothing): CourseSource => ({
  known: () => null,
  failure,
  canRetry: false,
  again: nothing,
  end,
});

/** What the page feeds the sparkline itself. */
function fed(reading: ReturnType<typeof readData>, changed: () => void): CourseSource {
  let known: Awaited<typeof reading> | null = null;
  let failure: unknown = null;
  const settled = reading.then(
    (read) => {
      known = read;
    },
    (error: unknown) => {
      failure = error;
    },
  );
  void settled.then(changed);
  return { ...failed(() => failure), known: () => known };
}

/**
 * Finds out what an element asks for, and begins to read it.
 *
 * @param changed something was read, or could not be
 * @param anew the page says something else than before: the source is to be opened again
 */
export function openSource(element: Reads, changed: () => void, anew: () => void): CourseSource {
  try {
    const misset = missetOf(element, ATTRIBUTES);
    if (misset) throw invalidAttribute(misset);
    const given = (name: string): string | null => element.getAttribute(name);
    if (element.data) {
      const id = (name: string): string | null => given(name)?.toLowerCase() || null;
      return fed(readData(element.data, Date.now(), id('patient-id'), id('form-id')), changed);
    }
    const asked = askedOf(given);
    const courses = coursesOf(element, asked.professionalId);
    const endings = [onConfigure(anew)];
    const end = (): void => {
      for (const one of endings.splice(0)) one();
    };
    if (!courses) {
      let failure: unknown = null;
      const timer = setTimeout(() => {
        failure = new PanelError('not-configured', 'set base-url and fetchToken, or call configure().');
        changed();
      }, CONFIGURE_TIMEOUT_MS);
      endings.push(() => clearTimeout(timer));
      return failed(() => failure, end);
    }
    const member: Member = { asked, refresh: element.refresh, changed };
    courses.join(member);
    endings.push(() => courses.leave(member));
    return {
      known() {
        const known = courses.of(member);
        return known && { ...known, patientId: asked.patientId };
      },
      failure: () => courses.failure,
      canRetry: true,
      again: () => (courses.isStopped ? anew() : courses.again()),
      end,
    };
  } catch (failure) {
    return failed(() => failure);
  }
}
