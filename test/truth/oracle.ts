import type { TrueCourse, Wire } from './clinic.ts';
import {
  ABSURD,
  type Evidence,
  evidenceOf,
  type Finding,
  finding,
  flaggedAnswersOf,
  isFuture,
  isSaidAs,
  type Json,
  missedIn,
  NOW_MS,
  sayDay,
  toAt,
  toList,
  toObject,
  toScore,
} from './evidence.ts';
import { judgeHistory } from './history-oracle.ts';
import { judgePopup } from './popup-oracle.ts';
import { isExplorer, type Said, type SaidAnswer, type SaidRow } from './sentences.ts';
import type { Shown } from './surfaces.ts';

// Like a view of shared/score and independent of it: what uses the code that it judges repeats its faults.
interface Case {
  readonly said: Said;
  readonly shown: Shown;
  readonly wire: Wire;
  readonly course: TrueCourse;
  readonly list: readonly Evidence[];
  readonly graph: readonly Evidence[];
  readonly answered: readonly Evidence[];
  readonly flagged: readonly Evidence[];
  readonly strays: readonly Evidence[];
}

export type { Finding };

type Rule = (one: Case) => Finding[];
const SHORT_MS = 60_000;

/** Panels and the extension's rows read a graph and a list; sparklines, marks and the element's rows a list alone. */
const hasGraph = (shown: Shown): boolean => 'rows' in shown || shown.surface === 'extension-row';

/** Nothing is said: it failed, or is an explorer that is not open. */
const isSilent = ({ status }: Shown): boolean => ['error', 'closed'].includes(status);

/** A row of an instrument, in the element or in the extension's panel. */
const isOverview = ({ surface }: Shown): boolean => ['overview', 'extension-row'].includes(surface);

/** True where scores are those of a graph; the extension's row stands by the list where no graph could be read. */
const isByGraph = ({ shown, graph }: Pick<Case, 'shown' | 'graph'>): boolean =>
  hasGraph(shown) && (shown.surface !== 'extension-row' || graph.length > 0);

/** The points or rows that a statement with a score may rest on. */
const carriersOf = ({ shown, graph, list }: Case): readonly Evidence[] =>
  (isByGraph({ shown, graph }) && shown.surface !== 'fhir'
    ? graph
    : list.filter(({ isAnswered }) => isAnswered)
  ).filter(({ whose }) => whose !== 'other');

const isSaid = (
  { score, title, date }: Pick<SaidAnswer, 'score' | 'title' | 'date'>,
  one: Evidence,
): boolean =>
  one.score !== null &&
  Math.abs(one.score - score) < 0.006 &&
  (date === null || isSaidAs(one.at, date)) &&
  (title === undefined || title === null || title === '' || title === one.title);

/** What another answer of the service says otherwise of the same submission. */
function disputes(one: Case, point: Evidence, isTitled: boolean): string[] {
  const { list, graph } = one;
  if (point.id === null) return [];
  // A score of the whole instrument stands in the series of that.
  if (point.from === 'list')
    return graph
      .filter(({ id, raw }) => id === point.id && raw.score !== undefined && point.score !== null)
      .flatMap((drawn) => disputes(one, drawn, isTitled));
  const rows = list.filter(({ id }) => id === point.id);
  return rows.flatMap((row) => {
    const subscale = toList(row.raw.subscaleScores)
      .map(toObject)
      .find(({ name }) => name === point.series);
    const score = subscale ? toScore(subscale.score) : row.score;
    return [
      ...(score !== null && score !== point.score
        ? [`score ${score} in the list, ${point.score} in the graph`]
        : []),
      ...(isTitled && row.title !== null && !subscale && point.title !== null && row.title !== point.title
        ? [`range ${row.title} in the list, ${point.title} in the graph`]
        : []),
      ...(row.at !== null && point.at !== null && sayDay(row.at) !== sayDay(point.at)
        ? [`answered ${sayDay(row.at)} in the list, ${sayDay(point.at)} in the graph`]
        : []),
      ...(row.isAnswered === false ? [`${row.status} in the list, answered in the graph`] : []),
    ];
  });
}

