import type { Shown, ShownHistory, ShownPanel, ShownPopup, ShownRow, ShownSparkline } from './surfaces.ts';

/**
 * What surfaces say in English, read back from the screen: every pattern of a sentence is in this file. What is not
 * recognized is no claim, so the tests also count what was recognized in true data; of an explorer it is a finding.
 */

/** What the page's script looks for: the buttons that copy and save, and the sentence where nothing is known of risk. */
export const NAMES = {
  copy: 'Copy for a note',
  csv: 'Save as CSV',
  png: 'Save as picture',
  answers: 'View answers',
  fhir: 'Save as FHIR (JSON)',
  explore: 'Explore',
  unanswered: 'No answers yet',
} as const;

const DAY = String.raw`\d{1,2} (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)(?: -?\d{4,}(?!\d))?`;
const NUMBER = String.raw`[−-]?\d[\d.]*(?:e[+-]?\d+)?`;
/** `14`, `14 of 27`, `38 (10 to 50)` */
const SCORE = String.raw`(?:${NUMBER}(?: of ${NUMBER}| \(${NUMBER} to ${NUMBER}\))?)`;
const pattern = (source: string, flags = ''): RegExp =>
  new RegExp(
    source.replaceAll('DAY', `(${DAY})`).replaceAll('SCORE', SCORE).replaceAll('NUM', `(${NUMBER})`),
    flags,
  );

export const toNumber = (text: string): number => Number(text.replace('−', '-').replace('+', ''));

/** An answer with its score, as it is said somewhere. */
export interface SaidAnswer {
  readonly where: string;
  readonly score: number;
  /** `of 27`; null where no maximum is said. */
  readonly max: number | null;
  /** The lower end of the scale; null where none is said, as for one that begins at 0. */
  readonly min: number | null;
  /** Null where it is said that none is known; undefined where nothing is said. */
  readonly title: string | null | undefined;
  /** `10–14` beside the title; null where no bounds are said. */
  readonly range: readonly [number, number] | null;
  /** Day, or day and minute, of the answer. */
  readonly date: string | null;
  /** Days since the answer, at least and at most; null where no age is said. */
  readonly age: readonly [number, number] | null;
  /** The words say that nothing newer is known to be missing. */
  readonly isLatest: boolean;
  /** Name of the series where rows of several are said. */
  readonly series?: string | undefined;
}

export type SaidRisk =
  | {
      readonly kind: 'flagged';
      readonly where: string;
      /** Null where it is said that the day is not known. */
      readonly day: string | null;
      /** `Last flagged …`: a flag that later answers do not have. */
      readonly isPast: boolean;
      readonly severity: string | null;
      /** What the patient answered. */
      readonly value: string | null;
      /** Number of the item in the instrument; null where none is said. */
      readonly number: number | null;
      readonly flagged: number;
      /** Of how many answers; null where that is not said. */
      readonly total: number | null;
    }
  | { readonly kind: 'none'; readonly where: string; readonly day: string | null; readonly unknown: number }
  | { readonly kind: 'unavailable' | 'unanswered' | 'notAsked'; readonly where: string };

/** A row of a table or of a CSV file. */
export interface SaidRow {
  readonly where: string;
  readonly id: number | null;
  readonly date: string;
  readonly score: number;
  readonly title: string | null;
  /** Difference to the answer before; null where none is said. */
  readonly previous: number | null;
  readonly risk: 'flagged' | 'none' | 'unknown';
}

