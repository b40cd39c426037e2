import { expect, it } from 'vitest';
import { Profile } from '../profile/profile.ts';
import type { ExplainedPage } from '../site/explain.ts';
import { addToSurvey, emptySurvey, endSurvey, findLacks, measureTrial, type Survey } from './survey.ts';

const { pages } = Profile.parse({
  id: 'clinic',
  name: 'Clinic',
  version: 1,
  proxy: 'https://panel.ehr.example',
  match: ['https://ehr.example/*'],
  pages: [
    {
      type: 'chart',
      element: '#chart',
      header: '#head',
      patient: [
        { kind: 'key', from: 'text', select: '#mrn' },
        { kind: 'phone', from: 'after', label: 'Phone', optional: true },
      ],
      places: [{ select: '#side', at: 'after' }],
    },
    {
      type: 'list',
      element: '#list',
      rows: {
        select: 'tr',
        patient: [{ kind: 'key', from: 'attribute', select: 'td', attribute: 'data-mrn' }],
        place: { select: 'td', at: 'last' },
      },
    },
  ],
});

const selected = (isFound: boolean) =>
  ({ select: '', state: isFound ? 'found' : 'missing', count: Number(isFound) }) as const;
const source = (kind: 'key' | 'phone', isFound: boolean) =>
  ({
    kind,
    from: 'text',
    isOptional: kind === 'phone',
    state: isFound ? 'found' : 'missing',
    length: null,
    textLength: null,
    value: null,
    text: null,
  }) as const;
const elsewhere = (page: number, type: 'chart' | 'list'): ExplainedPage => ({
  page,
  type,
  isAddress: false,
  element: selected(false),
  isThis: false,
  header: null,
  sources: [],
  places: [],
  rows: null,
});
const chart = (has: { key: boolean; phone: boolean; place: boolean }): ExplainedPage => ({
  ...elsewhere(0, 'chart'),
  isAddress: true,
  element: selected(true),
  isThis: true,
  header: selected(true),
  sources: [source('key', has.key), source('phone', has.phone)],
  places: [selected(has.place)],
});

const look = (tabId: number, explained: ExplainedPage[], more: { isFilled?: true } = {}) => ({
  tabId,
  frames: [
    {
      ...{ frameId: 0, origin: '', facts: null, ...more },
      explained: { origin: '', isTop: true, pages: explained },
    },
  ],
});

const surveyOf = (...tabs: ExplainedPage[][]): Survey =>
  endSurvey(
    addToSurvey(
      emptySurvey(),
      tabs.map((pages, tabId) => look(tabId, pages)),
      0,
    ),
  );

const lacksOf = (...tabs: ExplainedPage[][]): string[] =>
  findLacks(surveyOf(...tabs), { pages }).map(({ page, part, kind, where, found }) =>
    [page, part, kind, where, found].filter((one) => one !== null && one !== '').join(' '),
  );
const NO_LIST = elsewhere(1, 'list');

it('says of each part of a profile that no page had that it was never found', () => {
  expect(lacksOf([chart({ key: true, phone: false, place: false }), NO_LIST])).toEqual([
    '0 source phone Phone never',
    '0 place #side never',
    '1 address never',
  ]);
});

it('says of places that are there and in which a panel would stand badly that none has room', () => {
  const page = chart({ key: true, phone: true, place: true });
  const [place] = page.places;
  const bad = {
    ...page,
    places: place ? [{ ...place, fault: { why: 'narrow', measure: 14 } as const }] : [],
  };
  expect(lacksOf([bad, NO_LIST])).toEqual(['0 room #side never', '1 address never']);
  expect(lacksOf([page, NO_LIST], [bad, NO_LIST])).toEqual(['0 room #side sometimes', '1 address never']);
});

it('takes what one of several pages had as found, and says what must be on each and was not', () => {
  expect(
    lacksOf(
      [chart({ key: true, phone: true, place: true }), NO_LIST],
      [chart({ key: false, phone: false, place: true }), NO_LIST],
      [elsewhere(0, 'chart'), { ...NO_LIST, isAddress: true }],
    ),
  ).toEqual(['0 source key #mrn sometimes', '1 element #list never']);
});