/** Ends of the scale as the answers have them. */
function scalesOf({ wire, shown, graph }: Case): { min: number; max: number }[] {
  const ends = (ranges: readonly unknown[]): { min: number; max: number }[] => {
    const own = ranges.map(toObject).filter(({ formSubScaleId }) => typeof formSubScaleId !== 'number');
    const whole = own.flatMap(({ minScore, maxScore }) => {
      const [min, max] = [toScore(minScore), toScore(maxScore)];
      return min === null || max === null || min > max ? [] : [{ min, max }];
    });
    // Where a bound is not given, or a range is upside down, the other ranges do not carry the ends.
    if (whole.length === 0 || whole.length < own.length) return [];
    return [{ min: Math.min(...whole.map(({ min }) => min)), max: Math.max(...whole.map(({ max }) => max)) }];
  };
  if (!isByGraph({ shown, graph })) return ends(toList(toObject(wire.instrument).scoreRanges));
  return toList(toObject(wire.graph).series)
    .map(toObject)
    .flatMap(({ yDomain, scoreRanges }) => {
      const [min, max] = [toScore(toObject(yDomain).min), toScore(toObject(yDomain).max)];
      return [...(min !== null && max !== null ? [{ min, max }] : []), ...ends(toList(scoreRanges))];
    });
}

/** Classes with their bounds, as the graph or the instrument gives them. */
const rangesOf = ({ wire }: Case) =>
  [
    ...toList(toObject(wire.graph).series).flatMap((series) => toList(toObject(series).scoreRanges)),
    ...toList(toObject(wire.instrument).scoreRanges),
    ...toList(toObject(wire.instrument).subScales).flatMap((scale) => toList(toObject(scale).scoreRanges)),
  ]
    .map(toObject)
    .map(({ title, minScore, maxScore }) => ({ title, min: minScore, max: maxScore }));

const DAY_MS = 86_400_000;
/** Days of the calendar since an instant. */
const daysSince = (at: number): number => Math.floor(NOW_MS / DAY_MS) - Math.floor(at / DAY_MS);

/** A score or an instant that no patient's can be. */
function absurdity(
  one: Case,
  { where, score, max }: Pick<SaidAnswer, 'where' | 'score' | 'max'>,
  at: number | null,
): Finding[] {
  if (one.said.isDisputed) return [];
  const scales = scalesOf(one).filter(({ max }) => max < ABSURD);
  const isOutside = scales.length > 0 && scales.every((scale) => score > scale.max || score < scale.min);
  return [
    ...(isOutside || Math.abs(score) >= ABSURD || (max ?? 0) >= ABSURD
      ? [finding('absurd score', `${where}: ${score} of ${max}`)]
      : []),
    ...(isFuture(at) ? [finding('absurd date', `${where}: an answer of ${sayDay(at ?? 0)}`)] : []),
  ];
}

/** An answer that came later than an instant, in whatever answer of the service; what cannot be told is as it was. */
function newerThan({ answered }: Case, at: number): Evidence | undefined {
  return answered.find((one) => {
    const when = one.at !== null && !isFuture(one.at) ? one.at : one.truth?.isAnswered ? one.truth.at : null;
    return when !== null && when > at + SHORT_MS;
  });
}

/** True where every scale of the maximum that is said begins elsewhere than the score's words let one think. */
function isOtherMin(one: Case, said: SaidAnswer): boolean {
  const ends = scalesOf(one).filter(({ max }) => max === said.max);
  return ends.length > 0 && !ends.some(({ min }) => min === (said.min ?? 0));
}

const saidAnswers: Rule = (one) =>
  one.said.answers.flatMap((said) => {
    const carriers = carriersOf(one).filter(
      (evidence) =>
        isSaid(said, evidence) && [undefined, null, evidence.series].includes(evidence.series && said.series),
    );
    const what = `${said.where}: ${said.score}, ${said.title}, ${said.date}`;
    const [first] = carriers;
    if (!first) return [finding('not carried', what)];
    const disputed = carriers.map((point) => disputes(one, point, Boolean(said.title)));
    const isDisputed = disputed.every(({ length }) => length > 0) && !one.said.isDisputed;
    const newer =
      said.isLatest && first.at !== null && !one.said.mayBeNewer ? newerThan(one, first.at) : undefined;
    return [
      ...(isDisputed ? [finding('contradiction', `${what}; ${disputed[0]?.[0]}`)] : []),
      ...(newer
        ? [
            finding(
              ['note', 'picture'].includes(said.where) ? 'note not of the latest' : 'not the latest',
              `${what}; a newer answer is in the ${newer.from} (id ${newer.id})`,
            ),
          ]
        : []),
      ...(said.age &&
      first.at !== null &&
      (daysSince(first.at) < said.age[0] || daysSince(first.at) > said.age[1])
        ? [finding('age', `${said.where}: ${said.age} days, ${daysSince(first.at)} in truth`)]
        : []),
      ...(said.max !== null && isOtherMin(one, said)
        ? [finding('scale', `${said.where}: ${said.min ?? 0} to ${said.max}`)]
        : []),
      ...(said.range &&
      !rangesOf(one).some(
        ({ title, min, max }) => title === said.title && min === said.range?.[0] && max === said.range?.[1],
      )
        ? [finding('scale', `${said.where}: ${said.title} from ${said.range}`)]
        : []),
      ...absurdity(one, said, first.at),
    ];
  });

