import { expect, it } from 'vitest';
import { badgeEn as badgeMessages } from '../words/compiled/badge/en.js';
import { toBadge } from './badge.ts';

const FACTS = {
  context: { state: 'known' },
  signIn: 'signed-in',
  answers: 0,
  risks: 0,
  unknown: 0,
  flags: { count: 3, isKnown: true },
  isWithoutPlace: true,
} as unknown as Parameters<typeof toBadge>[0];

const toText = (more: object): string => toBadge({ ...FACTS, ...more }, badgeMessages).text;

it('says beside flags and new answers that the panel stands nowhere, in four signs at most', () => {
  const none = { count: 0, isKnown: true };
  expect(toText({})).toBe('3!?');
  expect(toText({ flags: { count: 1_000, isKnown: false } })).toBe('99!?');
  expect(toText({ flags: none, answers: 5 })).toBe('5?');
  expect(toText({ flags: none })).toBe('?');
  expect(toText({ isWithoutPlace: false })).toBe('3!');
  expect(toText({ isWithoutPlace: false, flags: none, answers: 5 })).toBe('5');
});

it('says in words what the sign stands for', () => {
  expect(toBadge(FACTS, badgeMessages).title).toContain(badgeMessages.noPlace);
});
