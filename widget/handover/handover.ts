import { seriesCsv } from '@instrument-panel/shared/export/csv';
import { noteText, type Provenance } from '@instrument-panel/shared/export/note';
import type { ScoreView } from '@instrument-panel/shared/score';
import { save } from '@instrument-panel/shared/ui/dom';
import { exportMessages } from '@instrument-panel/shared/words/compiled/export/all';
import { selectMessages } from '@instrument-panel/shared/words/languages';
import type { WholeSpeech } from '@instrument-panel/shared/words/say-details';
import { pictureOf } from './picture.ts';

/** What is handed over: the course as it is shown, and when it was read. */
interface Handed extends Provenance {
  readonly speech: WholeSpeech;
  readonly view: ScoreView;
}

/** A name for a file that tells the instrument and the day, and never the patient. */
const fileName = ({ title, readAt }: Handed, ending: string): string =>
  `${title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'course'}-${new Date(readAt).toISOString().slice(0, 10)}.${ending}`;

/**
 * Hands the course over: copies the latest answer as text for a note, or saves the course as a table or a picture.
 *
 * @param isStill whether the course is still that of who is shown: a picture takes a while, and is not saved after
 * @returns false where the browser does not let a page copy
 */
export async function handOver(
  how: 'copy' | 'csv' | 'png',
  handed: Handed,
  isStill: () => boolean,
): Promise<boolean> {
  const { speech, view } = handed;
  const words = selectMessages(exportMessages, speech.words.lang);
  if (how === 'copy') {
    const text = noteText(speech, words, view, view.points.length - 1, handed);
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  if (how === 'csv') {
    save(
      new Blob([seriesCsv(speech, words, view, handed)], { type: 'text/csv;charset=utf-8' }),
      fileName(handed, 'csv'),
    );
    return true;
  }
  const lines = noteText(speech, words, view, view.points.length - 1, handed).split('\n');
  const picture = await pictureOf(view, speech.words, lines, handed.timeZone);
  if (isStill()) save(picture, fileName(handed, 'png'));
  return true;
}
