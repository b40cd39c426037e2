import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BASE_PATH } from '../../shared/client/contract/index.ts';
import { LIBRARY } from '../library/index.ts';
import { instrumentJson } from '../library/json.ts';
import { type Clinic, formId, ORIGIN, openClinic } from '../service/clinic.fixture.ts';
import { instrumentPdf } from './instrument.ts';
import { PAGE_MARGIN, writePdf } from './write.ts';

/** Points. */
const A4 = { width: 595.28, height: 841.89 };

interface PlacedLine {
  readonly xMin: number;
  readonly xMax: number;
  readonly yMin: number;
  readonly yMax: number;
  readonly text: string;
}

function pdftotext(bytes: Uint8Array, ...options: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync('pdftotext', ['-enc', 'UTF-8', ...options, '-', '-'], {
    input: bytes,
  });
  expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' });
  return stdout.toString();
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const decode = (text: string): string =>
  text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => ENTITIES[name] ?? '');

/** The lines of each page with their places, as another program reads them. */
function readPages(bytes: Uint8Array): readonly (readonly PlacedLine[])[] {
  return [...pdftotext(bytes, '-bbox-layout').matchAll(/<page [^>]*>(.*?)<\/page>/gs)].map(([, page = '']) =>
    [
      ...page.matchAll(
        /<line xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)<\/line>/gs,
      ),
    ].map(([, xMin, yMin, xMax, yMax, words = '']) => ({
      xMin: Number(xMin),
      yMin: Number(yMin),
      xMax: Number(xMax),
      yMax: Number(yMax),
      text: [...words.matchAll(/<word[^>]*>(.*?)<\/word>/gs)].map(([, word]) => decode(word ?? '')).join(' '),
    })),
  );
}

/** The text of a document in reading order, with one space between words. */
const readText = (bytes: Uint8Array): string => pdftotext(bytes).replace(/\s+/g, ' ');

describe('an instrument as PDF', () => {
  it.each(
    LIBRARY.flatMap(({ shortTitle }) =>
      (['en', 'pt-BR'] as const).map((language) => [shortTitle, language] as const),
    ),
  )('of %s in %s holds every question, option, range and reference, in order', (shortTitle, language) => {
    const definition = LIBRARY.find((one) => one.shortTitle === shortTitle);
    if (!definition) throw new Error('not in the library');
    const instrument = instrumentJson(definition, language);
    const pdf = instrumentPdf(instrument, language);
    const text = readText(pdf);
    const pages = readPages(pdf);
    let at = 0;
    const expected = [
      instrument.title,
      ...(instrument.questions ?? []).flatMap((question, index) => [
        `${index + 1}. ${question.title}`,
        ...(question.questionOptions ?? []).map(({ value, weight }) => `${value} (${weight})`),
      ]),
      ...[
        ...(instrument.scoreRanges ?? []),
        ...(instrument.subScales ?? []).flatMap((one) => one.scoreRanges ?? []),
      ].map(({ title }) => `: ${title}`),
      instrument.references ?? '',
    ];
    for (const words of expected) {
      const found = text.indexOf(words, at);
      expect(found, words).toBeGreaterThanOrEqual(0);
      at = found;
    }
    expect(pages[0]?.map((line) => line.text).join('\n')).toContain(
      language === 'en' ? `page 1 of ${pages.length}` : `página 1 de ${pages.length}`,
    );
  });

  it('keeps a question and its options on one page', () => {
    const definition = LIBRARY.find((one) => one.shortTitle === 'DASS-21');
    if (!definition) throw new Error('not in the library');
    const pages = readPages(instrumentPdf(instrumentJson(definition, 'en'), 'en'));
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) {
      const first = page.find(({ text }) => /^\d+\. |^\( \)/.test(text));
      if (first) expect(first.text).toMatch(/^\d+\. /);
    }
  });

  it('is read by pdftotext, accents and dashes included', () => {
    const definition = LIBRARY.find((one) => one.shortTitle === 'PHQ-9');
    if (!definition) throw new Error('not in the library');
    const text = pdftotext(instrumentPdf(instrumentJson(definition, 'pt-BR'), 'pt-BR'));
    expect(text).toContain('3. Dificuldade para dormir, ou sono além do habitual');
    expect(text).toContain('PHQ-9, demonstração – página 1 de ');
  });
});