export interface Said {
  readonly answers: readonly SaidAnswer[];
  readonly risks: readonly SaidRisk[];
  readonly rows: readonly SaidRow[];
  readonly counts: readonly { readonly where: string; readonly count: number }[];
  readonly missed: number;
  /** It says that no request was missed. */
  readonly isNoneMissed?: boolean;
  readonly changes: readonly {
    readonly where: string;
    readonly difference: number;
    readonly day: string;
    readonly score: number;
  }[];
  readonly classChanges: readonly {
    readonly where: string;
    readonly before: string;
    readonly after: string;
  }[];
  readonly extremes: readonly {
    readonly where: string;
    readonly isLowest: boolean;
    readonly difference: number;
    readonly score: number;
    readonly day: string;
  }[];
  readonly isFirst: boolean;
  /** Scores of subscales in place of one of the whole, with the day of their answer. */
  readonly subscales: readonly {
    readonly name: string;
    readonly score: number;
    readonly day: string | null;
  }[];
  /** Day of the next request; null where none is said. */
  readonly next: string | null;
  readonly scales: readonly {
    readonly where: string;
    readonly min: number;
    readonly max: number;
    readonly direction: 'HIGHER_WORSE' | 'HIGHER_BETTER' | null;
    readonly isAssumed: boolean;
  }[];
  /** It is said that there is no answer. */
  readonly isEmpty: boolean;
  readonly analysis: {
    readonly has: boolean | null;
    readonly day: string | null;
    readonly isStale: boolean | null;
  } | null;
  /** Day of the newest answer, which could not be read; null where no day of it is said. */
  readonly newestUnread: string | null;
  /** `3 of 50 answers could not be read` */
  readonly unread: { readonly count: number; readonly total: number } | null;
  /** Notices: a newer answer may be missing; something could not be read; two answers of the service differ. */
  readonly mayBeNewer: boolean;
  readonly isPartial: boolean;
  readonly isDisputed: boolean;
  /** The legend names the mark of a risk flag; undefined where there is no legend. */
  readonly isFlagMarked?: boolean;
  /** What is in none of the forms that an explorer has. */
  readonly unknown?: readonly string[];
}

const PARTIAL = /could not be read|may be missing|Incomplete|without a total score/i;
const DISPUTED =
  /outside the ranges|The graph shows|does not match|disagree|do(?:es)? not agree|differs? (?:from|between)|contradict|not the same in/i;
const NEWER = /newer (?:one|answer) may be missing|newest answer[^.]* could not be read/i;
const SEVERITY = /(?: ·|\.) ((?:[Ll]ow|[Mm]oderate|[Hh]igh) severity|[A-Z]\S*?)(?= · |\.|$)/;

function flagIn(where: string, text: string): SaidRisk[] {
  const past = pattern('Last flagged (?:DAY|on an unknown date)(?: \\((\\d+) of (\\d+) answers\\))?').exec(
    text,
  );
  const current =
    /(Suicide or self-harm item|Homicidal ideation item|Risk flag)(?: \(?(?:item )?(\d+)\)?)?(?:: “([^”]*)”)?/.exec(
      text,
    );
  if (!past && !current) return [];
  // The patient's answer may have any sign in it.
  const about = text.replace(/“[^”]*”/g, '“”');
  const of = /flagged in (\d+) of (\d+) answers/i.exec(text);
  const day = past ? (past[1] ?? null) : (pattern('(?: ·|\\.) DAY').exec(about)?.[1] ?? null);
  return [
    {
      kind: 'flagged',
      where,
      day,
      isPast: past !== null,
      severity: past ? null : (SEVERITY.exec(about)?.[1]?.replace(' severity', '').toUpperCase() ?? null),
      value: past ? null : (current?.[3] ?? null),
      number: past ? null : Number(current?.[2] ?? 0) || null,
      flagged: Number(past?.[2] ?? of?.[1] ?? 1),
      total: past?.[3] || of?.[2] ? Number(past?.[3] ?? of?.[2]) : null,
    },
  ];
}

function riskIn(where: string, text: string): SaidRisk[] {
  if (/does not ask about/i.test(text)) return [{ kind: 'notAsked', where }];
  const none = pattern('No risk flag (?:in the answer of|recorded as of) DAY').exec(text);
  if (none) {
    const unknown = Number(/answers without risk data: (\d+)/i.exec(text)?.[1] ?? 0);
    return [{ kind: 'none', where, day: none[1] ?? null, unknown }];
  }
  if (/Risk data unavailable/i.test(text)) return [{ kind: 'unavailable', where }];
  if (/nothing is known of risk|(?:^|\. )No answers yet/i.test(text)) return [{ kind: 'unanswered', where }];
  return flagIn(where, text);
}

