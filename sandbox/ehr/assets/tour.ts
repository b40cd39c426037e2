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
/** Where the tour's own addresses have led. */
const led = new Map<string, string>();
/** Whether the page in the frame has sent a questionnaire, and so shows its link. */
let hasLink = false;

const pathOf = (step: number): string => steps[step]?.dataset.path ?? '';

function isHere(path: string): boolean {
  const here = frame?.contentWindow?.location.pathname;
  return path === here || led.get(path) === here;
}

function mark(selector: string): void {
  const page = frame?.contentDocument;
  for (const marked of page?.querySelectorAll('.tour-mark') ?? []) marked.classList.remove('tour-mark');
  const marked = selector ? page?.querySelector(selector) : null;
  marked?.classList.add('tour-mark');
  leaveMark();
  if (!page || !marked) return;
  scrollToMark(page, marked);
  // What is marked may still be loading. Who has begun to use the page stays where they are.
  const observer = new ResizeObserver(() => scrollToMark(page, marked));
  observer.observe(page.body);
  leaveMark = () => observer.disconnect();
  for (const type of ['pointerdown', 'keydown', 'wheel', 'touchstart'])
    page.addEventListener(type, () => observer.disconnect(), { once: true, passive: true });
}

/** Stops following the size of the page of the mark before. */
let leaveMark = (): void => {};

function scrollToMark(page: Document, marked: Element): void {
  const named = page.querySelector('header.patient');
  const { clientHeight, scrollHeight } = page.documentElement;
  page.defaultView?.scrollTo(0, 0);
  // From its top on: what is higher than the frame would else be shown by its foot. A patient is shown with the name,
  // and the clinic's own header stays whole where what is marked begins high up, or the page is too short to leave it.
  const { top } = (named ?? marked).getBoundingClientRect();
  const isHigh = named ? top > scrollHeight - clientHeight : top < clientHeight / 2;
  if (!isHigh) (named ?? marked).scrollIntoView({ block: 'start' });
}

/** Closes the dialogs of the elements: they are about the step before. */
function closeDialogs(root: Document | ShadowRoot): void {
  for (const dialog of root.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close();
  for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) closeDialogs(shadowRoot);
}

/** Shows the graph of a panel whole when it opens, with the dates below it; later answers in it move nothing. */
function followPanels(page: Document): void {
  const followed = new WeakSet<EventTarget>();
  page.addEventListener('instrument-load', (event) => {
    const [panel] = event.composedPath();
    if (!panel || followed.has(panel) || (panel as Element).localName !== 'instrument-panel') return;
    followed.add(panel);
    const graph = (panel as Element).shadowRoot?.querySelector('#graph');
    requestAnimationFrame(() => graph?.scrollIntoView({ block: 'nearest' }));
  });
}

function show(): void {
  // Who is signed out in the middle is told to sign in, and goes on at their step.
  const shown = isSignedIn ? at : 0;
  const isShut = sessionStorage.getItem(SHUT_KEY) === 'yes';
  steps.forEach((step, index) => {
    step.hidden = isShut || index !== shown;
  });
  for (const name of ['back', 'hide']) control(name)?.toggleAttribute('hidden', isShut);
  control('shut')?.toggleAttribute('hidden', !isShut);
  control('back')?.toggleAttribute('disabled', shown <= first());
  control('next')?.toggleAttribute('hidden', isShut || shown === steps.length - 1);
  // The sign-in leads on by itself, and nothing else does.
  control('next')?.toggleAttribute('disabled', shown === 0);
  control('again')?.toggleAttribute('hidden', isShut || shown < steps.length - 1);
  const go = control('go');
  go?.toggleAttribute('hidden', isShut || isHere(pathOf(shown)));
  go?.setAttribute('href', pathOf(shown));
  const needsLink = steps[shown]?.hasAttribute('data-needs-link') === true;
  control('send')?.toggleAttribute('hidden', isShut || !needsLink || hasLink || !isHere(pathOf(shown)));
  mark(isShut ? '' : (steps[shown]?.dataset.marks ?? ''));
}

function turn(to: number): void {
  at = Math.min(steps.length - 1, Math.max(first(), to));
  sessionStorage.setItem(STEP_KEY, String(at));
  bar?.querySelector('ol')?.scrollTo(0, 0);
  if (frame?.contentDocument) closeDialogs(frame.contentDocument);
  if (isHere(pathOf(at))) {
    show();
    return;
  }
  opening = pathOf(at);
  frame?.contentWindow?.location.assign(opening);
}

/** Goes to the first step, which is the sign-in. A reset has made another clinic of what is open. */
function beginAgain(): void {
  led.clear();
  isSignedIn = false;
  const signOut = frame?.contentDocument?.querySelector<HTMLFormElement>('form[data-sign-out]');
  if (!signOut) {
    turn(0);
    return;
  }
  sessionStorage.setItem(STEP_KEY, '0');
  at = 0;
  signOut.requestSubmit();
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
  if (opening !== null && pathname !== '/sign-in') led.set(opening, pathname);
  opening = null;
  hasLink = false;
  page.addEventListener('instrument-applied', () => {
    hasLink = true;
    show();
  });
  followPanels(page);
  isSignedIn = page.querySelector('[data-sign-out]') !== null;
  at = Math.max(first(), at);
  show();
});

control('back')?.addEventListener('click', () => turn(at - 1));
control('next')?.addEventListener('click', () => turn(at + 1));
control('send')?.addEventListener('click', () => turn(at - 1));
control('again')?.addEventListener('click', beginAgain);
control('hide')?.addEventListener('click', () => shut(true));
control('show')?.addEventListener('click', () => shut(false));
control('go')?.addEventListener('click', () => {
  opening = pathOf(at);
});
opening = isSignedIn ? pathOf(at) : '/';
if (frame) frame.src = opening;
