import { seriesCsv } from '@instrument-panel/shared/export/csv';
import { noteText, type Provenance } from '@instrument-panel/shared/export/note';
import type { ScoreView } from '@instrument-panel/shared/score';
import { h, save } from '@instrument-panel/shared/ui/dom';
import { selectMessages } from '@instrument-panel/shared/words/all-languages';
import { exportMessages } from '@instrument-panel/shared/words/compiled/export/all';
import type { ExportMessages } from '@instrument-panel/shared/words/compiled/export/en';
import type { WholeSpeech } from '@instrument-panel/shared/words/say-details';

const WIDTH_PX = 1200;
const PLOT_HEIGHT_PX = 520;
const LINE_HEIGHT_PX = 26;
const MARGIN_PX = 32;
/** Device pixels for a CSS pixel: a picture is printed and enlarged. */
const RATIO = 2;
const INNER_PX = WIDTH_PX - 2 * MARGIN_PX;

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

/** Breaks a text into lines that are no wider than there is room. */
function wrapText(context: CanvasRenderingContext2D, text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && context.measureText(longer).width <= INNER_PX) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Draws the graph of a view alone; `destroy` takes it away. */
async function drawPlot({ view, speech, timeZone }: Handed) {
  const { Explorer, linesByDate, sayMarks, wholeOf } = await import('../explore/explore.ts');
  const canvas = h('canvas', { width: String(INNER_PX), height: String(PLOT_HEIGHT_PX) });
  const lines = linesByDate([view]);
  const explorer = new Explorer(canvas, {
    words: speech.words,
    sayDay: String,
    timeZone,
    colors: () => COLORS,
    font: () => `14px ${FONT}`,
    fixedRatio: RATIO,
  });
  explorer.draw({
    lines,
    rows: [{ view, name: '', facts: [] }],
    byCourse: false,
    shown: wholeOf(lines, [view.from, view.to]),
    focus: null,
  });
  const marks = sayMarks(speech.words.lang, [view], true).join(' · ');
  return { canvas, marks, destroy: () => explorer.destroy() };
}

/**
 * A picture of a course (PNG, 2400 pixels wide), which speaks for itself: of whom it is and the lines of a note above its
 * graph, what its marks mean below.
 */
async function pictureOf(handed: Handed, lines: readonly string[]): Promise<Blob> {
  const { canvas, marks, destroy } = await drawPlot(handed);
  const page = h('canvas', { width: String(WIDTH_PX * RATIO) });
  const context = page.getContext('2d');
  if (!context) throw new TypeError('the browser gave no canvas');
  const scored = lines.findIndex((line) => line.startsWith(handed.title));
  const styled = lines.flatMap((line, index) => {
    // The lines before the score say whose it is and what is not known.
    const font = `${index === scored ? 'bold 20px' : index < scored ? 'bold 16px' : '16px'} ${FONT}`;
    context.font = font;
    return wrapText(context, line).map((text) => ({ font, text }));
  });
  const top = MARGIN_PX + styled.length * LINE_HEIGHT_PX + LINE_HEIGHT_PX / 2;
  const height = top + PLOT_HEIGHT_PX + LINE_HEIGHT_PX * 2 + MARGIN_PX;
  // A canvas forgets everything when it is given a height.
  page.height = height * RATIO;
  context.scale(RATIO, RATIO);
  context.fillStyle = COLORS.surface;
  context.fillRect(0, 0, WIDTH_PX, height);
  context.fillStyle = COLORS.ink;
  context.textBaseline = 'top';
  for (const [index, { font, text }] of styled.entries()) {
    context.font = font;
    context.fillText(text, MARGIN_PX, MARGIN_PX + index * LINE_HEIGHT_PX, INNER_PX);
  }
  context.drawImage(canvas, MARGIN_PX, top, INNER_PX, PLOT_HEIGHT_PX);
  context.font = `14px ${FONT}`;
  context.fillStyle = COLORS.quiet;
  for (const [index, text] of wrapText(context, marks).entries())
    context.fillText(text, MARGIN_PX, top + PLOT_HEIGHT_PX + (index + 0.5) * LINE_HEIGHT_PX, INNER_PX);
  destroy();
  return blobOf(page);
}

/** What is handed over: the course as it is shown, and when it was read. */
interface Handed extends Provenance {
  readonly speech: WholeSpeech;
  readonly view: ScoreView;
  /** The patient's name; empty if it could not be read, null if none is to be shown. */
  readonly name: string | null;
}

const sayName = ({ patient, noName }: ExportMessages, name: string | null): string =>
  name === null ? '' : name ? patient({ name }) : noName;

/** Says of whom a printed panel is, and where it comes from. */
export function sayPaper({ speech, view, name, readAt }: Handed): string {
  const words = selectMessages(exportMessages, speech.words.lang);
  const submissionId = view.points.at(-1)?.submissionId ?? 0;
  const source = words.source({ submissionId, readAt: speech.format.moment(readAt) });
  return [sayName(words, name), source].filter(Boolean).join('\n');
}

/** A name for a file that tells the instrument and the day, and never the patient. */
const fileName = ({ title, readAt }: Handed, ending: string): string =>
  `${title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'course'}-${new Date(readAt).toISOString().slice(0, 10)}.${ending}`;

/**
 * Copies the latest answer as text for a note, or saves the course as a table or a picture. A picture takes a while,
 * and is not saved unless the course `isStill` that of who is shown. Returns false where the page may not copy.
 */
export async function exportCourse(
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
  const named = sayName(words, handed.name);
  const picture = await pictureOf(handed, [...(named ? [named] : []), ...note.split('\n')]);
  if (isStill()) save(picture, fileName(handed, 'png'));
  return true;
}