const saidUnread: Rule = (one) => {
  const { said, answered, graph, list } = one;
  // An overview reads applications too, each of which names the last answer to it.
  const named = (isOverview(one.shown) ? toList(one.wire.applications) : [])
    .map(toObject)
    .filter(({ formTemplateId }) => String(formTemplateId).toLowerCase() === one.course.formId)
    .map(({ lastSubmission }) => toAt(toObject(lastSubmission).completedFillAt))
    .filter((at) => at !== null);
  const isThere =
    named.some((at) => isSaidAs(at, said.newestUnread)) ||
    [...answered, ...list].some(
      ({ at, truth }) => isSaidAs(at, said.newestUnread) || isSaidAs(truth?.at ?? null, said.newestUnread),
    );
  const isNew = (at: number): boolean => !list.some((row) => row.at === at);
  const most = graph.length + list.length + named.filter(isNew).length;
  const drawn = said.counts[0]?.count;
  return [
    ...(said.newestUnread !== null && !isThere
      ? [finding('not carried', `the newest answer of ${said.newestUnread}`)]
      : []),
    ...(said.unread &&
    (said.unread.total > most || (drawn !== undefined && drawn + said.unread.count !== said.unread.total))
      ? [finding('count', `${said.unread.count} of ${said.unread.total} not read, ${drawn} drawn`)]
      : []),
  ];
};

/** Instant of a row's date, which is ISO 8601 in a file and has day and minute in a table. */
const instantIn = (date: string): number => Date.parse(date.includes('T') ? date : `${date} UTC`);

function rowFindings(one: Case, said: SaidRow, before: Evidence | undefined): Finding[] {
  const carriers = carriersOf(one).filter(
    (evidence) =>
      isSaid({ ...said, date: said.date || null }, evidence) && (said.id === null || said.id === evidence.id),
  );
  const what = `${said.where}: ${said.date}, ${said.score}, ${said.title}`;
  const [point] = carriers;
  if (!point) return [finding('not carried', what)];
  const [dispute] = disputes(one, point, Boolean(said.title));
  const rows = one.list.filter(({ id }) => id !== null && id === point.id);
  const isFlagged = rows.some(({ risk }) => risk === 'flagged');
  const difference = before?.score == null || point.score === null ? null : point.score - before.score;
  const isOne = (known: number | null): boolean =>
    known !== null && Math.abs(known - (said.previous ?? 0)) < 0.006;
  // Where the answer before is known it decides; else the service's word, or the answer before that is shown.
  const shownBefore = one.said.rows.filter(
    ({ where, date }) => where === said.where && instantIn(date) < instantIn(said.date),
  );
  const nearest = shownBefore.toSorted((x, y) => instantIn(y.date) - instantIn(x.date))[0];
  const isOtherDelta =
    said.previous !== null &&
    (difference !== null
      ? !isOne(difference)
      : !isOne(point.previous) && !isOne(nearest ? said.score - nearest.score : null));
  return [
    ...(dispute && !one.said.isDisputed ? [finding('contradiction', `${what}; ${dispute}`)] : []),
    // That it is not known is said of a row; the flag itself stands above.
    ...(isFlagged && (said.risk === 'none' || (said.risk === 'unknown' && said.where === 'FHIR'))
      ? [finding('lost flag', `${what}; its risk: ${said.risk}`)]
      : []),
    ...(said.risk === 'flagged' && !isFlagged ? [finding('risk not carried', `${what}: flagged`)] : []),
    ...(said.risk === 'none' && !rows.some(({ risk }) => risk === 'none')
      ? [finding('absent called none', `${what}: no risk flag`)]
      : []),
    ...(isOtherDelta
      ? [
          finding(
            'change not carried',
            `${what}: ${said.previous} since the answer before, ${difference} by the scores`,
          ),
        ]
      : []),
    ...absurdity(one, { ...said, max: null }, point.at),
  ];
}

