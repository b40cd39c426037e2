import { expect } from 'vitest';
import { instrument } from '../clinic.ts';
import type { Rules } from '../rule.ts';
import { listOf } from '../shape.ts';
import { Instrument, Tag } from '../wire-library.ts';

const NOTHING = '00000000-0000-4000-8000-000000000000';

/** "Instruments": the library, its tags, one instrument as JSON and as PDF. */
export const instruments: Rules = (rule) => {
  rule('shows the public library whole', async ({ ask }) => {
    const library = (await ask.get('/forms/library')).gives(listOf(Instrument), 200);
    const names = library.map(({ shortTitle }) => shortTitle);
    expect(names).toEqual(
      expect.arrayContaining(['PHQ-9', 'PHQ-2', 'GAD-7', 'PHQ-15', 'PCL-5', 'K10', 'DASS-21', 'WHO-5']),
    );
    expect(library.every(({ isPublic }) => isPublic)).toBe(true);
    expect(new Set(library.map(({ id }) => id)).size).toBe(library.length);
    expect((await ask.get('/forms/library', { limit: 1 })).gives(listOf(Instrument))).toHaveLength(
      library.length,
    );
  });

  rule('reads one instrument with questions, options, subscales and ranges', async ({ ask }) => {
    for (const shortTitle of ['PHQ-9', 'DASS-21']) {
      const listed = await instrument(ask, shortTitle);
      const read = (await ask.get(`/forms/${listed.id}`)).gives(Instrument, 200);
      expect(read).toEqual(listed);
      expect((await ask.get(`/forms/${listed.id}`, { format: 'json' })).gives(Instrument)).toEqual(listed);
      expect((await ask.get(`/forms/${listed.id}`, { format: 'PDF?' })).gives(Instrument)).toEqual(listed);
    }
  });

  rule('numbers every question and every option of an instrument once', async ({ ask }) => {
    const library = (await ask.get('/forms/library')).gives(listOf(Instrument));
    for (const { questions } of library) {
      const ids = questions.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      const options = questions.flatMap(({ questionOptions }) => questionOptions.map(({ id }) => id));
      expect(new Set(options).size).toBe(options.length);
    }
  });

  rule('gives an instrument as a PDF', async ({ ask }) => {
    const { id } = await instrument(ask, 'GAD-7');
    const reply = await ask.get(`/forms/${id}`, { format: 'pdf' });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toMatch(/^application\/pdf\b/);
    const file = Buffer.from(reply.bytes).toString('latin1');
    expect(file.slice(0, 5)).toBe('%PDF-');
    expect(file.trimEnd().endsWith('%%EOF')).toBe(true);
    // The last startxref says where the cross-reference table begins (ISO 32000-1, 7.5.5).
    const at = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(file)?.[1]);
    expect(file.slice(at)).toMatch(/^(xref|\d+ \d+ obj)/);
    expect(file).toMatch(/\/Type\s*\/Catalog/);
    expect(file).toMatch(/\/Type\s*\/Page\b/);
  });

  rule('answers 404 for an instrument that is not there, in either format', async ({ ask }) => {
    (await ask.get(`/forms/${NOTHING}`)).refuses(404);
    (await ask.get(`/forms/${NOTHING}`, { format: 'pdf' })).refuses(404);
  });

  rule('lists the tags, and instruments that have any of those asked for', async ({ ask }) => {
    const tags = (await ask.get('/forms/tags')).gives(listOf(Tag), 200);
    const library = (await ask.get('/forms/library')).gives(listOf(Instrument));
    const having = (...ids: number[]) =>
      library.filter((item) => item.tags.some(({ id }) => ids.includes(id))).map(({ id }) => id);
    expect(tags.length).toBeGreaterThan(1);
    for (const { id } of tags) {
      const found = (await ask.get('/forms/library', { tags: id })).gives(listOf(Instrument));
      expect(found.map((item) => item.id)).toEqual(having(id));
    }
    const [first, second] = tags;
    const both = (await ask.get('/forms/library', { tags: ` ${first?.id} , ${second?.id}` })).gives(
      listOf(Instrument),
    );
    expect(both.map(({ id }) => id)).toEqual(having(first?.id ?? 0, second?.id ?? 0));
    expect((await ask.get('/forms/library', { tags: 999_999 })).gives(listOf(Instrument))).toEqual([]);
  });

  rule.malformed('refuses tags that do not match the pattern', async ({ ask }) => {
    for (const tags of ['', ',', '1,', ',1', '1,,2', 'a', '1;2', '-1', '1.5', '1 2']) {
      (await ask.get('/forms/library', { tags })).refuses(400, 'VALIDATION_ERROR', 'tags');
    }
  });
};
