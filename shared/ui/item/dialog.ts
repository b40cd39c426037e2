import { exportWords } from '../../locale/export/index.ts';
import type { WholeSpeech } from '../../locale/panel/index.ts';
import { itemMessages } from '../../words/compiled/item/all.js';
import { selectMessages } from '../../words/languages.ts';
import { h } from '../h.ts';
import { itemContent, type Showing } from './content.ts';
import { forPatients } from './for-patients.ts';
import { itemFrame } from './frame.ts';
import { copyItem, saveFhir } from './hand-on.ts';
import type { ItemReading } from './reading.ts';

/** A submission that is opened, how it is spoken of, and how it is read. */
export interface ShownItem {
  readonly speech: WholeSpeech;
  /** Title of the instrument. */
  readonly title: string;
  /** IANA name, or null for the browser's own. */
  readonly timeZone: string | null;
  /** What a patient sees of it; null for a professional, who sees all. */
  readonly patient: { readonly hasInterpretation: boolean } | null;
  /** Reads it; rejects where it is of another patient or instrument than it was opened for. */
  read(signal: AbortSignal): Promise<ItemReading>;
  /** The user's sentence about a failure of that; null for the one on a submission that is not there. */
  sayFailure(error: unknown): string | null;
}

export interface ItemDialog {
  /** Leaves nothing of the patient behind, and drops what is under way. */
  close(): void;
}

/**
 * Opens a submission over the page: its answers, those with a risk flag first, its scores, where it comes from. It
 * is read when it is opened.
 *
 * @param place where the dialog is put, and taken from when it is closed
 * @param closed called once it is gone
 */
export function showItem(place: ParentNode, opened: ShownItem, closed: () => void): ItemDialog {
  const { speech, title, timeZone, patient } = opened;
  const { words } = speech;
  const item = selectMessages(itemMessages, words.lang);
  const showing: Showing = {
    speech,
    item,
    exported: exportWords(words.lang),
    title,
    timeZone,
    isForPatient: patient !== null,
  };
  const { dialog, body, tools, say } = itemFrame(item, words.lang, title);
  const ended = new AbortController();
  const { signal } = ended;

  const button = (name: string, act: () => string | Promise<string>): HTMLButtonElement => {
    const element = h('button', { type: 'button', class: 'tool' }, name);
    element.addEventListener('click', () => {
      say('');
      Promise.resolve()
        .then(act)
        .catch(() => item.failed)
        .then((sentence) => {
          if (!signal.aborted) say(sentence);
        });
    });
    return element;
  };

  function show(read: ItemReading): void {
    const reading = patient ? forPatients(read, patient.hasInterpretation) : read;
    body.replaceChildren(...itemContent(showing, reading));
    // A text for a note and a record for another system are a professional's.
    tools.hidden = patient !== null;
    const copy = button(item.copy, () => copyItem(showing, reading));
    const fhir = button(item.fhir, () => saveFhir(showing, reading));
    tools.replaceChildren(copy, ...(reading.submission.status === 'ANSWERED' ? [fhir] : []));
  }

  function fail(error: unknown): void {
    const sentence = opened.sayFailure(error) ?? item.notFound;
    const again = h('button', { type: 'button' }, words.retry);
    again.addEventListener('click', () => {
      body.focus();
      read();
    });
    body.replaceChildren(
      h('div', { class: 'problem' }, h('b', {}, item.errorTitle), h('p', {}, sentence), again),
    );
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
    close() {
      // The event of a dialog that closes comes a task later, in which the former patient would still stand there.
      dialog.close();
      leave();
    },
  };
}