function scoreIn(text: string): Pick<SaidAnswer, 'score' | 'max' | 'min'> | null {
  const [, score, most, least, end = most] =
    pattern('(?:^| )NUM(?: of NUM| \\(NUM to NUM\\))?$').exec(text) ?? [];
  const numberIn = (said: string | undefined): number | null => (said === undefined ? null : toNumber(said));
  return score === undefined ? null : { score: toNumber(score), max: numberIn(end), min: numberIn(least) };
}

/** The class, and the bounds of its range: `Moderate (10–14)`. */
function titleIn(text: string): Pick<SaidAnswer, 'title' | 'range'> {
  if (/^(?:no range given|class not known)/.test(text)) return { title: null, range: null };
  const [, title = text, from, to] = pattern('^(.*?) \\(NUM–NUM\\)$').exec(text) ?? [];
  const range = from === undefined || to === undefined ? null : ([toNumber(from), toNumber(to)] as const);
  return { title: title.replace(/^in range /, '') || undefined, range };
}

const NO_TITLE = { title: undefined, range: null } as const;
const dayIn = (text: string): string | null => pattern('DAY').exec(text)?.[1] ?? null;
/** A date alone, beside a score, is that of the latest answer. */
const isLatestSaid = (text: string): boolean =>
  /^Latest answer/.test(text) ||
  pattern('^(?:[^(]* )?\\(?DAY\\)?$').test(text.replace(/^(?:Last answer.*|of \S+ · )/, ''));

const UNITS: Readonly<Record<string, readonly [number, number]>> = {
  day: [1, 1],
  week: [7, 7],
  month: [30, 31],
  year: [365, 366],
};

function ageIn(text: string): SaidAnswer['age'] {
  if (/today/i.test(text)) return [0, 0];
  if (/yesterday/i.test(text)) return [1, 1];
  const [, count = '', unit = ''] = /(\d+|last) (day|week|month|year)s?(?: ago)?/.exec(text) ?? [];
  const [least, most] = UNITS[unit] ?? [0, 0];
  const many = count === 'last' ? 1 : Number(count);
  const half = unit === 'day' ? 0 : 0.5;
  return unit ? [(many - half) * least - 1, (many + half) * most + 1] : null;
}

function scalesIn(where: string, text: string, isAssumed: boolean): Said['scales'] {
  const found = pattern('Scale NUM to NUM(?:, (higher is (?:worse|better)|direction not known))?').exec(text);
  if (!found) return [];
  const [, min = '', max = '', direction = ''] = found;
  const told = /worse/.test(direction) ? 'HIGHER_WORSE' : /better/.test(direction) ? 'HIGHER_BETTER' : null;
  return [{ where, min: toNumber(min), max: toNumber(max), direction: told, isAssumed }];
}

function changesIn(where: string, text: string): Said['changes'] {
  const found = text.matchAll(pattern('(?:NUM (higher|lower) than on|Same as on) DAY \\(NUM\\)', 'g'));
  return [...found].map(([, points = '0', way, day = '', score = '']) => ({
    where,
    difference: toNumber(points) * (way === 'lower' ? -1 : 1),
    day,
    score: toNumber(score),
  }));
}

function classChangesIn(where: string, text: string): Said['classChanges'] {
  const found = /was (.+?)(?:, now (.+?))?(?=,|;| \d[\d.]* (?:above|below)|$)/m.exec(text);
  return found ? [{ where, before: found[1] ?? '', after: found[2] ?? found[1] ?? '' }] : [];
}

/** `7 above the lowest (9 on 22 Sep)` */
function extremesIn(where: string, text: string): Said['extremes'] {
  const found = text.matchAll(pattern('NUM (above the lowest|below the highest) \\(NUM on DAY\\)', 'g'));
  return [...found].map(([, points = '0', which = '', score = '', day = '']) => ({
    where,
    isLowest: which.startsWith('above'),
    difference: toNumber(points) * (which.startsWith('above') ? 1 : -1),
    score: toNumber(score),
    day,
  }));
}

/** How many requests a text says were missed in all; those since the latest answer, where it says no more. */
const missedIn = (text: string): number =>
  Math.max(0, ...[...text.matchAll(/(\d+) missed/g)].map(([, count]) => Number(count)));

