import { CASELOAD_GROUPS } from '../../caseload/caseload.ts';
import type { CaseloadGap } from '../../caseload/read.ts';
import { RISK_SIGNS } from '../../panel/risk-signs.ts';
import { findPart, h, writeText } from '../dom.ts';
import { CASELOAD_SORTS, type CaseloadChoice, DEFAULT_CHOICE, isByScore } from './arrange.ts';
import type { CaseloadSpeech } from './say.ts';

/** What the head states beside the list. */
export interface CaseloadProgress {
  /** Patients, and of how many of them everything is known. */
  readonly total: number | null;
  readonly readCount: number;
  /** Everything was read that could be. */
  readonly isSettled: boolean;
  /** Everything was read. */
  readonly isWhole: boolean;
  /** First instant of the answers that were read; null before any. */
  readonly from: number | null;
  /** When the list was read, by the service's clock. */
  readonly at: number | null;
  readonly seenAt: number | null;
  readonly missing: readonly CaseloadGap[];
  /** Rows of nobody who is known. */
  readonly lostCount: number;
  readonly marking: 'idle' | 'done' | 'failed';
  /** What the page's developer has to correct, if it concerns what is shown. */
  readonly notice: string;
}

/** What can be chosen among the patients that are known: their instruments, by the ids. */
export type CaseloadFacets = ReadonlyMap<
  string,
  {
    readonly title: string;
    /** Classes of latest answers, each with the score of one. */
    readonly classes: ReadonlyMap<string, number>;
    /** The order by its scores. */
    readonly sort: CaseloadChoice['sort'];
  }
>;

export interface CaseloadCounts {
  readonly flags: number;
  readonly hiddenFlags: number;
  readonly shown: number;
}

interface HeadActs {
  /** What is chosen; the head shows it in the next frame. */
  chosen(): CaseloadChoice;
  choose(choice: CaseloadChoice): void;
  nextFlag(): void;
  retry(): void;
  markSeen(): void;
}

type Option = readonly [value: string, label: string];
/** Writes the options of a choice, if they are others than before. */
function writeOptions(root: ShadowRoot, id: string, options: readonly Option[], value: string): void {
  const select = findPart(root, id) as HTMLSelectElement;
  const key = JSON.stringify(options);
  if (select.dataset.options !== key) {
    select.dataset.options = key;
    select.replaceChildren(...options.map(([one, label]) => h('option', { value: one }, label)));
  }
  select.value = value;
}

const field = <Tag extends 'input' | 'select'>(
  id: string,
  tag: Tag,
  more: Readonly<Record<string, string>> = {},
): HTMLElement =>
  h(
    'label',
    { id: `${id}-field`, class: 'field' },
    h('span', { id: `${id}-label` }),
    // By the text alone: a label that holds a choice would be read with all of its options.
    h(tag, { id, 'aria-labelledby': `${id}-label`, ...more }),
  );

export const createHeadTemplate = (): HTMLElement =>
  h(
    'div',
    { id: 'head', part: 'head' },
    h(
      'div',
      { id: 'counts' },
      h(
        'button',
        { id: 'flags', part: 'flags' },
        h('i', { class: 'mark', 'aria-hidden': 'true' }, RISK_SIGNS.flagged),
        h('span', { id: 'flags-text' }),
      ),
      h('span', { id: 'flags-hidden' }),
      h('span', { id: 'progress', part: 'progress' }),
      // Beside the count of what is shown, where it takes no room from the filters and is in sight above a folded list of them.
      h('button', { id: 'clear', part: 'button', hidden: '' }),
      h('span', { id: 'updated', part: 'updated' }),
      h('span', { id: 'marking' }),
      h('button', { id: 'before', part: 'button', hidden: '' }),
      h('button', { id: 'mark-seen', part: 'button' }),
    ),
    h(
      'p',
      { id: 'missing', part: 'missing', hidden: '' },
      h('span', { id: 'missing-text' }),
      ' ',
      h('button', { id: 'retry', part: 'retry' }),
    ),
    // Where there is little room, what follows is folded into it.
    h('details', { id: 'fold' }, h('summary', { id: 'fold-text' })),
    h(
      'div',
      { id: 'filters', part: 'filters', role: 'search' },
      field('search', 'input', { type: 'search', autocomplete: 'off', spellcheck: 'false' }),
      field('group', 'select'),
      field('instrument', 'select'),
      field('class', 'select'),
      field('sort', 'select'),
    ),
    h('p', { id: 'window', part: 'window' }),
  );

