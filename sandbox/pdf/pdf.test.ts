import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BASE_PATH } from '../../shared/client/contract/index.ts';
import { instrumentJson, LIBRARY } from '../library/index.ts';
import { type Clinic, formId, ORIGIN, openClinic } from '../service/clinic.fixture.ts';
import { widthOf } from './font.ts';
import { instrumentPdf, writePdf } from './index.ts';
import { PAGE } from './pages.ts';

/** What a reader of the format finds: objects by the cross-reference table, and the text of each page. */
function readPdf(bytes: Uint8Array) {
  const file = Buffer.from(bytes).toString('latin1');
  expect(file.startsWith('%PDF-1.4\n')).toBe(true);
  expect(file.endsWith('%%EOF\n')).toBe(true);
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
  const table = /^xref\n0 (\d+)\n((?:\d{10} \d{5} [nf] \n)+)trailer\n<< \/Size (\d+) \/Root (\d+) 0 R/.exec(
    file.slice(start),
  );
  const entries = (table?.[2] ?? '').match(/.{19}\n/g) ?? [];
  expect(entries).toHaveLength(Number(table?.[1]));
  expect(Number(table?.[3])).toBe(entries.length);
  const objects = entries.slice(1).map((entry, index) => {
    const at = Number(entry.slice(0, 10));
    expect(file.slice(at)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
    return file.slice(at, file.indexOf('\nendobj', at));
  });
  const object = (number: number) => objects[number - 1] ?? '';
  expect(object(Number(table?.[4]))).toContain('/Type /Catalog /Pages 2 0 R');
  const kids = [...(/\/Kids \[(.*?)\]/.exec(object(2))?.[1] ?? '').matchAll(/(\d+) 0 R/g)];
  expect(Number(/\/Count (\d+)/.exec(object(2))?.[1])).toBe(kids.length);
  const pages = kids.map(([, number]) => {
    const page = object(Number(number));
    expect(page).toContain('/Type /Page /Parent 2 0 R');
    const content = object(Number(/\/Contents (\d+) 0 R/.exec(page)?.[1]));
    const [, length, stream = ''] = /\/Length (\d+) >>\nstream\n([\s\S]*)\nendstream$/.exec(content) ?? [];
    expect(stream.length).toBe(Number(length));
    return stream.split('\n').map((line) => {
      const found = /^BT \/F([12]) ([\d.]+) Tf ([\d.]+) ([\d.]+) Td \((.*)\) Tj ET$/.exec(line);
      expect(found, line).not.toBeNull();
      const octets = (found?.[5] ?? '').replace(/\\(?:(\d{3})|(.))/g, (_, code, sign) =>
        code ? String.fromCharCode(Number.parseInt(code, 8)) : sign,
      );
      return {
        font: found?.[1] === '2' ? ('bold' as const) : ('regular' as const),
        size: Number(found?.[2]),
        x: Number(found?.[3]),
        y: Number(found?.[4]),
        text: new TextDecoder('windows-1252').decode(Buffer.from(octets, 'latin1')),
      };
    });
  });
  return {
    pages,
    text: pages
      .flat()
      .map(({ text }) => text)
      .join(' '),
  };
}

describe('an instrument as PDF', () => {
  it.each(
    LIBRARY.flatMap(({ shortTitle }) =>
      (['en', 'pt-BR'] as const).map((language) => [shortTitle, language] as const),
    ),
  )('of %s in %s holds every question, option, range and reference, in order', (shortTitle, language) => {
    const definition = LIBRARY.find((one) => one.shortTitle === shortTitle);
    if (!definition) throw new Error('not in the library');
    const instrument = instrumentJson(definition, language);
    const { pages, text } = readPdf(instrumentPdf(instrument, language));
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
    expect(pages[0]?.at(-1)?.text).toContain(
      language === 'en' ? `page 1 of ${pages.length}` : `página 1 de ${pages.length}`,
    );
  });

  it('keeps a question and its options on one page', () => {
    const definition = LIBRARY.find((one) => one.shortTitle === 'DASS-21');
    if (!definition) throw new Error('not in the library');
    const { pages } = readPdf(instrumentPdf(instrumentJson(definition, 'en'), 'en'));
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) {
      const first = page.find(({ text }) => /^\d+\. |^\( \)/.test(text));
      if (first) expect(first.text).toMatch(/^\d+\. /);
    }
  });

  it('is read by pdftotext, accents and dashes included', () => {
    const definition = LIBRARY.find((one) => one.shortTitle === 'PHQ-9');
    if (!definition) throw new Error('not in the library');
    const input = instrumentPdf(instrumentJson(definition, 'pt-BR'), 'pt-BR');
    const { stdout, stderr, status } = spawnSync('pdftotext', ['-enc', 'UTF-8', '-', '-'], { input });
    expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: '' });
    expect(stdout.toString()).toContain('3. Dificuldade para dormir, ou sono além do habitual');
    expect(stdout.toString()).toContain('PHQ-9, demonstração – página 1 de ');
  });
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
      const { pages } = readPdf(writePdf({ title: 'x', language: 'en', groups, footer: () => 'end' }));
      const set = pages.flatMap((page) => page.slice(0, -1));
      for (const { text, font, size, x, y } of set) {
        expect(y).toBeGreaterThanOrEqual(PAGE.margin - 0.01);
        expect(y + size).toBeLessThanOrEqual(PAGE.height - PAGE.margin);
        const single = [...text].length === 1;
        if (!single)
          expect(x + widthOf(text, font, size)).toBeLessThanOrEqual(PAGE.width - PAGE.margin + 0.01);
      }
      const characters = (text: string) => [...text.normalize('NFC').replace(/\s/g, '')].length;
      const given = groups.flat().reduce((sum, { text }) => sum + characters(text), 0);
      expect(set.reduce((sum, { text }) => sum + characters(text), 0)).toBe(given);
    }),
    { numRuns: 60 },
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
    expect(readPdf(new Uint8Array(await response.arrayBuffer())).text).toContain(
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