function analysisIn(text: string): Said['analysis'] {
  if (!/^AI summary(?! *:)/.test(text)) return null;
  return { has: true, day: dayIn(text), isStale: /before the latest answers/.test(text) ? true : null };
}

const pointRisk = (text: string): SaidRow['risk'] =>
  /^Risk flag/.test(text) ? 'flagged' : /None recorded|No risk flag/i.test(text) ? 'none' : 'unknown';

function tableRows({ rows }: ShownPanel): SaidRow[] {
  return rows.flatMap(({ head, cells, missed }) => {
    const score = scoreIn(cells.Score ?? '');
    if (missed !== null || !score) return [];
    const range = cells.Class ?? cells.Range ?? '';
    const previous = cells['Since previous'] ?? '–';
    return [
      {
        where: 'table',
        id: null,
        date: head,
        score: score.score,
        title: titleIn(range).title ?? null,
        previous: previous === '–' ? null : previous === 'No change' ? 0 : toNumber(previous),
        risk: pointRisk(cells.Risk ?? ''),
      },
    ];
  });
}

/** Cells of a CSV file by RFC 4180. */
function csvCells(text: string): string[][] {
  return text
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .filter(Boolean)
    .map((line) =>
      [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
      ),
    );
}

function csvRows({ csv }: ShownPanel): SaidRow[] {
  const [names = [], ...lines] = csvCells(csv);
  return lines.flatMap((line) => {
    const cell = (name: string): string => line[names.indexOf(name)] ?? '';
    // An answer whose score could not be read has a line without one.
    if (cell('Score') === '') return [];
    return [
      {
        where: 'CSV',
        id: Number(cell('Submission')),
        date: cell('Answered at (UTC)'),
        score: Number(cell('Score')),
        title: cell('Class') || cell('Range') || null,
        previous: cell('Since previous') === '' ? null : Number(cell('Since previous')),
        risk: pointRisk(cell('Risk')),
      },
    ];
  });
}

/** Resources of a FHIR bundle, as far as they are read here. */
interface Resource {
  readonly resourceType: string;
  readonly identifier?: readonly { readonly value: string }[];
  readonly effectiveDateTime?: string;
  readonly valueQuantity?: { readonly value: number };
  readonly interpretation?: readonly { readonly text: string }[];
  readonly note?: readonly { readonly text: string }[];
  readonly issue?: readonly { readonly details: { readonly text: string } }[];
}

const resourcesIn = ({ fhir }: ShownPanel): Resource[] =>
  fhir ? JSON.parse(fhir).entry.map(({ resource }: { resource: Resource }) => resource) : [];

/** The score of the whole instrument in a bundle, as a row. */
function fhirRows(shown: ShownPanel): SaidRow[] {
  return resourcesIn(shown).flatMap(
    ({ identifier, effectiveDateTime, valueQuantity, interpretation, note }) => {
      const [, id] = /^(\d+)\/total$/.exec(identifier?.[0]?.value ?? '') ?? [];
      const risk = note?.[0]?.text ?? '';
      if (!id || !valueQuantity) return [];
      return [
        {
          where: 'FHIR',
          id: Number(id),
          date: effectiveDateTime === undefined ? '' : new Date(effectiveDateTime).toISOString(),
          score: valueQuantity.value,
          title: interpretation?.[0]?.text ?? null,
          previous: null,
          risk: /^\d+ risk flags?\./.test(risk) ? ('flagged' as const) : pointRisk(risk),
        },
      ];
    },
  );
}

/** `4 of 27, Minimal (0–4)` */
function scoreAndTitleIn(text: string) {
  const [, number = '', title = ''] = pattern('^(SCORE)(?:(?:, | · )(.*))?$').exec(text) ?? [];
  const value = scoreIn(number);
  return value && { ...value, ...titleIn(title) };
}

