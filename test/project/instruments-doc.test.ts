import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LIBRARY } from '../../sandbox/library/index.ts';
import { factsOf, PUBLISHED_FACTS_VERSION } from '../../shared/score/published.ts';
import type { ScoreView } from '../../shared/score/view.ts';

const document = readFileSync('docs/instruments.md', 'utf8');

/** Cells of the rows of the first table under a heading, without its head. */
const tableUnder = (heading: string): readonly (readonly string[])[] =>
  (document.split(`## ${heading}\n\n`)[1]?.match(/(?:.*\n\n)?((?:\|.+\n)+)/)?.[1] ?? '')
    .split('\n')
    .slice(2, -1)
    .map((row) => row.slice(2, -2).split(' | '));

const numbersIn = (text = ''): number[] => (text.match(/\d+/g) ?? []).map(Number);
const points = new Map(tableUnder('Change').map(([name, figure]) => [name, numbersIn(figure)[0]]));
const described = new Map(
  tableUnder('Structure and ranges').map(([name = '', items, total, ranges, risk = '', recall]) => [
    name,
    { total: numbersIn(total), ranges, items, risk, days: numbersIn(recall)[0] },
  ]),
);

describe('docs/instruments.md', () => {
  it('has a row for each instrument of the library but the invented one', () => {
    const titles = LIBRARY.map(({ shortTitle }) => shortTitle).filter((title) => title !== 'DEMO-6');
    expect([...described.keys()]).toEqual(titles);
    expect(document).toContain(`(version ${PUBLISHED_FACTS_VERSION} of its table)`);
  });

  it.each([...described])(
    '%s says what the table of published facts says',
    (name, { total, risk, ...row }) => {
      const instrument = LIBRARY.find(({ shortTitle }) => shortTitle === name);
      const direction = instrument?.direction === 'HIGHER_BETTER' ? 'higher-better' : 'higher-worse';
      const [yMin, yMax] = name === 'DASS-21' ? [] : total;
      const view = { seriesName: yMax === undefined ? 'Stress' : null, yMin, yMax, direction } as ScoreView;
      const questions = instrument?.questions.map(() => ({}));
      const facts = factsOf(view, { id: '', shortTitle: name, questions });
      expect(facts.asksAboutRisk).toBe(risk !== 'none');
      expect(facts.riskItem).toBe(risk === 'none' ? 0 : Number.parseInt(risk ?? '', 10));
      expect(facts.recallDays).toBe(row.days);
      expect(facts.reliableChange?.points).toBe(points.get(name));
    },
  );

  it.each([...described])('%s says what the sandbox scores by', (name, { ranges = '', risk }) => {
    const instrument = LIBRARY.find(({ shortTitle }) => shortTitle === name);
    const scored = instrument?.ranges?.flatMap(({ minScore, maxScore }) => [minScore, maxScore]) ?? [];
    expect(numbersIn(ranges)).toEqual(scored);
    const items = instrument?.questions.flatMap(({ options, position }) =>
      options.some(({ risk: signal }) => signal) ? [position] : [],
    );
    expect(items).toEqual(risk === 'none' ? [] : [numbersIn(risk)[0]]);
  });
});