const saidRows: Rule = (one) => {
  const { graph, list, said } = one;
  return said.rows.flatMap((row) => {
    const at = graph.findIndex((point) => isSaidAs(point.at, row.date) && isSaid(row, point));
    const before = graph[at - 1];
    const to = graph[at]?.at ?? 0;
    // Where an answer between the two is not in the graph, the service may speak of that one.
    const isNext = !list.some(
      (other) => Number(other.at) > Number(before?.at) && Number(other.at) < to - SHORT_MS,
    );
    const isComparable = before && isNext && before.series === graph[at]?.series;
    return rowFindings(
      one,
      row,
      isComparable && disputes(one, before, false).length === 0 ? before : undefined,
    );
  });
};

/** Instants by which a submission with a flag may be named. */
const instantsOf = ({ raw }: Evidence): (number | null)[] =>
  [raw.completedFillAt, raw.startedFillAt, raw.startedAt, raw.createdAt].map(toAt);

const flags: Rule = (one) => {
  const { flagged, said, shown } = one;
  // A bundle is of one submission, whose own flag is looked for in its row; risk stands in the rows below a time axis.
  if (isSilent(shown) || ['fhir', 'axis', 'extension-axis'].includes(shown.surface)) return [];
  const lost = flagged.map(({ id }) => `submission ${id} is flagged`).join(', ');
  return [
    ...(flagged.length > 0 && !said.risks.some(({ where, kind }) => where === 'risk' && kind === 'flagged')
      ? [finding('lost flag', `${lost}; said: ${JSON.stringify(said.risks)}`)]
      : []),
    ...('note' in shown ? [shown.note, shown.picture] : []).flatMap((text) =>
      text !== '' &&
      flagged.length > 0 &&
      !/^Risk flag in this answer|Last flagged|(?:item|Risk flag)(?: \(?(?:item )?\d+\)?)?(?::| ·)/m.test(
        text,
      )
        ? [finding('lost flag', `note or picture: ${lost}`)]
        : [],
    ),
  ];
};

/** True if one of the answers is to the question that stands there in the instrument, counted from its first. */
function isItemNumber({ wire }: Case, answers: readonly Json[], number: number): boolean {
  const questions = toList(toObject(wire.instrument).questions).map(toObject);
  const places = questions.map(({ position }) => position).filter((place) => typeof place === 'number');
  const before = (place: number): number => places.filter((one) => one <= place).length;
  return questions.some(
    ({ id, position }) =>
      answers.some(({ questionId }) => questionId === id) &&
      typeof position === 'number' &&
      before(position) === number,
  );
}