/** Hears of what is chosen in the head. */
function hearHead(root: ShadowRoot, acts: HeadActs): void {
  const { chosen } = acts;
  const on = (id: string, type: string, act: () => void): void =>
    findPart(root, id).addEventListener(type, act);
  const read = (id: string): string => (findPart(root, id) as HTMLInputElement).value;
  const change = (more: Partial<CaseloadChoice>): void => acts.choose({ ...chosen(), ...more });
  on('search', 'input', () => change({ text: read('search') }));
  on('group', 'change', () => change({ group: (read('group') || null) as CaseloadChoice['group'] }));
  // A class is one of its instrument, also where another has one of the same name.
  on('instrument', 'change', () => change({ formId: read('instrument') || null, className: null }));
  on('class', 'change', () => change(JSON.parse(read('class'))));
  on('sort', 'change', () => change({ sort: read('sort') as CaseloadChoice['sort'] }));
  on('clear', 'click', () => {
    change({ ...DEFAULT_CHOICE, sort: chosen().sort });
    // The button is gone by then; what is folded cannot be focused.
    for (const id of ['fold-text', 'search']) findPart(root, id).focus();
  });
  on('flags', 'click', () => acts.nextFlag());
  on('retry', 'click', () => acts.retry());
  on('before', 'click', () => change({ group: chosen().group === 'before' ? null : 'before' }));
  on('mark-seen', 'click', () => {
    if (findPart(root, 'mark-seen').ariaDisabled !== 'true') acts.markSeen();
  });
}

/** Adds a remembered value that nobody has now, so that it is seen what narrows the list. */
const withValue = (value: string, label: string, options: readonly Option[]): readonly Option[] =>
  value && !options.some(([one]) => one === value) ? [...options, [value, label]] : options;

/** What choosing a class changes, as the value of its option. */
const toClassValue = (className: string | null, formId?: string): string =>
  JSON.stringify({ className, formId });

function showChoice(
  root: ShadowRoot,
  { words }: CaseloadSpeech,
  choice: CaseloadChoice,
  forms: CaseloadFacets,
): void {
  for (const id of ['search', 'group', 'instrument', 'class', 'sort'] as const)
    writeText(root, `${id}-label`, words[id]);
  writeText(root, 'fold-text', words.filters);
  const [formId, className] = [choice.formId ?? '', choice.className ?? ''];
  const groups = CASELOAD_GROUPS.map((group): Option => [group, words.groups[group]]);
  writeOptions(
    root,
    'group',
    [['', words.all.groups], ...groups, ['before', words.before]],
    choice.group ?? '',
  );
  const ofForms = [...forms]
    .map(([id, { title }]): Option => [id, title || words.untitled])
    .sort((a, b) => a[1].localeCompare(b[1], words.lang));
  writeOptions(
    root,
    'instrument',
    [['', words.all.instruments], ...withValue(formId, formId, ofForms)],
    formId,
  );
  // Classes of one name in two instruments are two, and some services give one name in two genders.
  const ofClasses = ofForms
    .filter(([id]) => !formId || id === formId)
    .flatMap(([id, title]) =>
      [...(forms.get(id)?.classes ?? [])]
        .sort((a, b) => b[1] - a[1])
        .map(([name]): Option => [toClassValue(name, id), formId ? name : `${title}: ${name}`]),
    );
  const all = toClassValue(null);
  const classValue = className ? toClassValue(className, formId) : all;
  const options = withValue(classValue, className, [[all, words.all.classes], ...ofClasses]);
  writeOptions(root, 'class', options, classValue);
  const sorts = CASELOAD_SORTS.filter(
    (one) => !isByScore(one) || one === choice.sort || one === forms.get(formId)?.sort,
  ).map((sort): Option => [sort, words.sorts[sort]]);
  writeOptions(root, 'sort', sorts, choice.sort);
  const search = findPart(root, 'search') as HTMLInputElement;
  if (search.value !== choice.text) search.value = choice.text;
  search.placeholder = words.searchHint;
  writeText(root, 'clear', choice.group || formId || className || choice.text ? words.clear : '');
}

