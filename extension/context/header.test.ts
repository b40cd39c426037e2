import { describe, expect, it } from 'vitest';
import type { ProfilePage } from '../profile/profile.ts';
import type { Identifier } from '../site/facts.ts';
import { type HeaderHistory, placeFound } from './header.ts';
import { chart } from './play.fixture.ts';

const header = (kind: Identifier['kind'], value: string, system = ''): Identifier => ({
  kind,
  system,
  value,
});
const person = (key: string, name: string, birthday: string) => [
  header('key', key),
  header('name', name),
  header('birthday', birthday),
];
const ANA = person('1', 'Ana Lima', '1990-01-02');
const EVA = person('2', 'Eva Reis', '1985-06-07');
const PAGE: Extract<ProfilePage, { type: 'chart' }> = {
  type: 'chart',
  element: 'header',
  header: 'header',
  patient: [
    { kind: 'key', from: 'text', select: '.mrn' },
    { kind: 'key', from: 'text', select: '.lab', system: 'lab', optional: true },
    { kind: 'name', from: 'text', select: 'h1' },
    { kind: 'birthday', from: 'text', select: 'time' },
  ],
};
const URL_OF_CHART = 'https://ehr.example/patients/1';

interface Said {
  readonly page?: ProfilePage;
  readonly urls?: readonly string[];
  /** Version of the first report. */
  readonly first?: number;
  readonly wasWhole?: boolean;
}

/** Whether a document that has said all of these, one after the other, is believed to carry what it said last. */
function carries(
  states: readonly (readonly Identifier[])[],
  { page = PAGE, urls = [], first = 1, wasWhole = false }: Said = {},
): boolean {
  let history: HeaderHistory | null = null;
  let last: readonly Identifier[] = [];
  for (const [at, found] of states.entries()) {
    const facts = { ...chart(...found), version: first + at };
    const url = urls[at] ?? URL_OF_CHART;
    const placed = placeFound({ facts, url }, page, history, () => wasWhole);
    history = placed.history;
    last = placed.facts.found;
  }
  return last.length > 0 && last.every(({ at }) => at === 'header');
}

describe('a header that did not come all at once', () => {
  const at = (states: readonly (readonly Identifier[])[], first = 1) => {
    let history: HeaderHistory | null = null;
    let said: (string | undefined)[] = [];
    for (const [index, found] of states.entries()) {
      const facts = { ...chart(...found), version: first + index };
      const placed = placeFound({ facts, url: URL_OF_CHART }, PAGE, history, () => false);
      history = placed.history;
      said = placed.facts.found.map((one) => one.at);
    }
    return [...new Set(said)];
  };

  it.each<[string, Identifier[][], string]>([
    ['was filled field by field', [[], ANA.slice(0, 1), ANA.slice(0, 2), ANA], 'filled'],
    ['was filled, and stands still', [ANA.slice(0, 1), ANA, ANA], 'filled'],
    ['has changed by a part', [ANA, person('2', 'Eva Reis', '1990-01-02')], 'parted'],
    [
      'was filled, then changed by a part',
      [ANA.slice(0, 2), ANA, person('2', 'Ana Lima', '1990-01-02')],
      'parted',
    ],
    [
      'has changed by a part, then was filled',
      [
        ANA.slice(0, 2),
        [ANA[0] as Identifier, header('name', 'Eva')],
        [ANA[0] as Identifier, header('name', 'Eva'), header('birthday', '1990-01-02')],
      ],
      'parted',
    ],
    ['came at once', [[], ANA], 'header'],
  ])('says so where it %s', (_, states, said) => {
    expect(at(states)).toEqual([said]);
  });
});

describe('a header', () => {
  it.each<[string, Identifier[][], boolean]>([
    ['at first', [ANA], true],
    ['that comes at once into a document without one', [[], ANA], true],
    ['that changes from one patient to another at once', [ANA, EVA], true],
    ['that is empty in between', [ANA, [], EVA], true],
    [
      'of two patients with one birthday, which may have been left',
      [ANA, person('2', 'Eva Reis', '1990-01-02')],
      false,
    ],
    [
      'that states a birthday for the first time above the key of another',
      [ANA.slice(0, 2), person('2', 'Ana Lima', '1990-01-02')],
      false,
    ],
    ['whose name is written otherwise', [ANA, person('2', 'ANA LIMA', '1985-06-07')], false],
    ['whose name comes before its key', [ANA, [header('key', '1'), ...EVA.slice(1)], EVA], false],
    ['whose key comes before its name', [ANA, [header('key', '2'), ...ANA.slice(1)], EVA], false],
    ['that is filled part by part', [ANA.slice(0, 1), ANA], false],
    ['that was filled part by part before, and then at once', [ANA.slice(0, 1), ANA, EVA], true],
    ['that was filled part by part and drawn again', [ANA.slice(0, 1), ANA, [], ANA], false],
    [
      'of whose two keys one stays',
      [
        [...ANA, header('key', 'L1', 'lab')],
        [...EVA, header('key', 'L1', 'lab')],
      ],
      false,
    ],
  ])('%s', (_, states, isWhole) => {
    expect(carries(states)).toBe(isWhole);
  });
});

describe('a document whose history is not known', () => {
  it('carries nothing, unless it said the same before', () => {
    expect(carries([ANA], { first: 7 })).toBe(false);
    expect(carries([ANA], { first: 7, wasWhole: true })).toBe(true);
    expect(carries([ANA, EVA], { first: 7 })).toBe(true);
  });
});

describe('a document that is loaded anew', () => {
  const { header: _, ...anywhere } = PAGE;
  const page: ProfilePage = { ...anywhere, loadsAnew: true };

  it('counts for its first patient only', () => {
    expect(carries([ANA, ANA], { page })).toBe(true);
    expect(carries([ANA, EVA], { page })).toBe(false);
  });
  it('counts no longer once its address has changed, but for the fragment', () => {
    expect(carries([ANA, ANA], { page, urls: [URL_OF_CHART, `${URL_OF_CHART}#notes`] })).toBe(true);
    expect(carries([ANA, ANA], { page, urls: [URL_OF_CHART, 'https://ehr.example/patients/2'] })).toBe(false);
  });
});

it('takes a key that the address has before the header for no part of the header', () => {
  const page: ProfilePage = {
    ...PAGE,
    patient: [...(PAGE.patient ?? []), { kind: 'key', from: 'url', part: 'path', optional: true }],
  };
  const gaps = [0, 2, 3].map((source) => ({ why: 'missing', source }) as const);
  const early = { ...chart(header('key', '1')), gaps };
  const first = placeFound({ facts: early, url: URL_OF_CHART }, page, null, () => false);
  expect(first.facts.found).toMatchObject([{ at: 'address' }]);
  const whole = { ...chart(...ANA), version: 2 };
  const { facts } = placeFound({ facts: whole, url: URL_OF_CHART }, page, first.history, () => false);
  expect(facts.found.map(({ at }) => at)).toEqual(['header', 'header', 'header']);
});

it('takes a key that stands in an address for no part of the header', () => {
  const address = { kind: 'key', from: 'url', part: 'path' } as const;
  const page: ProfilePage = { ...PAGE, patient: [address, ...(PAGE.patient ?? []).slice(2)] };
  const { facts } = placeFound({ facts: chart(...ANA), url: URL_OF_CHART }, page, null, () => false);
  expect(facts.found.map(({ at }) => at)).toEqual(['address', 'header', 'header']);
});