function headline({ parts, label }: ShownPanel): SaidAnswer[] {
  const { score = '', classification = '' } = parts;
  const date = (parts.date ?? '').replace(/ · \d+ missed$/, '');
  const value = scoreIn(score.replace(/ ·.*/, ''));
  const most = pattern('^of NUM').exec(date)?.[1];
  const max = most === undefined ? {} : { max: toNumber(most) };
  const when = { date: dayIn(date), age: ageIn(date), isLatest: isLatestSaid(date) };
  const heard = /(Latest answer|Last answer (?:read|shown|in the period):) (.+?)\. (.+?)\.(?: Arrow|$)/.exec(
    label,
  );
  const told = scoreAndTitleIn(heard?.[3] ?? '');
  const at = heard?.[2] ?? '';
  return [
    ...(value ? [{ where: 'headline', ...value, ...max, ...titleIn(classification), ...when }] : []),
    ...(heard && told
      ? [{ where: 'label', ...told, date: dayIn(at), age: ageIn(at), isLatest: heard[1] === 'Latest answer' }]
      : []),
  ];
}

function noteAnswer(where: string, note: string): SaidAnswer[] {
  const lines = note.split('\n');
  const first = lines.findIndex((line) => pattern(': SCORE(?:, | · )').test(line));
  const value = scoreAndTitleIn(pattern(': (SCORE(?:, | · ).+)$').exec(lines[first] ?? '')?.[1] ?? '');
  const date = pattern(`Answered (${DAY}, \\d\\d:\\d\\d)`).exec(note)?.[1] ?? null;
  return value
    ? [
        {
          where,
          ...value,
          date,
          age: ageIn(lines.find((line) => /Answered/.test(line)) ?? ''),
          isLatest: !NEWER.test(note) && !/^Only answers .*until /m.test(note),
        },
      ]
    : [];
}

const unreadIn = (text: string): Pick<Said, 'newestUnread' | 'unread'> => {
  const found = /(\d+) of (\d+) answers could not be read/.exec(text);
  return {
    newestUnread: pattern('The newest answer \\(DAY\\) could not be read').exec(text)?.[1] ?? null,
    unread: found ? { count: Number(found[1]), total: Number(found[2]) } : null,
  };
};

function saidByPanel(shown: ShownPanel): Said {
  const { parts, label, note, picture } = shown;
  const { risk = '', changes = '', notes = '', message = '', analysis = '', summary = '' } = parts;
  const issues = resourcesIn(shown).flatMap(({ issue = [] }) => issue.map(({ details }) => details.text));
  const all = [...Object.values(parts), label, note, picture, ...issues].join('\n');
  const isAssumed = /sent no limits of the scale|Scale taken from/.test(all);
  const counts = [
    ...[/, (\d+) answers?\./.exec(label)].map((found) => ({
      where: 'label',
      count: Number(found?.[1] ?? Number.NaN),
    })),
    ...[/Table of (\d+) answers?/.exec(summary)].map((found) => ({
      where: 'summary',
      count: Number(found?.[1] ?? Number.NaN),
    })),
  ].filter(({ count }) => !Number.isNaN(count));
  const texts = [['note', note] as const, ['picture', picture] as const];
  const riskOf = (text: string): string =>
    text
      .split('\n')
      .filter((line) => /^(?:Last flagged|Suicide|Homicidal|Risk flag(?: \(item \d+\))?(?::| ·))/.test(line))
      .join('\n');
  return {
    answers: [...headline(shown), ...texts.flatMap(([where, text]) => noteAnswer(where, text))],
    // What asks for no attention stands in the last line.
    risks: [
      // "This answer" is the one of the headline.
      ...riskIn(
        'risk',
        (risk || notes).replace(
          'No risk flag in this answer',
          `No risk flag in the answer of ${dayIn(shown.parts.date ?? '')}`,
        ),
      ),
      ...texts.flatMap(([where, text]) => riskIn(where, riskOf(text))),
    ],
    rows: [...tableRows(shown), ...csvRows(shown), ...fhirRows(shown)],
    counts,
    missed: missedIn(`${shown.parts.date} ${shown.parts.due} ${notes}`),
    isNoneMissed: /none missed/i.test(notes),
    changes: [...changesIn('headline', changes), ...texts.flatMap(([where, text]) => changesIn(where, text))],
    classChanges: [
      ...classChangesIn('headline', changes),
      ...texts.flatMap(([where, text]) => classChangesIn(where, text)),
    ],
    extremes: [
      ...extremesIn('headline', changes),
      ...texts.flatMap(([where, text]) => extremesIn(where, text)),
    ],
    isFirst: /First answer/.test(changes),
    subscales: [],
    next: null,
    scales: [
      ...scalesIn('notes', notes, isAssumed),
      ...scalesIn('label', label, isAssumed),
      ...texts.flatMap(([where, text]) => scalesIn(where, text, isAssumed)),
    ],
    isEmpty: /No answers yet/.test(message),
    analysis: analysisIn(analysis),
    ...unreadIn(all),
    mayBeNewer: NEWER.test(all),
    isPartial: PARTIAL.test(all),
    isDisputed: DISPUTED.test(all),
  };
}