const saidRisk: Rule = (one) =>
  one.said.risks.flatMap((said): Finding[] => {
    const { flagged, answered, list, graph } = one;
    // Of a row that may be of another instrument a flag may be said, and need not be.
    const mayBeSaid = list.filter(({ risk }) => risk === 'flagged');
    const mayBeOurs =
      list.filter(({ isOurs }) => !isOurs).length + flagged.filter(({ isAnswered }) => !isAnswered).length;
    switch (said.kind) {
      case 'flagged': {
        const of = mayBeSaid.filter(
          (row) => said.day === null || instantsOf(row).some((at) => isSaidAs(at, said.day)),
        );
        const [row] = of;
        if (!row) return [finding('risk not carried', `${said.where}: a flag of ${said.day}`)];
        const { severity, value, flagged: count, total } = said;
        const answers = of.flatMap(({ raw }) => flaggedAnswersOf(raw));
        const known = countKnown(one.answered);
        const newest = Math.max(...flagged.map((each) => each.at ?? 0));
        // The statement for all has no dates.
        const isOlder = said.where !== 'all' && row.at !== null && row.at < newest && !isFuture(newest);
        return [
          ...(severity !== null && !of.some(({ severities }) => severities.includes(severity))
            ? [finding('risk not carried', `${said.where}: severity ${severity}`)]
            : []),
          ...(value !== null && !answers.some((answer) => String(answer.value).startsWith(value))
            ? [finding('risk not carried', `${said.where}: answered ${value}`)]
            : []),
          ...(said.number !== null && !isItemNumber(one, answers, said.number)
            ? [finding('risk not carried', `${said.where}: item ${said.number}`)]
            : []),
          ...(isOlder ? [finding('lost flag', `${said.where}: ${said.day} is not the newest flag`)] : []),
          ...(count < flagged.length &&
          (count > 1 || (said.isPast && said.where !== 'all') || said.where === 'risk')
            ? [finding('lost flag', `${said.where}: ${count} of ${flagged.length} flagged submissions said`)]
            : []),
          ...(count > mayBeSaid.length
            ? [
                finding(
                  'risk not carried',
                  `${said.where}: ${count} flagged submissions of ${mayBeSaid.length}`,
                ),
              ]
            : []),
          ...(total !== null && (total < known || total > Math.max(known, countIds(one.answered)) + mayBeOurs)
            ? [finding('count', `${said.where}: flags in ${count} of ${total} answers, ${known} known of`)]
            : []),
        ];
      }
      case 'none': {
        // A point says when, its submission what.
        const points = new Map(graph.map((point) => [point.id, point.at]));
        const when = ({ id, at, raw }: Evidence): number | null =>
          at ?? points.get(id) ?? toAt(raw.startedFillAt);
        const without = list.filter((row) => row.risk === 'none');
        const clear = without.filter((row) => isSaidAs(when(row), said.day));
        const newer = newerThan(one, Math.max(...clear.map((row) => when(row) ?? 0)));
        const unknown = answered.filter(({ id, at, from, risk, truth }) =>
          from === 'list'
            ? risk === 'unknown'
            : !without.some((row) => row.id === id || when(row) === (at ?? truth?.at)),
        );
        const removed = answered.filter(
          ({ truth, risk, from }) => from === 'list' && truth?.risk === 'flagged' && risk !== 'flagged',
        );
        return [
          ...(clear.length === 0
            ? [finding('absent called none', `none as of ${said.day}, which no answer says`)]
            : []),
          ...(newer
            ? [
                finding(
                  'absent called none',
                  `none as of ${said.day}; a newer answer is in the ${newer.from}`,
                ),
              ]
            : []),
          ...(said.unknown === 0 && removed.length > 0
            ? [
                finding(
                  'removed flag called none',
                  `none as of ${said.day}; submission ${removed[0]?.id} was flagged`,
                ),
              ]
            : said.unknown === 0 && unknown.length > 0
              ? [
                  finding(
                    'absent called none',
                    `none as of ${said.day}; risk of ${unknown[0]?.id} (${unknown[0]?.from}) is not known`,
                  ),
                ]
              : []),
        ];
      }
      case 'unanswered': {
        const some = answered.find(({ truth }) => truth?.isAnswered);
        return some ? [finding('empty', `${said.where}: no answers, but one in the ${some.from}`)] : [];
      }
      case 'notAsked':
        return [
          ...(list.some(({ truth }) => truth?.risk === 'flagged')
            ? [finding('absent called none', 'does not ask, but was flagged')]
            : []),
          ...(isPublishedSilent(toObject(one.wire.instrument))
            ? []
            : [
                finding(
                  'not carried',
                  `${said.where}: does not ask, of an instrument that is not a published one`,
                ),
              ]),
        ];
      default:
        return [];
    }
  });

/** Published instruments without an item on suicide or self-harm: name, number of items, direction of the total score. */
const SILENT: readonly (readonly [name: RegExp, items: number, direction: string | null])[] = [
  [/PHQ-2\b/, 2, 'HIGHER_WORSE'],
  [/GAD-7\b/, 7, 'HIGHER_WORSE'],
  [/PHQ-15\b/, 15, 'HIGHER_WORSE'],
  [/K-?10\b/, 10, 'HIGHER_WORSE'],
  [/WHO-5\b/, 5, 'HIGHER_BETTER'],
  [/DASS-21\b/, 21, null],
];

const isPublishedSilent = ({ title, shortTitle, questions, config }: Json): boolean =>
  SILENT.some(
    ([name, items, direction]) =>
      name.test(`${title} ${shortTitle}`) &&
      toList(questions).length === items &&
      [null, toObject(toObject(config).globalScoreConfig).scoreDirection].includes(direction),
  );

const countIds = (answered: readonly Evidence[]): number => new Set(answered.map(({ id }) => id)).size;

/** How many answers are known of: those of one id or of one instant are one. */
function countKnown(answered: readonly Evidence[]): number {
  const seen: Evidence[] = [];
  for (const one of answered.filter(({ truth }) => truth?.isAnswered)) {
    const at = one.at ?? one.truth?.at;
    const isSeen = seen.some(
      (other) => (one.id !== null && other.id === one.id) || (other.at ?? other.truth?.at) === at,
    );
    if (!isSeen) seen.push(one);
  }
  return seen.length;
}

