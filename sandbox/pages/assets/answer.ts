/**
 * Saves each answer of the questionnaire with the service as it is given, and clears its error. Without this script
 * the form works as it is, with a button that saves. Nothing is kept in the browser.
 *
 * @module
 */
export {};

const RETRY_MS = 2_000;
const MAX_RETRY_MS = 30_000;

type Outcome = 'saved' | 'unsaved' | 'outdated';

const form = document.querySelector<HTMLFormElement>('form.sheet');
if (form) keepAnswers(form);

/** The content of a template of the page, which has the words in its language. */
const copyTemplate = (id: string): DocumentFragment | string =>
  document.querySelector<HTMLTemplateElement>(`template#${id}`)?.content.cloneNode(true) as DocumentFragment;

/** Says what became of the answers, or nothing if they are saved; the focus stays in the alert, or goes to the form. */
function fillAlert(alert: Element, outcome: Outcome, form: HTMLFormElement): void {
  const hadFocus = alert.contains(document.activeElement);
  alert.replaceChildren(outcome === 'saved' ? '' : copyTemplate(outcome));
  const next = outcome === 'saved' ? form.querySelector('.send button') : alert.querySelector('a, button');
  if (hadFocus) (next as HTMLElement | null)?.focus();
}

function keepAnswers(form: HTMLFormElement): void {
  /** Answers that the service does not have yet, by field. */
  const pending = new Map<string, string>();
  const submission = form.querySelector<HTMLInputElement>('input[name=submission]');
  const problem = document.querySelector('#save-problem');
  let saving = Promise.resolve<Outcome>('saved');
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  /** What the alert says. */
  let said: Outcome = 'saved';

  async function send(): Promise<Outcome> {
    const sent = new Map(pending);
    if (sent.size === 0) return 'saved';
    const reply = await patchAnswers(Number(submission?.value), sent).catch(() => null);
    if (!reply?.ok) return reply && reply.status < 500 && reply.status !== 429 ? 'outdated' : 'unsaved';
    for (const [name, value] of sent) if (pending.get(name) === value) pending.delete(name);
    return pending.size === 0 ? 'saved' : send();
  }

  function show(outcome: Outcome): void {
    form.dataset.state = pending.size === 0 ? outcome : 'unsaved';
    clearTimeout(retry);
    // Filled once for each outcome, so that a screen reader does not read the alert again at each attempt.
    if (outcome !== said && problem) fillAlert(problem, outcome, form);
    said = outcome;
    if (outcome === 'saved') failures = 0;
    if (outcome === 'unsaved') {
      retry = setTimeout(save, Math.min(MAX_RETRY_MS, RETRY_MS * 2 ** failures));
      failures += 1;
    }
  }

  function save(): Promise<Outcome> {
    saving = saving.then(send);
    void saving.then(show);
    return saving;
  }

  function take({ name, value }: HTMLInputElement): void {
    pending.set(name, value);
    form.dataset.state = 'saving';
    clearProblem(name);
    void save();
  }

  form.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) take(target);
  });
  form.addEventListener('submit', (event) => {
    if (pending.size > 0 || isSending) event.preventDefault();
    // If the connection is not the reason, the reply to the form says why the answers cannot be saved.
    if (pending.size > 0 && !isSending)
      void save().then((outcome) => (outcome === 'unsaved' ? stay() : form.submit()));
    isSending = true;
  });
  function stay(): void {
    isSending = false;
    problem?.querySelector('button')?.focus();
  }
  problem?.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLButtonElement) void save();
  });
  addEventListener('online', () => void save());
  addEventListener('beforeunload', (event) => {
    if (pending.size > 0 && !isSending) event.preventDefault();
  });
  // A browser that restores a form on the way back sends no event for it.
  addEventListener('pageshow', () => {
    isSending = false;
    for (const input of form.querySelectorAll<HTMLInputElement>('input:checked'))
      if (!input.defaultChecked) take(input);
  });
}

/** Sends answers, by field, to the service. */
function patchAnswers(submissionId: number, sent: ReadonlyMap<string, string>): Promise<Response> {
  const answers = [...sent].map(([name, value]) => ({ questionId: Number(name.slice(1)), value }));
  return fetch(location.pathname + location.search, {
    method: 'PATCH',
    // A save in progress when the tab closes still arrives.
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ submissionId, answers }),
  });
}

/** Takes the error from a question that is answered, and from the summary. */
function clearProblem(name: string): void {
  const question = document.querySelector(`fieldset:has(input[name="${name}"])`);
  question?.removeAttribute('aria-invalid');
  question?.removeAttribute('aria-describedby');
  question?.querySelector('.problem')?.remove();
  const errors = document.querySelector('#errors');
  errors?.querySelector(`li:has(a[href="#${name}-0"])`)?.remove();
  if (!errors || errors.querySelector('li, p')) return;
  errors.setAttribute('role', 'status');
  errors.className = 'done';
  errors.replaceChildren(copyTemplate('done'));
  document.title = document.querySelector('h1')?.textContent ?? document.title;
}