const UNREAD_LINE = pattern(
  String.raw`^(?:The newest answer \(DAY\) could not be read|A newer answer may be missing|\d+ of \d+ answers could not be read|The answer could not be read)$`,
);
const DATE_LINE = pattern(
  String.raw`^(?:Latest answer|Last answer read:|Last answer in the period:) (?:[^()]*\(DAY\)|DAY)$`,
);
const DIRECTION_LINE = /^(?:higher is (?:better|worse)|direction not known)$/;
const LEGEND = [
  'Square frame: risk flag',
  '×: missed',
  '◇: could not be read',
  'Dashed: since the latest answer',
  'Dotted: an answer is missing in between',
];

/** `PHQ-9 · 14 of 27 · Moderate (10–14) · Latest answer 4 days ago (12 Nov 2026)`; a dialog of one row has no name. */
function explorerLine(said: string, isNamed: boolean) {
  const lines = said.split(' · ');
  const series = isNamed ? /: ([^:]+)$/.exec(lines.shift() ?? '')?.[1] : undefined;
  const at = lines.findIndex((line) => pattern('^SCORE$').test(line));
  const value = at < 0 ? null : scoreIn(lines[at] ?? '');
  const date = lines.find((line, index) => index > at && DATE_LINE.test(line)) ?? '';
  const known = [
    UNREAD_LINE,
    DATE_LINE,
    DIRECTION_LINE,
    /^(?:No answers yet|Scores lie outside the ranges|1 field could not be read|\d+ fields could not be read)$/,
  ];
  const when = { date: dayIn(date), age: ageIn(date), isLatest: isLatestSaid(date) };
  return {
    answers: value ? [{ where: 'text', ...value, ...titleIn(lines[at + 1] ?? ''), ...when, series }] : [],
    unknown: [
      ...lines.filter(
        (line, index) => (at < 0 || index < at || index > at + 1) && !known.some((one) => one.test(line)),
      ),
      ...(value && date === '' ? [`no date: ${said}`] : []),
    ],
  };
}

/** What is heard of each row of an explorer, from what could not be read to its latest answer. */
function explorerLabels(label: string): string[] | null {
  const unread = String.raw`(?:(?:The newest answer \(DAY\) could not be read|A newer answer may be missing|\d+ of \d+ answers could not be read|The answer could not be read)\. )*`;
  const scale = String.raw`(?:Scale NUM to NUM, )?(?:higher is (?:better|worse)|direction not known)\. `;
  const end = String.raw`(?:(?:Latest answer|Last answer read:|Last answer in the period:) [^.]+\. SCORE, .+?\.|No answers yet)`;
  const one = pattern(
    `${unread}Score graph of .+?, \\d+ answers?\\. ${scale}${end}(?= (?:Score graph|The newest|A newer|The answer|\\d+ of)|$)`,
    'gi',
  );
  const found = [...label.matchAll(one)].map(([text]) => text);
  return found.join(' ') === label ? found : null;
}

