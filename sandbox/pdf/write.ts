import PDFDocument from 'pdfkit';

/** A paragraph. Lengths are points. */
export interface Paragraph {
  readonly text: string;
  /** Default: `false`. */
  readonly bold?: boolean;
  /** Size of the letters. Default: `10`. */
  readonly size?: number;
  readonly indent?: number;
  /** Space above it; none at the top of a page. */
  readonly above?: number;
}

interface PdfText {
  readonly title: string;
  /** BCP 47. */
  readonly language: string;
  /** A group of paragraphs stays on one page, unless it is longer than a page. */
  readonly groups: readonly (readonly Paragraph[])[];
  /** Returns the line at the foot of a page. */
  readonly footer: (page: number, pages: number) => string;
}

/** Margins of A4: 2 cm, in points. */
export const PAGE_MARGIN = 56.69;
const FOOTER_SIZE = 8;
/** Space between lines, as a share of the size of the letters. */
const LINE_GAP = 0.2;

/** Characters of WinAnsiEncoding, which the standard fonts have (PDF 1.7, annex D.2). */
const WRITABLE = new Set(
  new TextDecoder('windows-1252').decode(
    Uint8Array.from({ length: 256 }, (_, code) => code).filter((code) => code >= 0x20 && code !== 0x7f),
  ),
);
// The decoder maps the five codes without a character to controls.
for (const code of [0x81, 0x8d, 0x8f, 0x90, 0x9d]) WRITABLE.delete(String.fromCharCode(code));
// pdfkit takes it for as narrow as ÿ, so that lines with it leave the margin.
WRITABLE.delete('Ÿ');

/** Replaces what the fonts lack: an accent is left off, any other sign is `?`. Each run of blanks is one space. */
function toWritable(text: string): string {
  return [...text.normalize('NFC').trim().replace(/\s+/g, ' ')]
    .map((character) => {
      const [base = ''] = character.normalize('NFD');
      return [character, base].find((one) => WRITABLE.has(one)) ?? '?';
    })
    .join('');
}

/** Returns what a document that has ended holds. Since Node 26 a stream's `read` gives one chunk, not all of them. */
function readAll(pdf: InstanceType<typeof PDFDocument>): Uint8Array<ArrayBuffer> {
  const chunks: Buffer[] = [];
  for (let chunk = pdf.read(); chunk !== null; chunk = pdf.read()) chunks.push(chunk as Buffer);
  return new Uint8Array(Buffer.concat(chunks));
}

/** Writes an A4 document in Helvetica, one of the fonts that every PDF reader has. */
export function writePdf({ title, language, groups, footer }: PdfText): Uint8Array<ArrayBuffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: PAGE_MARGIN,
    bufferPages: true,
    lang: language,
    displayTitle: true,
    info: { Title: title },
  });
  const width = pdf.page.width - 2 * PAGE_MARGIN;
  const bottom = pdf.page.height - PAGE_MARGIN;
  const isAtTop = () => pdf.y <= PAGE_MARGIN;

  function setFont({ bold = false, size = 10 }: Paragraph): void {
    pdf.font(bold ? 'Helvetica-Bold' : 'Helvetica', size).lineGap(size * LINE_GAP);
  }

  for (const group of groups) {
    const paragraphs = group
      .map((one) => ({ ...one, text: toWritable(one.text) }))
      .filter(({ text }) => text);
    const height = paragraphs.reduce((sum, one) => {
      setFont(one);
      return sum + (one.above ?? 0) + pdf.heightOfString(one.text, { width: width - (one.indent ?? 0) });
    }, 0);
    if (!isAtTop() && pdf.y + height > bottom && height <= bottom - PAGE_MARGIN) pdf.addPage();
    for (const paragraph of paragraphs) {
      const { text, indent = 0, above = 0 } = paragraph;
      setFont(paragraph);
      if (!isAtTop()) pdf.y += above;
      pdf.text(text, PAGE_MARGIN + indent, pdf.y, { width: width - indent });
    }
  }
  const { count } = pdf.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page);
    // The line is inside the margin, where text would begin another page.
    pdf.page.margins.bottom = 0;
    pdf.font('Helvetica', FOOTER_SIZE);
    const at = pdf.page.height - PAGE_MARGIN / 2 - FOOTER_SIZE;
    pdf.text(toWritable(footer(page + 1, count)), PAGE_MARGIN, at, { width, align: 'right' });
  }
  pdf.end();
  return readAll(pdf);
}
