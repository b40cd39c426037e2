/**
 * The guided tour: shows one step at a time over the pages, marks what it speaks of, and goes to its page. It keeps the
 * number of the step and nothing else.
 */
const STEP_KEY = 'tour-step';
const SHUT_KEY = 'tour-is-shut';
/** The tour's own address that is being opened, and, once it has led on, that address and the page's. */
const OPENING_KEY = 'tour-opening';
const OPENED_KEY = 'tour-opened';

const bar = document.getElementById('tour');
const steps = [...(bar?.querySelectorAll<HTMLElement>('li') ?? [])];
const control = (name: string): HTMLElement | null => bar?.querySelector(`[data-tour="${name}"]`) ?? null;

/** The first step of somebody who is signed in comes after the sign-in. */
const first = bar?.dataset.signedIn === 'true' ? 1 : 0;
const kept = Number(sessionStorage.getItem(STEP_KEY));
let at = Math.max(first, Number.isInteger(kept) && kept < steps.length ? kept : 0);

const opening = sessionStorage.getItem(OPENING_KEY);
if (opening !== null) sessionStorage.setItem(OPENED_KEY, `${opening} ${location.pathname}`);
sessionStorage.removeItem(OPENING_KEY);

const isHere = (path: string): boolean =>
  path === '' ||
  path === location.pathname ||
  sessionStorage.getItem(OPENED_KEY) === `${path} ${location.pathname}`;

function mark(selector: string): void {
  for (const marked of document.querySelectorAll('.tour-mark')) marked.classList.remove('tour-mark');
  const marked = selector ? document.querySelector(selector) : null;
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
  control('back')?.toggleAttribute('disabled', at <= first);
  control('next')?.toggleAttribute('hidden', isShut || at === steps.length - 1);
  control('again')?.toggleAttribute('hidden', isShut || at < steps.length - 1);
  const path = steps[at]?.dataset.path ?? '';
  const go = control('go');
  go?.toggleAttribute('hidden', isShut || isHere(path));
  go?.setAttribute('href', path);
  // What stands at the end of a page can be scrolled above the bar.
  document.documentElement.style.scrollPaddingBlockEnd = `${bar?.offsetHeight ?? 0}px`;
  document.body.style.paddingBlockEnd = `${bar?.offsetHeight ?? 0}px`;
  mark(isShut ? '' : (steps[at]?.dataset.marks ?? ''));
}

function turn(to: number): void {
  at = Math.min(steps.length - 1, Math.max(first, to));
  sessionStorage.setItem(STEP_KEY, String(at));
  const path = steps[at]?.dataset.path ?? '';
  if (isHere(path)) {
    show();
    return;
  }
  sessionStorage.setItem(OPENING_KEY, path);
  location.assign(path);
}

function shut(isShut: boolean): void {
  sessionStorage.setItem(SHUT_KEY, isShut ? 'yes' : 'no');
  show();
}

control('back')?.addEventListener('click', () => turn(at - 1));
control('next')?.addEventListener('click', () => turn(at + 1));
control('again')?.addEventListener('click', () => turn(first));
control('hide')?.addEventListener('click', () => shut(true));
control('show')?.addEventListener('click', () => shut(false));
control('go')?.addEventListener('click', () =>
  sessionStorage.setItem(OPENING_KEY, steps[at]?.dataset.path ?? ''),
);
if (bar) bar.hidden = false;
show();