/** A chart whose sources read these values. */
const chartOf = (record: string, phone: string): ExplainedPage => {
  const page = chart({ key: true, phone: true, place: true });
  const values = [record, phone];
  return { ...page, sources: page.sources.map((one, at) => ({ ...one, value: values[at] ?? null })) };
};

it('has tried a draft once three charts of different patients and a list were seen', () => {
  const list: ExplainedPage = {
    ...NO_LIST,
    isAddress: true,
    isThis: true,
    element: selected(true),
    rows: { ...selected(true), count: 2, complete: 2 },
  };
  const two = [[chartOf('1', 'a')], [chartOf('2', 'b')], [chartOf('2', 'b')]];
  const trialOf = (...tabs: ExplainedPage[][]) => measureTrial(surveyOf(...tabs), { pages });
  expect(trialOf(...two)).toEqual({ charts: 2, isListMissing: true, isDone: false });
  expect(trialOf(...two, [list])).toEqual({ charts: 2, isListMissing: false, isDone: false });
  expect(trialOf(...two, [list], [chartOf('3', 'c')])).toEqual({
    charts: 3,
    isListMissing: false,
    isDone: true,
  });
});

it('says of a source that read the same of three patients that it identifies none, and keeps no value', () => {
  const same = [[chartOf('1', '555-0100'), NO_LIST], [chartOf('2', '555-0100')], [chartOf('3', '555-0100')]];
  expect(lacksOf(...same)).toEqual(['0 source phone Phone same', '1 address never']);
  expect(lacksOf(...same, [chartOf('4', '555-0111')])).toEqual(['1 address never']);
  // Whichever it is that is the same: then the others say how many patients there were.
  expect(lacksOf([chartOf('7', 'a'), NO_LIST], [chartOf('7', 'b')], [chartOf('7', 'c')])).toEqual([
    '0 source key #mrn same',
    '1 address never',
  ]);
  expect(
    JSON.stringify(surveyOf(...same), (_, value) =>
      value instanceof Map || value instanceof Set ? [...value] : value,
    ),
  ).not.toContain('555-01');
});

it('says of a list that rows identify nobody', () => {
  const list: ExplainedPage = { ...NO_LIST, isAddress: true, isThis: true, element: selected(true) };
  const rows = (complete: number) => ({ ...list, rows: { ...selected(true), count: 3, complete } });
  const other = chart({ key: true, phone: true, place: true });
  expect(lacksOf([other, rows(0)])).toEqual(['1 row-sources never']);
  expect(lacksOf([other, rows(2)], [other, rows(3)])).toEqual([]);
});

it('says nothing before any page was seen', () => {
  expect(lacksOf()).toEqual([]);
});

it('counts a page by what it shows once it is still, not while it is being built up', () => {
  const skeleton = chart({ key: false, phone: false, place: false });
  const whole = chart({ key: true, phone: true, place: true });
  const said = (survey: Survey): string[] =>
    findLacks(survey, { pages }).map(({ part, kind, found }) => `${part} ${kind ?? ''} ${found}`);
  const seen = (...looks: [at: number, ExplainedPage][]): Survey =>
    looks.reduce((survey, [at, page]) => addToSurvey(survey, [look(7, [page])], at), emptySurvey());
  // The skeleton is seen twice, half a second apart; then the chart stands there.
  expect(said(endSurvey(seen([0, skeleton], [500, skeleton], [900, whole], [3_900, whole])))).toEqual([]);
  // It is there for as long as a page is waited for, or at the end.
  const lacking = ['source key never', 'source phone never', 'place  never'];
  expect(said(seen([0, skeleton], [500, skeleton]))).toEqual([]);
  expect(said(seen([0, skeleton], [3_000, skeleton]))).toEqual(lacking);
  expect(said(endSurvey(seen([0, skeleton])))).toEqual(lacking);
  // A page that was left while it was being built up says nothing.
  const left = addToSurvey(seen([0, skeleton]), [], 1_000);
  expect(said(endSurvey(left))).toEqual([]);
});

it('says of a header that comes field by field that nobody is linked first from it', () => {
  const whole = chart({ key: true, phone: true, place: true });
  const survey = addToSurvey(emptySurvey(), [look(7, [whole], { isFilled: true })], 0);
  expect(findLacks(survey, { pages })).toEqual([
    { page: 0, part: 'header', found: 'filled', kind: null, where: '#head' },
  ]);
});
