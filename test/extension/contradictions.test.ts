import { expect, it } from 'vitest';
import { contradictions } from './contradictions.ts';
import type { Change } from './sighting.ts';

const A = '4821-0937';
const B = '1177-2040';
const header = (at: number, ...said: string[]): Change => ({
  at,
  frame: 'header',
  where: '',
  said,
  shown: [],
});
const chart = (at: number, ...shown: string[]): Change => ({
  at,
  frame: 'chart',
  where: '',
  said: [],
  shown,
});
const judged = (...changes: Change[]) => {
  const { sightings, longest } = contradictions(changes, 5_000, 300);
  return { longest, wrong: sightings.map(({ shown, at }) => [at, ...shown]) };
};

it('finds nothing where the chart shows whom the header says, and nobody else', () => {
  expect(judged(header(10, A, A), chart(500, A), chart(900), header(900), header(1_200, B))).toEqual({
    longest: 0,
    wrong: [],
  });
});

it('forgives the time that a word takes from one origin to another, and no more', () => {
  expect(judged(header(10, A), chart(500, A), header(900, B), chart(1_200))).toEqual({
    longest: 300,
    wrong: [],
  });
  expect(judged(header(10, A), chart(500, A), header(900, B), chart(1_201)).wrong).toEqual([[900, A]]);
});

it('counts a header that says nobody, or two, and one that never comes again', () => {
  expect(judged(chart(500, A), chart(900)).wrong).toEqual([[500, A]]);
  expect(judged(header(10, A, B), chart(500, A), header(900, A)).wrong).toEqual([[500, A]]);
  expect(judged(header(10, A), chart(500, A), header(1_000)).wrong).toEqual([[1_000, A]]);
});

it('puts in the order of time what was told late', () => {
  expect(judged(chart(500, A), header(900, B), chart(950), header(10, A)).wrong).toEqual([]);
});

it('does not hear frames that nobody sees', () => {
  const earlier: Change = { at: 600, frame: 'earlier', where: '', said: [B], shown: [] };
  expect(judged(header(10, A), chart(500, A), earlier).wrong).toEqual([]);
});
