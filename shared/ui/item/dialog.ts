import { fhirBundle } from '../../export/fhir/bundle.ts';
import { sayAnswerRisk, submissionText } from '../../export/submission-text.ts';
import { exportMessages } from '../../words/compiled/export/all.js';
import { itemMessages } from '../../words/compiled/item/all.js';
import type { ItemMessages } from '../../words/compiled/item/en.js';
import { selectMessages } from '../../words/languages.ts';
import type { WholeSpeech } from '../../words/say-details.ts';
import { createButton } from '../button.ts';
import { h, save } from '../dom.ts';
import { createItemContent, type Showing } from './content.ts';
import { filterForPatients, type ItemSnapshot } from './reading.ts';

/** The sheet of the dialog with the answers; colours are the panel's own tokens. */
export const itemStyles = (): string => `
#item{inline-size:min(46rem,100vw - 1.5rem);max-inline-size:none;max-block-size:calc(100dvh - 1.5rem);margin:auto;padding:1.25rem;border:1px solid var(--_line);border-radius:var(--instrument-radius,10px);color:var(--_ink);background:var(--_surface);font-size:var(--instrument-font-size,1rem);line-height:1.45;overflow:auto;overflow-wrap:anywhere}
#item::backdrop{background:#0008}
#item .body{display:grid;gap:.875em}
#item .top{display:flex;gap:.75em;align-items:start;justify-content:space-between;margin-block-end:.75em}
#item [role=heading]{font-size:1.125em;font-weight:600}
#item h3{font-size:1em;font-weight:600}
#item :is(dl,ol,ul){padding:0;list-style:none}
#item .scores{display:grid;gap:.25em}
#item .scores p{font-variant-numeric:tabular-nums}
#item :is(.standing,.means,.source,.said,.more){color:var(--_quiet);font-size:.875em}
#item .text{white-space:pre-line}
#item .flags{display:grid;gap:.75em;padding:.75em .875em;border:1px solid var(--_risk);border-inline-start-width:5px;border-radius:6px;color:var(--_ink);background:var(--_risk-surface)}
#item .flags :is(h3,.flag,.elsewhere){color:var(--_risk);font-weight:700}
#item .flags .means{color:inherit}
#item .risk{padding:.5em .75em;border:1px solid;border-radius:6px;font-size:.875em;color:var(--_quiet)}
#item .risk[data-risk=unknown]{color:var(--_stale);background:var(--_stale-surface)}
#item ol{display:grid;gap:.625em}
#item li{display:grid;gap:.125em}
#item .others li{padding-block-end:.625em;border-block-end:1px solid var(--_line)}
#item .question{font-size:.875em}
#item .answer{font-weight:600}
#item .answer.none{font-weight:400;font-style:italic;color:var(--_quiet)}
#item .tools{display:flex;flex-wrap:wrap;gap:.5em;align-items:center;font-size:.875em}
#item button{flex:none;min-block-size:2.25em;overflow-wrap:normal}
#item .problem{display:grid;gap:.75em;justify-items:start}
#item .wait{color:var(--_quiet)}
@media (forced-colors:active){#item .flags{border-color:CanvasText}}
@media print{#item{display:none}}
`;

/** Builds the dialog, closed and empty: a body for the submission, or why it is not shown, and a place for buttons. */
function createItemFrame(words: ItemMessages, lang: string, title: string) {
  const name = words.title({ instrument: title });
  const heading = h('div', { id: 'item-title', role: 'heading', 'aria-level': '2' }, name);
  // The answers may be more than fit: who has no pointer scrolls them by the keyboard.
  const body = h('div', { class: 'body', tabindex: '0', role: 'group', 'aria-labelledby': 'item-title' });
  const tools = h('div', { class: 'tools', role: 'group', 'aria-label': words.tools, hidden: '' });
  const said = h('p', { class: 'said', role: 'status' });
  const close = createButton(words.close, () => dialog.close());
  const dialog = h(
    'dialog',
    { id: 'item', part: 'item', 'aria-labelledby': 'item-title', lang },
    h('div', { class: 'top' }, heading, close),
    body,
    tools,
    said,
  );
  return { dialog, body, tools, said };
}

/** Copies a submission as text for a note. Returns the sentence on what came of it. */
async function copyItem(showing: Showing, reading: ItemSnapshot): Promise<string> {
  const { submission, instrument, at, unreadable } = reading;
  const { title, timeZone, item } = showing;
  const text = submissionText(showing, submission, instrument, { title, timeZone, readAt: at, unreadable });
  try {
    await navigator.clipboard.writeText(text);
    return item.copied;
  } catch {
    // Not allowed, or a page that is not served over HTTPS, which has no clipboard at all.
    return item.notCopied;
  }
}