const saidCounts: Rule = (one) => {
  const { said, answered, list, shown, wire } = one;
  if (isSilent(shown)) return [];
  const { least, most } = missedIn(list);
  const isNoneCarried = Array.isArray(wire.submissions) && most === 0;
  const some = answered.find(({ truth }) => truth?.isAnswered);
  const known = countKnown(answered);
  // A mark has no room for requests.
  const isLess = said.missed < least && !said.isPartial && !['mark', 'fhir'].includes(shown.surface);
  return [
    ...(said.isNoneMissed && !isNoneCarried
      ? [finding('missed', `none missed; up to ${most} by the answers`)]
      : []),
    ...(said.missed > most || isLess
      ? [finding('missed', `${said.missed} not answered; ${least} to ${most} by the answers`)]
      : []),
    ...said.counts.flatMap(({ where, count }) => {
      const drawn = carriersOf(one).filter(({ score, at }) => score !== null && at !== null);
      const bySeries = Math.max(
        0,
        ...[...Map.groupBy(drawn, ({ series }) => series).values()].map(({ length }) => length),
      );
      return [
        ...(count > bySeries ? [finding('count', `${where}: ${count} answers, ${bySeries} carried`)] : []),
        ...(count < known && !said.isPartial && !said.mayBeNewer && !said.isDisputed
          ? [finding('silent loss', `${where}: ${count} answers, ${known} known of`)]
          : []),
      ];
    }),
    ...(said.isEmpty && some ? [finding('empty', `no answers, but one in the ${some.from}`)] : []),
    ...(said.isFirst && known > 1 && !said.isPartial
      ? [finding('first', `first answer, ${known} known of`)]
      : []),
  ];
};

const saidChanges: Rule = (one) => {
  const carriers = carriersOf(one);
  const { said } = one;
  const titlesOn = (title: string): boolean => carriers.some((point) => point.title === title);
  return [
    ...said.changes.flatMap(({ where, difference, day, score }) => {
      const from = carriers.filter((point) => isSaid({ score, title: undefined, date: day }, point));
      const to = said.answers.find((answer) => answer.where === where);
      const what = `${where}: ${difference} to ${day} (${score})`;
      if (from.length === 0 || (to && Math.abs(to.score - score - difference) > 0.006))
        return [finding('change not carried', what)];
      const disputed = from.map((point) => disputes(one, point, false));
      return [
        ...(disputed.every(({ length }) => length > 0) && !said.isDisputed
          ? [finding('contradiction', `${what}; ${disputed[0]?.[0]}`)]
          : []),
        ...absurdity(one, { where: what, score, max: null }, from[0]?.at ?? null),
      ];
    }),
    ...said.classChanges.flatMap(({ where, before, after }) =>
      titlesOn(before) && titlesOn(after)
        ? []
        : [finding('change not carried', `${where}: ${before}, ${after}`)],
    ),
  ];
};

const saidExtremes: Rule = (one) =>
  one.said.extremes.flatMap(({ where, isLowest, difference, score, day }) => {
    const to = one.said.answers.find((answer) => answer.where === where);
    const carriers = carriersOf(one).filter((point) => disputes(one, point, false).length === 0);
    const from = carriers.filter((point) => isSaid({ score, title: undefined, date: day }, point));
    const series = new Set(from.map((point) => point.series));
    const isBeaten = carriers.some(
      (point) =>
        point.score !== null &&
        series.size === 1 &&
        series.has(point.series) &&
        !isFuture(point.at) &&
        Math.abs(point.score) < ABSURD &&
        (isLowest ? point.score < score : point.score > score),
    );
    const isOff = to && Math.abs(to.score - score - difference) > 0.006;
    return from.length === 0 || isOff || isBeaten
      ? [
          finding(
            'change not carried',
            `${where}: ${difference} to the ${isLowest ? 'lowest' : 'highest'} (${score} on ${day})`,
          ),
        ]
      : [];
  });

const saidScale: Rule = (one) => {
  const { wire, course, said } = one;
  const instrument = toObject(wire.instrument);
  const directions = [
    toObject(toObject(instrument.config).globalScoreConfig).scoreDirection,
    ...toList(instrument.subScales).map((scale) => toObject(scale).scoreDirection),
  ];
  const isOurs = String(instrument.id).toLowerCase() === course.formId;
  const scores = carriersOf(one).flatMap(({ score }) => score ?? []);
  return said.scales.flatMap(({ where, min, max, direction, isAssumed }) => {
    const isCarried = scalesOf(one).some((scale) => scale.min === min && scale.max === max);
    const isByScores = isAssumed && Math.min(0, ...scores) <= min && Math.max(...scores) <= max;
    return [
      ...(isCarried || isByScores ? [] : [finding('scale', `${where}: ${min} to ${max}`)]),
      ...(max >= ABSURD || min <= -ABSURD
        ? [finding('absurd score', `${where}: scale ${min} to ${max}`)]
        : []),
      ...(direction === null || (isOurs && directions.includes(direction))
        ? []
        : [finding('scale', `${where}: ${direction}`)]),
    ];
  });
};

