import { nowBy } from '@instrument-panel/shared/panel/clock';
import { asksNoRisk } from '@instrument-panel/shared/score/published';
import { shortView } from '@instrument-panel/shared/score/short-view';
import { findInvalidAttribute, STOPPING_ATTRIBUTES } from '../attribute-values.ts';
import { configured, onKit } from '../configure.ts';
import { CONFIGURE_TIMEOUT_MS, findOptions, type ReadsFrom } from '../connect.ts';
import { invalidAttribute, PanelError } from '../panel/problem.ts';
import { parseId } from '../parse-id.ts';
import { Courses, type Member } from './courses.ts';
import { type Known, readData, type SparklineData } from './read.ts';
import { drawInFrame } from './seen.ts';

export { sparklineMessages } from '@instrument-panel/shared/words/compiled/sparkline/all';
export { dispatchError } from '../panel/dispatch.ts';
export { warnOfFallbacks } from '../tell-developer.ts';
export { tellUnread, toUnread } from '../unread.ts';

/** Makes the view of what is known; `asksNoRisk` of an instrument that is known not to ask about suicide or self-harm. */
export function readView(known: Known & { readonly patientId: string }) {
  const view = shortView({ ...known, formId: known.formId ?? '', now: nowBy(known.clock) });
  const own = configured().instruments?.[view.formId];
  return { ...view, asksNoRisk: asksNoRisk(view, known.scale, own) };
}

/** What a source takes from its element. */
interface SparklineReader extends ReadsFrom, Element {
  readonly data: SparklineData | null;
  readonly refresh: number;
}

/** Where a sparkline has its course from, from `openSource` to `end`. */
export interface CourseSource {
  /** What is known by now; null while nothing is. */
  known(): (Known & { readonly patientId: string }) | null;
  /** Why the last attempt failed; null where it did not. */
  failure(): unknown;
  /** Whether the user can retry; other problems only the page's developer can correct. */
  readonly canRetry: boolean;
  again(): void;
  /** Reads everything anew; resolves once that is drawn, or why not. */
  reload(): Promise<void>;
  end(): void;
}

/** Resolves once all that is due has been drawn. */
const whenDrawn = (): Promise<void> => new Promise(drawInFrame);

const nothing = (): void => {};
const open = new Set<{ readonly key: readonly unknown[]; readonly courses: Courses }>();
/** Sparklines that wait until the page says where to read, or that begin anew when it says something else. */
const waiting = new Set<() => void>();

onKit((event) => {
  if (event === 'configure') for (const begin of [...waiting]) begin();
  else {
    for (const { courses } of open) courses.stop();
    open.clear();
  }
});

/** The courses that all sparklines of one professional read together; null while no address is configured. */
function coursesOf(element: ReadsFrom, professionalId: string): Courses | null {
  const options = findOptions(element);
  if (!options) return null;
  const { baseUrl, fetchToken, fetch, locale } = options;
  const key = [professionalId, baseUrl, fetchToken, fetch, locale];
  for (const one of open) if (one.key.every((part, at) => part === key[at])) return one.courses;
  const made = { key, courses: new Courses(options, professionalId, () => open.delete(made)) };
  open.add(made);
  return made.courses;
}

const failed = (failure: () => unknown, end = nothing): CourseSource => ({
  known: () => null,
  failure,
  canRetry: false,
  again: nothing,
  reload: async () => {},
  end,
});

/** Opens a source of the `data` that the page gives. */
function openGivenData(read: () => ReturnType<typeof readData>, changed: () => void): CourseSource {
  let known: Awaited<ReturnType<typeof readData>> | null = null;
  let failure: unknown = null;
  const load = async (): Promise<void> => {
    [known, failure] = await read().then(
      (given) => [given, null],
      (error: unknown) => [null, error],
    );
    changed();
  };
  void load();
  return { ...failed(() => failure), known: () => known, reload: () => load().then(whenDrawn) };
}

/**
 * Finds out what an element asks for, and begins to read it: `changed` is called when something was read, or could not
 * be, and `anew` when the page says something else than before, and the source is to be opened again.
 */
export function openSource(element: SparklineReader, changed: () => void, anew: () => void): CourseSource {
  try {
    const invalid = findInvalidAttribute(element, STOPPING_ATTRIBUTES);
    if (invalid) throw invalidAttribute(invalid);
    if (element.data) {
      const id = (name: string): string | null => element.getAttribute(name)?.toLowerCase() || null;
      const { data } = element;
      return openGivenData(() => readData(data, Date.now(), id('patient-id'), id('form-id')), changed);
    }
    const asked = {
      patientId: parseId(element, 'patient-id', PanelError),
      professionalId: parseId(element, 'professional-id', PanelError),
      formId: element.getAttribute('form-id') ? parseId(element, 'form-id', PanelError) : null,
    };
    const courses = coursesOf(element, asked.professionalId);
    waiting.add(anew);
    if (!courses) {
      let failure: unknown = null;
      const timer = setTimeout(() => {
        failure = new PanelError('not-configured', 'set base-url and fetchToken, or call configure().');
        changed();
      }, CONFIGURE_TIMEOUT_MS);
      return failed(
        () => failure,
        () => {
          waiting.delete(anew);
          clearTimeout(timer);
        },
      );
    }
    const member: Member = { asked, refresh: element.refresh, changed };
    courses.join(member);
    return {
      known() {
        const known = courses.of(member);
        return known && { ...known, patientId: asked.patientId };
      },
      failure: () => courses.failure,
      canRetry: true,
      again: () => (courses.isStopped ? anew() : courses.again()),
      reload: () => courses.reload().then(whenDrawn),
      end() {
        waiting.delete(anew);
        courses.leave(member);
      },
    };
  } catch (failure) {
    return failed(() => failure);
  }
}