/** A row of the explorer over a panel, or of the time axis. */
function saidByExplorer(shown: ShownPanel): Said {
  const { said = '', row = '', risk = '', legend = '', stale = '', wait = '' } = shown.parts;
  const line = explorerLine(said, shown.surface === 'axis');
  const series = line.answers[0]?.series;
  const labels = explorerLabels(shown.label);
  const label = labels?.[Number(row)] ?? '';
  const isOpen = shown.status === 'ready';
  const marks = legend.split('\n').filter(Boolean);
  const risks = riskIn('risk', risk);
  const all = `${said}\n${label}\n${stale}`;
  const rows = tableRows(shown);
  const isMissed = ({ missed }: ShownRow): boolean => missed !== null && missed !== 'Could not be read';
  return {
    ...saidBySparkline({ ...shown, surface: 'sparkline', parts: {}, label, paths: {} }),
    answers: isOpen
      ? [...line.answers, ...headline({ ...shown, parts: {}, label }).map((one) => ({ ...one, series }))]
      : [],
    risks,
    rows,
    counts: isOpen
      ? [
          { where: 'label', count: Number(/, (\d+) answers?\. /.exec(label)?.[1]) },
          { where: 'table', count: rows.length },
        ]
      : [],
    missed: shown.rows.filter(isMissed).length,
    scales: scalesIn('label', label, /Scale taken from|no limits of the scale/.test(all)),
    isEmpty: /No answers yet/.test(said),
    ...unreadIn(all),
    mayBeNewer: NEWER.test(all),
    isPartial: PARTIAL.test(all),
    isDisputed: DISPUTED.test(all),
    isFlagMarked: marks.includes('Square frame: risk flag'),
    unknown: isOpen
      ? [
          ...line.unknown,
          ...(label === '' || (series && !label.includes(`, ${series}, `)) ? [`label: ${shown.label}`] : []),
          ...marks.filter((mark) => !LEGEND.includes(mark)),
          ...(risk !== '' && risks.length === 0 ? [risk] : []),
        ]
      : [wait].filter((text) => /^Loading/.test(text)),
  };
}

/** `PHQ-9: 4 of 27, Minimal, 14 Nov 2026` */
function markAnswer(sentence: string): SaidAnswer[] {
  const [, said = '', date = ''] = pattern(': (SCORE, .+), ([^,]*DAY\\)?)$').exec(sentence) ?? [];
  const value = scoreAndTitleIn(said);
  return value
    ? [{ where: 'text', ...value, date: dayIn(date), age: ageIn(date), isLatest: isLatestSaid(date) }]
    : [];
}

function saidBySparkline({ parts, label }: ShownSparkline): Said {
  const { risk = '', range = '', date = '', note = '', score = '', sentence = '' } = parts;
  const all = [...Object.values(parts), label].join('\n');
  const value = scoreIn(score);
  const latest = pattern('latest NUM\\.').exec(label)?.[1];
  const last = pattern(`: (\\d+) answers?, (?:(?:${DAY}) to )?(${DAY})\\.`).exec(label);
  const isLatest = isLatestSaid(date);
  const age = ageIn(date);
  return {
    answers: [
      ...(value ? [{ where: 'text', ...value, ...titleIn(range), date: dayIn(date), age, isLatest }] : []),
      ...(last && latest
        ? [
            {
              where: 'label',
              score: toNumber(latest),
              max: null,
              min: null,
              ...NO_TITLE,
              date: last[2] ?? null,
              age: null,
              isLatest,
            },
          ]
        : []),
      ...markAnswer(sentence),
    ],
    risks: riskIn('risk', risk),
    rows: [],
    counts: last ? [{ where: 'label', count: Number(last[1]) }] : [],
    missed: missedIn(label),
    changes: [],
    classChanges: [],
    extremes: [],
    isFirst: false,
    subscales: [],
    next: null,
    scales: scalesIn('label', label || risk, /Scale taken from/.test(all)),
    isEmpty: /No answers (?:found|yet)/.test(`${note} ${sentence}`),
    analysis: null,
    ...unreadIn(all),
    mayBeNewer: NEWER.test(all),
    isPartial: PARTIAL.test(all),
    isDisputed: DISPUTED.test(all),
  };
}

/** Parts of the statement of risk for all instruments, by how they begin. */
const OF_ALL: readonly (readonly [begin: string, kind: SaidRisk['kind'], isPast: boolean])[] = [
  ['Risk flag: ', 'flagged', false],
  ['Flagged earlier: ', 'flagged', true],
  ['Risk not known for every answer: ', 'unavailable', false],
  ['No risk flag in the latest answer: ', 'none', false],
  ['No item on suicide or self-harm: ', 'notAsked', false],
];