/** In place of a score of the whole: each subscale's, of one answer of that day, and of no older one. */
const saidSubscales: Rule = (one) =>
  one.said.subscales.flatMap(({ name, score, day }) => {
    const carriers = one.list.filter(
      ({ raw, at, isAnswered }) =>
        isAnswered &&
        isSaidAs(at, day) &&
        toList(raw.subscaleScores)
          .map(toObject)
          .some((scale) => scale.name === name && scale.score === score),
    );
    const what = `${name}: ${score} on ${day}`;
    const newer = !one.said.mayBeNewer && carriers[0]?.at ? newerThan(one, carriers[0].at) : undefined;
    if (carriers.length === 0) return [finding('not carried', what)];
    return newer ? [finding('not the latest', `${what}; a newer answer is in the ${newer.from}`)] : [];
  });

/** The next request is that of an application of the instrument. */
const saidNext: Rule = ({ said: { next }, wire, course }) => {
  if (next === null) return [];
  const isCarried = toList(wire.applications)
    .map(toObject)
    .some(
      ({ formTemplateId, nextAnswerAt }) =>
        isSaidAs(toAt(nextAnswerAt), next) && String(formTemplateId).toLowerCase() === course.formId,
    );
  return isCarried ? [] : [finding('not carried', `next request on ${next}`)];
};

/** The statement for all and the row say one thing of risk: neither has a flag that the other does not have. */
const oneRisk: Rule = ({ said: { risks }, shown }) => {
  const [ofRow, ofAll] = ['risk', 'all'].map((place) => risks.find(({ where }) => where === place));
  if (!ofAll) return [];
  const isLoud = 'paths' in shown && shown.parts.isLoud === 'flagged';
  const isOther = (ofAll.kind === 'flagged') !== (ofRow?.kind === 'flagged');
  return isOther || isLoud !== (ofAll.kind === 'flagged' && !ofAll.isPast)
    ? [finding('lost flag', `the row says ${JSON.stringify(ofRow)}, of all is said ${JSON.stringify(ofAll)}`)]
    : [];
};

/** The dialog of the answers says the score and the risk of its own submission, and of no other. */
const itemDialog: Rule = ({ shown, list }) => {
  const text = shown.surface === 'fhir' ? (shown.parts.item ?? '') : '';
  if (text === '') return [];
  const id = Number(/submission (\d+)/.exec(text)?.[1]);
  const row = list.find((one) => one.id === id);
  if (!row) return [finding('not carried', `answers of submission ${id}`)];
  const said = /Score: (\d[\d.]*)/.exec(text)?.[1];
  const isNone = /No risk flag in this answer/.test(text);
  const isFlagged = /answers? with a risk flag/.test(text);
  return [
    ...(said !== undefined && Number(said) !== row.score
      ? [finding('not carried', `answers: score ${said}, sent ${row.score}`)]
      : []),
    ...(isNone && row.risk !== 'none' ? [finding('absent called none', `answers of submission ${id}`)] : []),
    ...(row.risk === 'flagged' && !isFlagged ? [finding('lost flag', `answers of submission ${id}`)] : []),
    ...(isNone && row.truth?.risk === 'flagged'
      ? [finding('removed flag called none', `answers of submission ${id}`)]
      : []),
  ];
};

/** A flag that no later answer speaks against is loud, and no other is. */
const loudness: Rule = ({ said: { risks }, shown }) => {
  if (shown.surface !== 'sparkline') return [];
  const isCurrent = risks.some((one) => one.kind === 'flagged' && !one.isPast);
  const isLoud = 'paths' in shown && shown.parts.isLoud === 'flagged';
  return isLoud === isCurrent
    ? []
    : [finding(isCurrent ? 'lost flag' : 'old flag as loud as a new one', JSON.stringify(risks))];
};

const saidAnalysis: Rule = ({ said: { analysis }, wire, shown }) => {
  if (!analysis || shown.status === 'error') return [];
  const status = toObject(wire.analysis);
  const at = toAt(status.analysisGeneratedAt);
  const { has, day, isStale } = analysis;
  return [
    ...(has !== status.hasAnalysis ? [finding('analysis', `said ${has}, sent ${status.hasAnalysis}`)] : []),
    ...(day !== null && (at === null || sayDay(at) !== day) ? [finding('analysis', `made ${day}`)] : []),
    ...(day !== null && isFuture(at) ? [finding('absurd date', `analysis made ${day}`)] : []),
    ...(isStale !== null && isStale !== status.isStale
      ? [finding('analysis', `stale ${isStale}, sent ${status.isStale}`)]
      : []),
  ];
};

