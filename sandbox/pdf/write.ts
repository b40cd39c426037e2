import { literal, widthOf, writable } from './font.ts';
import { PAGE, type Paragraph, type PlacedLine, paginate } from './pages.ts';

/** A document of text. */
export interface PdfDocument {
  readonly title: string;
  /** BCP 47. */
  readonly language: string;
  readonly groups: readonly (readonly Paragraph[])[];
  /** The line at the foot of a page. */
  readonly footer: (page: number, pages: number) => string;
}

const number = (value: number): string => value.toFixed(2);
const FOOTER_SIZE = 8;

function lineOperators({ text, font, size, x, y }: PlacedLine): string {
  const name = font === 'bold' ? 'F2' : 'F1';
  return `BT /${name} ${size} Tf ${number(x)} ${number(y)} Td ${literal(text)} Tj ET`;
}

function footerLine(text: string): PlacedLine {
  const shown = writable(text);
  const x = PAGE.width - PAGE.margin - widthOf(shown, 'regular', FOOTER_SIZE);
  return { text: shown, font: 'regular', size: FOOTER_SIZE, x, y: PAGE.margin / 2 };
}

/** A text string of any characters: UTF-16BE in hexadecimal (PDF 1.7, 7.9.2.2). */
const utf16 = (text: string): string =>
  `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`;

/**
 * Writes a PDF 1.4 of A4 pages with text in Helvetica: a header, its objects, the cross-reference table, the
 * trailer (PDF 1.7, 7.5). All of it is ASCII, so that offsets count characters.
 */
export function writePdf({ title, language, groups, footer }: PdfDocument): Uint8Array<ArrayBuffer> {
  const pages = paginate(groups);
  const firstPage = 6;
  const font = (base: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${base} /Encoding /WinAnsiEncoding >>`;
  const kids = pages.map((_, index) => `${firstPage + 2 * index} 0 R`);
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /Lang ${literal(language)} /ViewerPreferences << /DisplayDocTitle true >> >>`,
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    `<< /Title ${utf16(title)} >>`,
    ...pages.flatMap((lines, index) => {
      const content = [...lines, footerLine(footer(index + 1, pages.length))].map(lineOperators).join('\n');
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${firstPage + 2 * index + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const start = file.length;
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`;
  file += `trailer\n<< /Size ${size} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(file, 'latin1'));
}