/** What the statement for all says of the instrument of this name; of two of one name it cannot be told. */
function riskOfAllIn(text: string, name: string, day: string | null): SaidRisk[] {
  const where = 'all';
  const said = text.split('\n').flatMap((part): SaidRisk[] => {
    const [begin = '', kind, isPast = false] = OF_ALL.find(([begin]) => part.startsWith(begin)) ?? [];
    const count = `, ${part.slice(begin.length)}, `.split(`, ${name}, `).length - 1;
    if (!kind || count === 0) return [];
    if (kind === 'none') return [{ kind, where, day, unknown: 0 }];
    if (kind !== 'flagged') return [{ kind, where }];
    const nothing = { day: null, severity: null, value: null, number: null, total: null };
    return [{ kind, where, isPast, flagged: 1, ...nothing }];
  });
  return said.length === 1 ? said : [];
}

function saidByOverview(shown: ShownSparkline): Said {
  const { name = '', score = '', change = '', last = '', next = '', missed = '', risk = '' } = shown.parts;
  const { class: title = '', risks = '', own = '', notes = '', message = '' } = shown.parts;
  const day = dayIn(last);
  const ofRow = risk.replace('No risk flag in this answer', `No risk flag in the answer of ${day}`);
  const parts = {
    score,
    range: title,
    date: last,
    risk: ofRow,
    note: `${change}\n${own}\n${notes}\n${message}`,
  };
  const said = saidBySparkline({ ...shown, parts });
  return {
    ...said,
    risks: [...said.risks, ...riskOfAllIn(risks, name, day)],
    missed: missedIn(missed),
    changes: changesIn('text', change),
    classChanges: classChangesIn('text', change),
    isFirst: /First answer/.test(change),
    subscales: score
      ? []
      : change.split(' · ').flatMap((one) => {
          const [, scale = '', value] = pattern('^(.+) NUM$').exec(one) ?? [];
          return value === undefined ? [] : [{ name: scale, score: toNumber(value), day }];
        }),
    next: next ? (dayIn(next) ?? next) : null,
  };
}

/** A graph on the time axis of the extension's panel: its name, and the value that is written beside it. */
function saidByOwnAxis(shown: ShownPanel): Said {
  const { said = '', present, value = '', due = '', notes = '' } = shown.parts;
  const own = saidByPanel({ ...shown, parts: { due, notes } });
  const series = said.split(' · ')[1];
  const [heard] = own.answers;
  const written = { range: null, score: toNumber(value), title: undefined, isLatest: Boolean(present) };
  const answers = heard
    ? [heard, { ...heard, where: 'graph', ...written }].map((one) => ({
        ...one,
        series,
      }))
    : [];
  const isNamed = series === undefined || shown.label.includes(`, ${series}, `);
  return { ...own, answers, risks: [], unknown: isNamed ? [] : [`label: ${shown.label}`] };
}

/** What the side panel's history says of the AI summary; its cards, and what the popup says, are judged as they are. */
function saidByOwnPage(shown: ShownHistory | ShownPopup): Said {
  const nothing = { surface: 'sparkline', status: shown.status, parts: {}, label: '', paths: {} } as const;
  const cards = 'cards' in shown ? shown.cards : [];
  const analyses = cards.flatMap((card) => card.texts.flatMap((text) => analysisIn(text) ?? []));
  return { ...saidBySparkline(nothing), analysis: analyses[0] ?? null };
}

export const isExplorer = ({ surface }: Shown): boolean => surface === 'axis' || surface === 'explorer';

/** Reads back what a surface says. */
export const readShown = (shown: Shown): Said =>
  'texts' in shown
    ? saidByOwnPage(shown)
    : 'note' in shown
      ? isExplorer(shown)
        ? saidByExplorer(shown)
        : shown.surface === 'extension-axis'
          ? saidByOwnAxis(shown)
          : saidByPanel(shown)
      : ['overview', 'extension-row'].includes(shown.surface)
        ? saidByOverview(shown)
        : saidBySparkline(shown);
