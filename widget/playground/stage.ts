import { configure } from '../configure.ts';
import type { Chosen } from './chosen.ts';
import { answersOf, SAMPLE_BATTERIES } from './samples/answers.ts';
import type { Sample } from './samples/states.ts';
import { fetchSandboxToken } from './sandbox.ts';

/** A token that is asked for again and again has no end here; what waits for one is shown anew before that. */
const never = (): Promise<never> => new Promise(() => {});
const sampleToken = async () => ({ token: 'sample', expiresIn: 3_600 });
/** Milliseconds: the client gives up waiting for a token after half a minute. */
const RESHOW_AFTER_MS = 25_000;

let waiting: ReturnType<typeof setTimeout> | undefined;

/** Says for the page where elements read: in the sandbox, or nowhere, with the page answering. */
function feed(element: HTMLElement, sample: Sample | null, again: () => void): void {
  clearTimeout(waiting);
  const baseUrl = location.origin;
  if (!sample) {
    configure({ baseUrl, fetchToken: fetchSandboxToken });
    return;
  }
  const { answering, course, data } = sample;
  if (data !== undefined) Reflect.set(element, 'data', data);
  const answers = answersOf(answering ?? { kind: 'unreachable' }, course);
  const isPending = answering?.kind === 'pending';
  const fetchToken = isPending ? never : sampleToken;
  configure({ baseUrl, fetchToken, fetch: answers.fetch, batteries: SAMPLE_BATTERIES });
  if (isPending) waiting = setTimeout(again, RESHOW_AFTER_MS);
  if (answering?.kind === 'once') {
    const failing = () => {
      answers.fail();
      // Elements read again when the page comes into view.
      document.dispatchEvent(new Event('visibilitychange'));
    };
    element.addEventListener('instrument-load', () => setTimeout(failing), { once: true });
  }
}

/** Puts text into a slot of an element, or takes it out of it. */
export function fillSlot(element: HTMLElement, name: string, text: string): void {
  const found = [...element.children].find((child) => child.slot === name);
  if (text === '') {
    found?.remove();
    return;
  }
  const slotted = found ?? element.appendChild(document.createElement('span'));
  slotted.slot = name;
  slotted.textContent = text;
}

/** Puts the chosen element on the stage in place of the one before it; nothing of that one stays. */
export function putOn(stage: HTMLElement, chosen: Chosen, again: () => void): HTMLElement {
  const element = document.createElement(chosen.element.tagName);
  for (const [name, value] of chosen.attributes) if (value !== '') element.setAttribute(name, value);
  for (const [name, text] of chosen.slots) fillSlot(element, name, text);
  stage.replaceChildren();
  feed(element, chosen.source === 'sample' ? chosen.sample : null, again);
  stage.append(element);
  return element;
}