/** Nothing is said where an answer of the service says that it is about another patient or instrument. */
const ofAnother: Rule = ({ wire, course, said, shown }) => {
  const graph = toObject(wire.graph);
  const ids: [unknown, string][] = hasGraph(shown)
    ? [
        [graph.patientId, course.patientId],
        [graph.formTemplateId, course.formId],
      ]
    : [];
  const rows = toList(wire.submissions).map((row): [unknown, string] => [
    toObject(row).patientId,
    course.patientId,
  ]);
  const isOther = [...ids, ...rows].some(
    ([id, ours]) => typeof id === 'string' && /^[0-9a-f-]{36}$/i.test(id) && id !== ours,
  );
  // A list of all patients has rows of others.
  return isOther && said.answers.length > 0 && shown.surface !== 'mark'
    ? [finding("another's", 'something is said')]
    : [];
};

/** A row that does not say whose it is may hold a flag of any patient of a list. */
const strayRows: Rule = ({ said, strays }) =>
  strays.length > 0 && said.risks.some(({ kind }) => kind === 'none')
    ? [finding('absent called none', `${strays.length} rows do not say whose they are`)]
    : [];

/** A row of an explorer says nothing else than what is judged, and its legend names the mark that its flags have. */
const explored: Rule = ({ said: { unknown = [], isFlagMarked, rows }, shown, list }) => {
  const isDrawn = rows.some(({ risk }) => risk === 'flagged');
  const isCarried = list.some(({ risk }) => risk === 'flagged');
  return [
    ...unknown.map((text) => finding('unknown sentence', text)),
    ...(isExplorer(shown) && isDrawn && !isFlagMarked ? [finding('lost flag', 'no mark in the legend')] : []),
    ...(isFlagMarked && !isCarried ? [finding('risk not carried', 'a mark in the legend')] : []),
  ];
};

/** The class that stands out beside a graph is one that the value beside it lies in. */
const presentBand: Rule = (one) => {
  const { present = '', value = '' } = one.shown.surface === 'extension-axis' ? one.shown.parts : {};
  const isIn = rangesOf(one).some(
    ({ title, min, max }) =>
      title === present && Number(min) <= Number(value) && Number(value) <= Number(max),
  );
  return present === '' || isIn ? [] : [finding('not carried', `graph: ${value} is ${present}`)];
};

/** Heights of a sparkline's points are those of the scores. */
const drawnPoints: Rule = (one) => {
  const { shown, said } = one;
  const [scale] = said.scales;
  if (!('paths' in shown) || !scale) return [];
  const drawn = `${shown.paths.line ?? ''}${shown.paths.gap ?? ''}`.matchAll(/[ML][\d.-]+ ([\d.-]+)/g);
  const scores = carriersOf(one).flatMap(({ score }) => score ?? []);
  const [TOP, HEIGHT] = [5, 14];
  const span = scale.max - scale.min || 1;
  const wrong = [...drawn].find(
    ([, y]) =>
      !scores.some((score) => Math.abs(TOP + HEIGHT * (1 - (score - scale.min) / span) - Number(y)) < 0.11),
  );
  return wrong ? [finding('point', `drawn at ${wrong[1]}`)] : [];
};

const RULES: readonly Rule[] = [
  flags,
  saidAnswers,
  saidUnread,
  saidRows,
  saidRisk,
  saidCounts,
  saidChanges,
  saidExtremes,
  saidScale,
  saidSubscales,
  saidNext,
  oneRisk,
  itemDialog,
  loudness,
  saidAnalysis,
  ofAnother,
  strayRows,
  drawnPoints,
  presentBand,
  explored,
];

/**
 * Judges what a surface says of a course by the answers that it was given, and by the truth of what they lost. It reads
 * the answers by itself (evidence.ts) and imports nothing of score, words or client.
 */
export function judge(said: Said, shown: Shown, wire: Wire, course: TrueCourse): Finding[] {
  const known = evidenceOf(wire, course, hasGraph(shown), shown.surface === 'mark');
  const flagged = known.list.filter(({ risk, isOurs }) => isOurs && risk === 'flagged');
  const one: Case = { said, shown, wire, course, ...known, flagged };
  if ('items' in shown) return judgePopup(shown, wire, course);
  if ('cards' in shown) return [...saidAnalysis(one), ...judgeHistory(shown, wire, course)];
  return RULES.flatMap((rule) => rule(one));
}
