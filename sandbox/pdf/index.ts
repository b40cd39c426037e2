/**
 * Instruments as PDF, written by hand: text in Helvetica on A4 needs no library.
 *
 * @module
 */
export { instrumentPdf } from './instrument.ts';
export { type PdfDocument, writePdf } from './write.ts';
