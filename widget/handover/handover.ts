import type { ChartWords } from '@instrument-panel/shared/chart';
import { seriesCsv } from '@instrument-panel/shared/export/csv';
import { noteText, type Provenance } from '@instrument-panel/shared/export/note';
import type { ScoreView } from '@instrument-panel/shared/score';
import { h, save } from '@instrument-panel/shared/ui/dom';
import { exportMessages } from '@instrument-panel/shared/words/compiled/export/all';
import { selectMessages } from '@instrument-panel/shared/words/languages';
import type { WholeSpeech } from '@instrument-panel/shared/words/say-details';

const WIDTH_PX = 1200;
const PLOT_HEIGHT_PX = 520;
const LINE_HEIGHT_PX = 26;
const MARGIN_PX = 32;
/** Device pixels for a CSS pixel: a picture is printed and enlarged. */
const RATIO = 2;

/** On white, whatever the page's scheme: a picture goes into documents. */
const COLORS = {
  ink: '#1b2530',
  quiet: '#55616e',
  surface: '#ffffff',
  axis: '#7f8a96',
  risk: '#8c1823',
  bands: 'light',
} as const;
const FONT = 'system-ui, sans-serif';

function blobOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new TypeError('the canvas gave no picture'))),
      'image/png',
    );
  });
}

/** A picture of a course (PNG, 2400 pixels wide): the lines of a note above its graph, so that it speaks for itself. */
async function pictureOf(
  view: ScoreView,
  words: ChartWords,
  lines: readonly string[],
  { title, timeZone }: Pick<Handed, 'title' | 'timeZone'>,
): Promise<Blob> {
  const { Explorer, linesByDate, wholeOf } = await import('../explore/explore.ts');
  const plot = h('canvas', { width: String(WIDTH_PX - 2 * MARGIN_PX), height: String(PLOT_HEIGHT_PX) });
  const drawn = linesByDate([view]);
  const explorer = new Explorer(plot, {
    words,
    sayDay: String,
    timeZone,
    colors: () => COLORS,
    font: () => `14px ${FONT}`,
    fixedRatio: RATIO,
  });
  explorer.draw({
    lines: drawn,
    rows: [{ view, name: '', facts: [] }],
    byCourse: false,
    shown: wholeOf(drawn, [view.from, view.to]),
    focus: null,
  });

  const top = MARGIN_PX + lines.length * LINE_HEIGHT_PX + LINE_HEIGHT_PX / 2;
  const height = top + PLOT_HEIGHT_PX + MARGIN_PX;
  const page = h('canvas', { width: String(WIDTH_PX * RATIO), height: String(height * RATIO) });
  const context = page.getContext('2d');
  if (!context) throw new TypeError('the browser gave no canvas');
  context.scale(RATIO, RATIO);
  context.fillStyle = COLORS.surface;
  context.fillRect(0, 0, WIDTH_PX, height);
  context.fillStyle = COLORS.ink;
  context.textBaseline = 'top';
  const scored = lines.findIndex((line) => line.startsWith(title));
  for (const [index, line] of lines.entries()) {
    // The lines before the score say what is not known.
    const style = index === scored ? 'bold 20px' : index < scored ? 'bold 16px' : '16px';
    context.font = `${style} ${FONT}`;
    context.fillText(line, MARGIN_PX, MARGIN_PX + index * LINE_HEIGHT_PX, WIDTH_PX - 2 * MARGIN_PX);
  }
  context.drawImage(plot, MARGIN_PX, top, WIDTH_PX - 2 * MARGIN_PX, PLOT_HEIGHT_PX);
  explorer.destroy();
  return blobOf(page);
}

/** What is handed over: the course as it is shown, and when it was read. */
interface Handed extends Provenance {
  readonly speech: WholeSpeech;
  readonly view: ScoreView;
}

/** A name for a file that tells the instrument and the day, and never the patient. */
const fileName = ({ title, readAt }: Handed, ending: string): string =>
  `${title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'course'}-${new Date(readAt).toISOString().slice(0, 10)}.${ending}`;

/**
 * Copies the latest answer as text for a note, or saves the course as a table or a picture. A picture takes a while,
 * and is not saved unless the course `isStill` that of who is shown. Returns false where the page may not copy.
 */
export async function handOver(
  how: 'copy' | 'csv' | 'png',
  handed: Handed,
  isStill: () => boolean,
): Promise<boolean> {
  const { speech, view } = handed;
  const words = selectMessages(exportMessages, speech.words.lang);
  const note = noteText(speech, words, view, view.points.length - 1, handed);
  if (how === 'copy') {
    return navigator.clipboard.writeText(note).then(
      () => true,
      () => false,
    );
  }
  if (how === 'csv') {
    const table = new Blob([seriesCsv(speech, words, view, handed)], { type: 'text/csv;charset=utf-8' });
    save(table, fileName(handed, 'csv'));
    return true;
  }
  const picture = await pictureOf(view, speech.words, note.split('\n'), handed);
  if (isStill()) save(picture, fileName(handed, 'png'));
  return true;
}
