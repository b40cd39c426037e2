import { configured, type KitOptions, onKit } from '../configure.ts';
import { Courses } from './courses.ts';

/** What says where a sparkline reads: its own properties, else those of the page. */
export interface Reads {
  readonly baseUrl: string | null;
  readonly fetchToken: KitOptions['fetchToken'] | null;
  readonly language: string;
}

interface Open {
  readonly key: readonly unknown[];
  readonly courses: Courses;
}

const open = new Set<Open>();
/** Sparklines that wait until the page says where to read, or that begin anew when it says something else. */
const waiting = new Set<() => void>();

onKit((event) => {
  if (event === 'configure') for (const begin of [...waiting]) begin();
  else {
    for (const { courses } of open) courses.stop();
    open.clear();
  }
});

/** Runs `begin` at each `configure`; the returned function ends that. */
export function onConfigure(begin: () => void): () => void {
  waiting.add(begin);
  return () => waiting.delete(begin);
}

/** The courses that all sparklines of one professional read together; null while nobody said where to read. */
export function coursesOf(element: Reads, professionalId: string): Courses | null {
  const kit = configured();
  const baseUrl = element.baseUrl ?? kit.baseUrl;
  const fetchToken = element.fetchToken ?? kit.fetchToken;
  if (!baseUrl || !fetchToken) return null;
  const options = { baseUrl, fetchToken, fetch: kit.fetch, locale: element.language };
  const key = [professionalId, ...Object.values(options)];
  for (const one of open) if (one.key.every((part, at) => part === key[at])) return one.courses;
  const made: Open = { key, courses: new Courses(options, professionalId, () => open.delete(made)) };
  open.add(made);
  return made.courses;
}
