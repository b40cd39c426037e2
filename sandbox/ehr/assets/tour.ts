/**
 * The guided tour: shows one step at a time below the EHR's frame, marks what it speaks of, and opens its page in the
 * frame. It keeps the number of the step and nothing else.
 */
const STEP_KEY = 'tour-step';
const SHUT_KEY = 'tour-is-shut';

const bar = document.getElementById('tour');
const frame = document.querySelector('iframe');
const steps = [...(bar?.querySelectorAll<HTMLElement>('li') ?? [])];
const control = (name: string): HTMLElement | null => bar?.querySelector(`[data-tour="${name}"]`) ?? null;

let isSignedIn = bar?.dataset.signedIn === 'true';
/** The first step of somebody who is signed in comes after the sign-in. */
const first = (): number => (isSignedIn ? 1 : 0);
const kept = Number(sessionStorage.getItem(STEP_KEY));
let at = isSignedIn && kept > 0 && kept < steps.length ? kept : first();

/** The tour's own address that is being opened, and, once it has led on, that address with the page's. */
let opening: string | null = null;
let opened = '';

const pathOf = (step: number): string => steps[step]?.dataset.path ?? '';

function isHere(path: string): boolean {
  const here = frame?.contentWindow?.location.pathname;
  return path === '' || path === here || opened === `${path} ${here}`;
}

function mark(selector: string): void {
  const page = frame?.contentDocument;
  for (const marked of page?.querySelectorAll('.tour-mark') ?? []) marked.classList.remove('tour-mark');
  const marked = selector ? page?.querySelector(selector) : null;
  marked?.classList.add('tour-mark');
  marked?.scrollIntoView({ block: 'nearest' });
}

function show(): void {
  const isShut = sessionStorage.getItem(SHUT_KEY) === 'yes';
  steps.forEach((step, index) => {
    step.hidden = isShut || index !== at;
  });
  for (const name of ['back', 'hide']) control(name)?.toggleAttribute('hidden', isShut);
  control('shut')?.toggleAttribute('hidden', !isShut);
  control('back')?.toggleAttribute('disabled', at <= first());
  control('next')?.toggleAttribute('hidden', isShut || at === steps.length - 1);
  control('again')?.toggleAttribute('hidden', isShut || at < steps.length - 1);
  const go = control('go');
  go?.toggleAttribute('hidden', isShut || isHere(pathOf(at)));
  go?.setAttribute('href', pathOf(at));
  mark(isShut ? '' : (steps[at]?.dataset.marks ?? ''));
}

/** Goes to a step. `isAfresh` loads its page though it is open: a reset has made another clinic of it. */
function turn(to: number, isAfresh = false): void {
  at = Math.min(steps.length - 1, Math.max(first(), to));
  sessionStorage.setItem(STEP_KEY, String(at));
  if (isHere(pathOf(at)) && !isAfresh) {
    show();
    return;
  }
  opening = pathOf(at);
  frame?.contentWindow?.location.assign(opening);
}

function shut(isShut: boolean): void {
  sessionStorage.setItem(SHUT_KEY, isShut ? 'yes' : 'no');
  show();
}

frame?.addEventListener('load', () => {
  const page = frame.contentDocument;
  if (!page) return;
  if (page.documentElement.lang !== document.documentElement.lang) {
    location.reload();
    return;
  }
  const { pathname } = page.location;
  if (opening !== null && pathname !== '/sign-in') opened = `${opening} ${pathname}`;
  opening = null;
  isSignedIn = page.querySelector('[data-sign-out]') !== null;
  at = Math.max(first(), at);
  show();
});

control('back')?.addEventListener('click', () => turn(at - 1));
control('next')?.addEventListener('click', () => turn(at + 1));
control('again')?.addEventListener('click', () => turn(first(), true));
control('hide')?.addEventListener('click', () => shut(true));
control('show')?.addEventListener('click', () => shut(false));
control('go')?.addEventListener('click', () => {
  opening = pathOf(at);
});
// A step that takes place wherever the reader is begins, after a reload, where the one before it does.
const start = steps.slice(0, at + 1).findLast((step) => step.dataset.path);
opening = isSignedIn ? (start?.dataset.path ?? '/') : '/';
if (frame) frame.src = opening;
