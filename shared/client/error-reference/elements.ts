import type { ErrorEntries } from './entry.ts';

/** The codes of the elements, in `error` and in the detail of `instrument-error`. */
export const ELEMENT_ERRORS = {
  missing: [
    ['elements'],
    'An attribute that the element cannot do without is not set.',
    'Set it; `attribute` of the event names it. A framework may set it after the element is in the page: the error goes away by itself then.',
  ],
  invalid: [
    ['elements'],
    'An attribute or an option of configure() has a value that it does not take.',
    'The console says what it takes.',
  ],
  'not-configured': [
    ['elements'],
    'Two seconds after the element was there, neither configure() nor its own base-url and fetchToken had said where to read.',
    'Call configure({ baseUrl, fetchToken }) once on the page, from the copy of the package that is loaded there. Elements that are there already pick it up.',
  ],
  mismatch: [
    ['elements'],
    'A reply is about another patient or instrument than was asked for. Nothing of it is shown.',
    'Look for a cache or a fetch of your own that gives the answer of one address for another. Report it if there is none.',
  ],
  'signed-out': [
    ['elements'],
    'logout() was called, or the session has ended.',
    'Have the user sign in, then call configure() again or reload the page.',
  ],
  'not-found': [
    ['elements'],
    '`data` has no submission with the id that was chosen.',
    'Give each point of the graph in `data` its submission.',
  ],
  partial: [
    ['elements'],
    'A part of the answer could not be read. The rest is shown, with a notice.',
    'The event instrument-partial has the paths of the fields. Check that the versions of widget and proxy fit.',
  ],
  service: [
    ['elements'],
    'Something failed that has no code: an error of the browser, of a hook of yours, or of the element.',
    "Look at `cause` of the element's error and at the console; report it if it is none of yours.",
  ],
  offline: [
    ['elements'],
    'The device has no network. Nothing was sent.',
    'Nothing to do in code: the user tries again.',
  ],
  left: [
    ['elements'],
    'The page turned to another patient while something was being sent.',
    'Look up whether it was sent before offering it again.',
  ],
  WORKER_FAILED: [
    ['elements'],
    'The worker in which the caseload is read ended or could not start.',
    "Check the address in createWorker, and that the page's policy allows it (worker-src).",
  ],
} as const satisfies ErrorEntries;
