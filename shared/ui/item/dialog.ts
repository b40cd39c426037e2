import { fhirBundle } from '../../export/fhir-bundle.ts';
import { findMismatch, scoredOf } from '../../export/scored.ts';
import { sayAnswerRisk, sayScored, sayWhen, submissionText } from '../../export/submission-text.ts';
import type { InstrumentFacts } from '../../score/published.ts';
import type { ScoreView } from '../../score/view.ts';
import { selectMessages } from '../../words/all-languages.ts';
import { exportMessages } from '../../words/compiled/export/all.js';
import { itemMessages } from '../../words/compiled/item/all.js';
import type { ItemMessages } from '../../words/compiled/item/en.js';
import { sayUnread } from '../../words/say.ts';
import type { WholeSpeech } from '../../words/say-details.ts';
import { createButton } from '../button.ts';
import { h, save } from '../dom.ts';
import { createComparedAnswers } from './compared-answers.ts';
import { createItemContent, findUnasked, sayMissing } from './content.ts';
import type { SubmissionViewContext } from './question.ts';
import { filterForPatients, type ItemSnapshot } from './reading.ts';

/** Builds the dialog, closed and empty: a body for the submission, or why it is not shown, and a place for buttons. */
function createItemFrame(words: ItemMessages, lang: string, title: string) {
  const name = words.title({ instrument: title });
  const person = h('div', { id: 'item-person', class: 'person', dir: 'auto' });
  const heading = h('div', { id: 'item-title', role: 'heading', 'aria-level': '2' }, name);
  const standing = h('p', { class: 'standing', dir: 'auto' });
  // The answers may be more than fit: who has no pointer scrolls them by the keyboard.
  const body = h('div', { class: 'body', tabindex: '0', role: 'group', 'aria-labelledby': 'item-title' });
  const tools = h('div', { class: 'tools', role: 'group', 'aria-label': words.tools, hidden: '' });
  const said = h('p', { class: 'said', role: 'status' });
  const close = createButton(words.close, () => dialog.close());
  const dialog = h(
    'dialog',
    { id: 'item', part: 'item', 'aria-labelledby': 'item-person item-title', lang },
    h('div', { class: 'top' }, h('div', {}, person, heading, standing), close),
    body,
    tools,
    said,
  );
  return { dialog, person, standing, body, tools, said };
}