it('every sign of the fonts is as wide as the lines are broken for', () => {
  const signs = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 223 }, (_, at) => at + 33));
  // Lines of one sign alone: what is measured as narrower than it is leaves the margin.
  const groups = [...signs].map((sign) => [{ text: `${sign.repeat(9)} `.repeat(30), size: 18 }]);
  const pages = readPages(writePdf({ title: 'x', language: 'en', groups, footer: () => 'THE END' }));
  const wide = pages.flat().filter(({ xMax }) => xMax > A4.width - PAGE_MARGIN + 0.1);
  expect(wide.map(({ text }) => text)).toEqual([]);
});

it('any text at all stays within the margins, on as many pages as it needs, and none of it is lost', () => {
  const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 });
  const paragraph = fc.record({
    text: fc.array(word, { maxLength: 60 }).map((words) => words.join(' ')),
    size: fc.constantFrom(9, 12, 18),
    indent: fc.constantFrom(0, 12),
    above: fc.constantFrom(0, 8),
  });
  fc.assert(
    fc.property(fc.array(fc.array(paragraph, { maxLength: 5 }), { maxLength: 6 }), (groups) => {
      const pages = readPages(writePdf({ title: 'x', language: 'en', groups, footer: () => 'THE END' }));
      const lines = pages.flat().filter(({ text }) => text !== 'THE END');
      expect(pages.flat().length - lines.length).toBe(pages.length);
      for (const { xMin, yMin, xMax, yMax } of lines) {
        expect(xMin).toBeGreaterThanOrEqual(PAGE_MARGIN - 0.1);
        expect(xMax).toBeLessThanOrEqual(A4.width - PAGE_MARGIN + 0.1);
        expect(yMin).toBeGreaterThanOrEqual(PAGE_MARGIN - 0.1);
        expect(yMax).toBeLessThanOrEqual(A4.height - PAGE_MARGIN + 0.1);
      }
      const characters = (text: string) => [...text.normalize('NFC').replace(/\s/g, '')].length;
      const given = groups.flat().reduce((sum, { text }) => sum + characters(text), 0);
      expect(lines.reduce((sum, { text }) => sum + characters(text), 0)).toBe(given);
    }),
    // Each smaller example is another process: looking for the smallest would take hours and hide the seed.
    { numRuns: 60, endOnFailure: true },
  );
});

describe('GET /forms/{formId}?format=pdf', () => {
  let clinic: Clinic;
  beforeEach(async () => {
    clinic = await openClinic();
  });
  afterEach(() => clinic.sandbox.close());

  it('answers with the PDF, in the language of the reader', async () => {
    const headers = { ...clinic.headers, 'Accept-Language': 'pt-BR' };
    const url = `${ORIGIN}${BASE_PATH}/forms/${formId('PHQ-9')}?format=pdf`;
    const response = await clinic.sandbox.fetch(new Request(url, { headers }));
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/pdf');
    expect(response.headers.get('Content-Disposition')).toBe('inline; filename="phq-9.pdf"');
    expect(readText(new Uint8Array(await response.arrayBuffer()))).toContain(
      'Questionário de Saúde do Paciente',
    );
  });

  it('answers 404 for an instrument that is not there, and 401 without credentials', async () => {
    const nobody = '/forms/00000000-0000-4000-8000-000000000000?format=pdf';
    expect((await clinic.refused('GET', nobody)).code).toBe('404 NOT_FOUND');
    clinic.headers = {};
    expect((await clinic.refused('GET', `/forms/${formId('PHQ-9')}?format=pdf`)).code).toBe(
      '401 INVALID_API_KEY',
    );
  });
});