function showCounts(
  root: ShadowRoot,
  { words }: CaseloadSpeech,
  isWhole: boolean,
  counts: CaseloadCounts,
): void {
  const flags = findPart(root, 'flags');
  flags.classList.toggle('none', counts.flags === 0);
  flags.title = `${words.nextFlag}\n${words.riskNote}`;
  writeText(root, 'flags-text', words[isWhole ? 'flags' : 'flagsSoFar']({ count: counts.flags }));
  const { hiddenFlags: count } = counts;
  writeText(root, 'flags-hidden', count > 0 ? words.flagsHidden({ count }) : '');
}

/** Whether the list was marked as seen, once somebody asked for it. */
export const sayMarking = ({ words }: CaseloadSpeech, { marking }: CaseloadProgress): string =>
  marking === 'idle' ? '' : words[marking === 'done' ? 'markedSeen' : 'notMarked'];

/** How many patients were read of how many, and how many of them are shown. */
function sayProgress({ words, format }: CaseloadSpeech, progress: CaseloadProgress, shown: number): string {
  if (progress.total === null) return words.loadingList;
  const total = format.number(progress.total);
  const isNarrowed = progress.isSettled && shown < progress.total;
  const ofAll = isNarrowed
    ? words.shown({ shown: format.number(shown), total })
    : words.patients({ count: progress.total });
  if (progress.isWhole) return ofAll;
  const read = words.read({ read: format.number(progress.readCount), total });
  return isNarrowed ? `${read} · ${ofAll}` : read;
}

/** The head of the list: counts that are always in sight, what is not whole, search, filters and order. */
export function createHead(root: ShadowRoot, acts: HeadActs) {
  let shown: readonly unknown[] = [];
  hearHead(root, acts);
  return {
    show(
      speech: CaseloadSpeech,
      choice: CaseloadChoice,
      facets: CaseloadFacets,
      progress: CaseloadProgress,
      counts: CaseloadCounts,
    ): void {
      const { words, format, now } = speech;
      const { isWhole, isSettled, at, seenAt, marking, from, notice } = progress;
      showCounts(root, speech, isWhole, counts);
      writeText(root, 'progress', sayProgress(speech, progress, counts.shown));
      writeText(root, 'updated', isSettled && at ? words.updated({ time: format.moment(at, now) }) : '');
      const mark = findPart(root, 'mark-seen');
      writeText(root, 'mark-seen', words.markSeen);
      mark.ariaDisabled = String(!isWhole);
      mark.title = isWhole ? '' : words.markWaits;
      writeText(root, 'marking', sayMarking(speech, progress));
      // What was seen leaves its group: this shows where it is.
      writeText(root, 'before', marking === 'done' ? words.showBefore : '');
      findPart(root, 'before').ariaPressed = String(choice.group === 'before');
      const window = from === null ? '' : words.since({ date: format.day(from, now) });
      const looked = seenAt === null ? '' : words.lastLooked({ moment: format.moment(seenAt, now) });
      writeText(root, 'window', [window, looked, notice].filter(Boolean).join(' · '));
      const missing = sayMissing(speech, progress);
      writeText(root, 'missing-text', missing);
      findPart(root, 'missing').hidden = missing === '';
      writeText(root, 'retry', words.retry);
      findPart(root, 'retry').hidden = progress.missing.length === 0;
      const known = [...facets].map(([id, { title, classes, sort }]) => [id, title, sort, ...classes.keys()]);
      const given = [words, choice, `${known}`];
      if (given.some((one, at) => one !== shown[at])) showChoice(root, speech, choice, facets);
      shown = given;
    },
  };
}

/** What could not be read, each part once. */
function sayMissing(speech: CaseloadSpeech, { missing, lostCount }: CaseloadProgress): string {
  const { words, format, now } = speech;
  const said = missing.map(({ kind, from, to }) =>
    kind === 'submissions'
      ? words.missing.submissions({
          from: from === undefined ? '' : format.day(from, now),
          to: to === undefined ? words.today : format.day(to, now),
        })
      : words.missing[kind],
  );
  return [
    ...new Set(said),
    ...(missing.length > 0 ? [words.missing.retrying] : []),
    ...(lostCount > 0 ? [words.missing.rows({ count: lostCount })] : []),
  ].join(' ');
}