/** Copies a submission as text for a note. Returns the sentence on what came of it. */
async function copyItem(showing: SubmissionViewContext, reading: ItemSnapshot): Promise<string> {
  const { submission, instrument, at, unreadable } = reading;
  const { title, timeZone, item, notices, view } = showing;
  const unasked = findUnasked(showing, reading);
  const from = { title, timeZone, readAt: at, now: view?.now ?? null, unreadable, notices, unasked };
  const text = submissionText(showing, submission, instrument, from);
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
function saveFhir(showing: SubmissionViewContext, reading: ItemSnapshot): string {
  const { item, exported } = showing;
  const { submission, instrument } = reading;
  const bundle = fhirBundle(submission, instrument, {
    timestamp: new Date().toISOString(),
    uuid,
    notices: [
      ...sayMissing(showing, reading),
      // The class is left out of the bundle, and so is said here.
      ...scoredOf(submission, instrument)
        .filter(findMismatch)
        .map((scored) => `${sayScored(showing, scored)}.`),
    ],
    now: showing.view?.now ?? null,
    riskNote: (risk, count) => {
      return risk === 'flagged'
        ? `${exported.riskFlags({ count })} ${showing.speech.words.riskNote}`
        : sayAnswerRisk(showing, risk, findUnasked(showing, reading));
    },
  });
  const json = JSON.stringify(bundle, null, 2);
  save(new Blob([json], { type: 'application/fhir+json' }), `submission-${submission.id}.fhir.json`);
  return instrument ? item.saved : item.savedInPart;
}

export type ItemDialog = ReturnType<typeof openItemDialog>;

/** A submission that is opened, how it is spoken of, and how it is read. */
export interface ItemDialogOptions {
  readonly submissionId: number;
  readonly speech: WholeSpeech;
  readonly title: string;
  /** IANA name, or null for the browser's own. */
  readonly timeZone: string | null;
  /** The course that it belongs to, as the page shows it; null where there is none. */
  readonly view: ScoreView | null;
  /** Facts about the instrument that the page gives. Default: the published ones alone. */
  readonly facts?: InstrumentFacts | undefined;
  /** What patients may see; null for professionals, who see everything. */
  readonly patient: { readonly hasInterpretation: boolean } | null;
  /** Reads it, or another of the same course; rejects where it is of another patient or instrument. */
  read(submissionId: number, signal: AbortSignal): Promise<ItemSnapshot>;
  /** Reads the patient's name; empty, or a rejection, where it is not known. */
  readName(signal: AbortSignal): Promise<string>;
  /** The user's sentence about a failure of that; null for the one on a submission that is not there. */
  sayFailure(error: unknown): string | null;
}

function toShowing({
  speech,
  title,
  timeZone,
  view,
  facts,
  patient,
}: ItemDialogOptions): SubmissionViewContext {
  const { lang } = speech.words;
  return {
    speech,
    item: selectMessages(itemMessages, lang),
    exported: selectMessages(exportMessages, lang),
    title,
    timeZone,
    isForPatient: patient !== null,
    view,
    facts,
    notices: view ? sayUnread(speech, view).map((line) => `${line}.`) : [],
  };
}

/** Creates the buttons that do something with the answers; `say` shows what came of it. */
function createItemTools(
  showing: SubmissionViewContext,
  reading: ItemSnapshot,
  say: (sentence: string) => void,
) {
  const { item } = showing;
  const createTool = (label: string, act: () => string | Promise<string>) =>
    createButton(
      label,
      async () => {
        say('');
        const sentence = Promise.resolve().then(act);
        say(await sentence.catch(() => item.failed));
      },
      { class: 'tool' },
    );
  const copy = createTool(item.copy, () => copyItem(showing, reading));
  const fhir = createTool(item.fhir, () => saveFhir(showing, reading));
  return reading.submission.status === 'ANSWERED' ? [copy, fhir] : [copy];
}

/** Shown in place of answers that could not be read. */
const createProblem = (title: string, sentence: string, again: HTMLElement): HTMLElement =>
  h('div', { class: 'problem' }, h('b', {}, title), h('p', {}, sentence), again);

/**
 * Opens a submission over the page, which is read then: its answers, what has a risk flag above all, its scores, where
 * it comes from. The dialog is put into `place` until it is closed; `closed` is called once it is gone.
 */
export function openItemDialog(place: ParentNode, opened: ItemDialogOptions, closed: () => void) {
  const { speech, submissionId, title, timeZone, patient, view } = opened;
  const { words } = speech;
  const showing = toShowing(opened);
  const { item } = showing;
  const { dialog, person, standing, body, tools, said } = createItemFrame(item, words.lang, title);
  const ended = new AbortController();
  const { signal } = ended;
  const say = (sentence: string): void => {
    if (!signal.aborted) said.textContent = sentence;
  };

  function show(read: ItemSnapshot): void {
    const reading = patient ? filterForPatients(read, patient.hasInterpretation) : read;
    const others = patient
      ? null
      : createComparedAnswers(view, submissionId, (id) => opened.read(id, signal));
    standing.textContent = sayWhen(showing, reading.submission, timeZone, view?.now ?? null);
    body.replaceChildren(...createItemContent(showing, reading, others));
    // A text for a note and a record for another system are a professional's.
    tools.hidden = patient !== null;
    tools.replaceChildren(...createItemTools(showing, reading, say));
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
    body.replaceChildren(h('p', { class: 'more' }, item.loading));
    opened
      .read(submissionId, signal)
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
  if (!patient) {
    opened.readName(signal).then(
      (name) => person.append(name),
      // A user without access to the patient's record can still read the answers.
      () => {},
    );
  }
  return {
    /** Leaves nothing of the patient behind, and drops what is under way. */
    close(): void {
      // The event of a dialog that closes comes a task later, until which the former patient would still be shown.
      dialog.close();
      leave();
    },
  };
}