/** A random UUID (RFC 9562, version 4), also where the page is not served over HTTPS. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Saves an answered submission as a FHIR R4 Bundle, in a file named after it; returns a sentence like `copyItem`. */
function saveFhir(showing: Showing, { submission, instrument }: ItemSnapshot): string {
  const { item, exported } = showing;
  const bundle = fhirBundle(submission, instrument, {
    timestamp: new Date().toISOString(),
    uuid,
    riskNote: (risk, count) => {
      const sentence = sayAnswerRisk(showing, risk);
      return risk === 'flagged' ? `${exported.riskFlags({ count })} ${sentence}` : sentence;
    },
  });
  const json = JSON.stringify(bundle, null, 2);
  save(new Blob([json], { type: 'application/fhir+json' }), `submission-${submission.id}.fhir.json`);
  return instrument ? item.saved : item.savedInPart;
}

export type ItemDialog = ReturnType<typeof openItemDialog>;

/** A submission that is opened, how it is spoken of, and how it is read. */
export interface ItemDialogOptions {
  readonly speech: WholeSpeech;
  readonly title: string;
  /** IANA name, or null for the browser's own. */
  readonly timeZone: string | null;
  /** What patients may see; null for professionals, who see everything. */
  readonly patient: { readonly hasInterpretation: boolean } | null;
  /** Reads it; rejects where it is of another patient or instrument than it was opened for. */
  read(signal: AbortSignal): Promise<ItemSnapshot>;
  /** The user's sentence about a failure of that; null for the one on a submission that is not there. */
  sayFailure(error: unknown): string | null;
}

/** Does something, and gives what came of it in words. */
const attempt = (act: () => string | Promise<string>, failed: string): Promise<string> =>
  Promise.resolve()
    .then(act)
    .catch(() => failed);

/** What stands in place of answers that could not be read. */
const createProblem = (title: string, sentence: string, again: HTMLElement): HTMLElement =>
  h('div', { class: 'problem' }, h('b', {}, title), h('p', {}, sentence), again);

/**
 * Opens a submission over the page, which is read then: its answers, those with a risk flag first, its scores, where
 * it comes from. The dialog is put into `place` until it is closed; `closed` is called once it is gone.
 */
export function openItemDialog(place: ParentNode, opened: ItemDialogOptions, closed: () => void) {
  const { speech, title, timeZone, patient } = opened;
  const { words } = speech;
  const item = selectMessages(itemMessages, words.lang);
  const showing: Showing = {
    speech,
    item,
    exported: selectMessages(exportMessages, words.lang),
    title,
    timeZone,
    isForPatient: patient !== null,
  };
  const { dialog, body, tools, said } = createItemFrame(item, words.lang, title);
  const ended = new AbortController();
  const { signal } = ended;
  const say = (sentence: string): void => {
    said.textContent = sentence;
  };
  /** Does something with the answers, and says what came of it. */
  async function use(act: () => string | Promise<string>): Promise<void> {
    say('');
    const sentence = await attempt(act, item.failed);
    if (!signal.aborted) say(sentence);
  }

  function show(read: ItemSnapshot): void {
    const reading = patient ? filterForPatients(read, patient.hasInterpretation) : read;
    body.replaceChildren(...createItemContent(showing, reading));
    // A text for a note and a record for another system are a professional's.
    tools.hidden = patient !== null;
    const copy = createButton(item.copy, () => use(() => copyItem(showing, reading)), { class: 'tool' });
    const fhir = createButton(item.fhir, () => use(() => saveFhir(showing, reading)), { class: 'tool' });
    tools.replaceChildren(copy, ...(reading.submission.status === 'ANSWERED' ? [fhir] : []));
  }

  function fail(error: unknown): void {
    const sentence = opened.sayFailure(error) ?? item.notFound;
    const again = createButton(words.retry, () => {
      body.focus();
      read();
    });
    body.replaceChildren(createProblem(item.errorTitle, sentence, again));
    say(sentence);
  }

  function read(): void {
    say('');
    tools.hidden = true;
    body.ariaBusy = 'true';
    body.replaceChildren(h('p', { class: 'wait' }, item.loading));
    opened
      .read(signal)
      .then(
        (reading) => !signal.aborted && show(reading),
        (error) => !signal.aborted && fail(error),
      )
      .finally(() => {
        body.ariaBusy = 'false';
      });
  }

  const leave = (): void => {
    if (signal.aborted) return;
    ended.abort();
    dialog.remove();
    closed();
  };
  dialog.addEventListener('close', leave);
  place.append(dialog);
  dialog.showModal();
  read();
  return {
    /** Leaves nothing of the patient behind, and drops what is under way. */
    close(): void {
      // The event of a dialog that closes comes a task later, in which the former patient would still stand there.
      dialog.close();
      leave();
    },
  };
}
