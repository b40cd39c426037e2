import { describe, expect, it } from 'vitest';
import { createListSpeech, type RowView, sayView } from '../../extension/list/summary.ts';
import { chartMessages } from '../../extension/words/compiled/chart/all.js';
import { popupMessages } from '../../extension/words/compiled/popup/all.js';
import { sideMessages } from '../../extension/words/compiled/side/all.js';
import { Caseload } from '../../shared/caseload/caseload.ts';
import {
  applicationsPage,
  day,
  GAD,
  PHQ,
  submissionsPage,
  uuid,
} from '../../shared/caseload/pages.fixture.ts';
import type { OverviewRow } from '../../shared/score/overview.ts';
import type { ScoreView } from '../../shared/score/view.ts';
import { sayReasons } from '../../shared/ui/caseload/say.ts';
import { sayNewAnswer, sayRisks } from '../../shared/ui/overview/say.ts';
import { applyMessages } from '../../shared/words/compiled/apply/all.js';
import { caseloadMessages } from '../../shared/words/compiled/caseload/all.js';
import { exploreMessages } from '../../shared/words/compiled/explore/all.js';
import { itemMessages } from '../../shared/words/compiled/item/all.js';
import { overviewMessages } from '../../shared/words/compiled/overview/all.js';
import { panelMessages } from '../../shared/words/compiled/panel/all.js';
import { sparklineMessages } from '../../shared/words/compiled/sparkline/all.js';
import { createFormat } from '../../shared/words/format.ts';
import { sayRisk, sayUnread } from '../../shared/words/say.ts';
import { completeSpeech, sayGraph, sayPoint, sayRequest } from '../../shared/words/say-details.ts';
import { joinSentences, sayPicture } from '../../shared/words/say-picture.ts';
import { sayTreatments } from '../../widget/explore/treatments.ts';
import { longSentences, SENTENCE_WORDS_MAX, sentences } from '../browser/heard.ts';

type Lang = keyof typeof CLASSES;
/** Classes of the latest answer and of the one before, and an answer, as the service may send them. */
const CLASSES = {
  en: ['Moderately severe', 'Moderate', 'Nearly every day'],
  'pt-BR': ['Moderadamente grave', 'Moderada', 'Quase todos os dias'],
  es: ['Moderadamente grave', 'Moderada', 'Casi todos los días'],
} as const;
const NOW = day(21);
const LAST_YEAR = Date.UTC(2025, 10, 18, 12);
const NAMES = ['PHQ-9', 'GAD-7', 'WHO-5', 'ISI', 'PCL-5', 'K10', 'AUDIT'];

/** A course with all that can be said of it: two years, a flag, unread answers, missed requests. */
function fullView(lang: Lang, more: Partial<RowView & ScoreView> = {}): RowView & ScoreView {
  const [last, before, answer] = CLASSES[lang];
  const at = [LAST_YEAR, day(2), day(17)];
  return {
    patientId: uuid(1),
    formId: PHQ,
    formTemplateId: PHQ,
    title: 'PHQ-9',
    seriesId: 'GLOBAL',
    seriesName: null,
    yMin: 10,
    yMax: 50,
    domainSource: 'ranges',
    points: at.map((one, index) => ({
      submissionId: index + 1,
      applicationId: 1,
      at: one,
      score: 36 + index,
      classification: index === 2 ? last : before,
      classificationColor: null,
      color: null,
      band: 1,
      risk: 'flagged',
    })),
    bands: [
      { title: before, minScore: 10, maxScore: 29, color: null },
      { title: last, minScore: 30, maxScore: 50, color: null },
    ] as unknown as ScoreView['bands'],
    edges: [29.5],
    yTicks: [],
    asksAboutRisk: true,
    missedSince: 3,
    unread: { at: [], undated: 0 },
    isLatestKnown: true,
    since: null,
    until: null,
    isEnded: false,
    missed: 3,
    missedCount: 3,
    now: NOW,
    gaps: new Set(),
    from: LAST_YEAR,
    to: day(17),
    direction: 'higher-worse',
    risk: {
      kind: 'flagged',
      submissionId: 3,
      at: day(17),
      flagged: 12,
      answers: 50,
      isCurrent: true,
      unknown: 2,
      item: { flagType: 'SUICIDE_SELF_HARM', severity: 'HIGH', value: answer, number: 9 },
    },
    unscored: 0,
    unreadable: 0,
    ...more,
  } as unknown as RowView & ScoreView;
}

/** What else may be known of the same course. */
const VARIANTS = [
  {},
  { unread: { at: [day(18), day(19)], undated: 0 }, isLatestKnown: false },
  { unread: { at: [], undated: 2 }, isLatestKnown: false },
  { since: LAST_YEAR, until: day(20), isEnded: true },
  { risk: { kind: 'none', asOf: day(17), unknown: 2 } },
  { risk: { kind: 'unavailable' } },
  { risk: { kind: 'flagged', at: LAST_YEAR, flagged: 12, answers: 50, isCurrent: false, unknown: 2 } },
  { asksAboutRisk: false, direction: 'higher-better', domainSource: 'disputed' },
  { points: [], unscored: 12, missed: 0 },
] as unknown as readonly Partial<RowView & ScoreView>[];

const viewsOf = (lang: Lang) => VARIANTS.map((more) => fullView(lang, more));
const panelSpeech = (lang: Lang) =>
  completeSpeech({ words: panelMessages[lang], format: createFormat(panelMessages[lang], 'UTC') });

/** Every text of a part of the words that has no places to fill. */
const textsIn = (part: unknown): string[] =>
  typeof part === 'string'
    ? [part]
    : part && typeof part === 'object'
      ? Object.values(part).flatMap(textsIn)
      : [];

function caseloadRows(lang: Lang): string[] {
  const words = caseloadMessages[lang];
  const [last, before] = CLASSES[lang];
  const caseload = new Caseload();
  const patient = uuid(1);
  const flag = { questionId: 9, position: 9, flagType: 'SUICIDE_SELF_HARM', severity: 'HIGH' };
  caseload.addApplications(applicationsPage([{ id: 7, patient, form: PHQ }]));
  caseload.addSubmissions(
    submissionsPage([
      { id: 1, patient, at: LAST_YEAR, score: 12, className: before },
      { id: 2, patient, at: day(8), score: 17, className: last, flags: 1, answers: [flag] },
      { id: 3, patient, form: GAD, at: LAST_YEAR, flags: 1, answers: [{ ...flag, flagType: 'NEW' }] },
      { id: 4, patient, status: 'LATE', startedAt: day(10) },
      { id: 5, patient, status: 'LATE', startedAt: day(17) },
    ]),
  );
  const facts = caseload.factsOf(patient, { now: NOW, seenAt: LAST_YEAR, isToday: () => true });
  const speech = { words, format: createFormat(words, 'UTC'), now: NOW };
  const date = speech.format.day(LAST_YEAR);
  return [
    ...(facts ? sayReasons(speech, facts) : []),
    words.classChanged({ title: 'PHQ-9', before: last, beforeDate: date, after: last, date }),
    words.unreadOf({ title: 'PHQ-9', count: 12, date }),
    words.partOf({ title: 'PHQ-9', date }),
    words.newerMissing({ title: 'PHQ-9' }),
    words.riskMissing({ title: 'PHQ-9' }),
    words.late({ title: 'PHQ-9', count: 12, from: date }),
    words.rowsOf,
  ].map((reason) => `${reason}.`);
}

/** What each surface says to who listens, and to nobody else; and its live regions. */
const HEARD: Readonly<Record<string, (lang: Lang) => string[]>> = {
  'the overview': (lang) => {
    const words = overviewMessages[lang];
    const speech = { words, format: createFormat(words, 'UTC') };
    const risks = ['flagged', 'past', 'none', 'unavailable'].flatMap((kind) => {
      const { risk } = fullView(lang, VARIANTS[{ past: 6, none: 4, unavailable: 5 }[kind] ?? 0]);
      const rows = NAMES.map((title) => ({ title, view: fullView(lang, { risk }), answeredAt: day(17) }));
      return [false, true].flatMap((asks) => sayRisks(speech, rows as unknown as OverviewRow[], () => asks));
    });
    const row = { title: 'PHQ-9', view: fullView(lang), nextAt: null, answeredAt: day(17) };
    return [
      ...risks.map(({ text }) => `${text}.`),
      sayNewAnswer(speech, row as unknown as OverviewRow),
      words.viewFlag({ instrument: 'PHQ-9' }),
      ...textsIn(words.heads),
    ];
  },
  'the sparkline': (lang) => {
    const words = sparklineMessages[lang];
    const speech = { words, format: createFormat(words, 'UTC') };
    return viewsOf(lang).flatMap((view) => [
      sayPicture(speech, view as never),
      sayRisk(speech, view, joinSentences),
      joinSentences(sayUnread(speech, view)),
      words.staleSince({ date: speech.format.moment(day(17)) }),
      words.timeZoneFallback,
      words.asksNothing({ title: null }),
    ]);
  },
  'the mark in a list of the extension': (lang) => {
    const speech = createListSpeech(lang);
    const { short: _, of: __, ...states } = speech.list;
    return [
      ...viewsOf(lang).flatMap((view) => [
        `${speech.list.mark}.`,
        ...sayView(speech, view, NOW).map((line) => line.replace(/\.?$/, '.')),
      ]),
      ...textsIn(states).map((text) => `${text.replace(/\.?$/, '.')}`),
    ];
  },
  "the extension's panel": (lang) => {
    const chart = chartMessages[lang];
    const names = { instrument: 'PHQ-9', patient: 'Ana Souza', about: '8 Nov 2026, 09:00' };
    return [
      ...viewsOf(lang).map((view) => sayGraph(panelSpeech(lang), view, 'PHQ-9')),
      ...Object.values(chart.changes).flatMap(({ ask, done }) => [
        chart.of({ instrument: ask, sentence: names.about }),
        done(names),
      ]),
      ...textsIn(chart.problems),
      chart.open,
      chart.close,
      chart.unsent({ what: chart.apply }),
      chart.sideFailed,
      chart.covered,
      chart.moved,
      chart.interrupted,
      chart.notDone,
      chart.unknown,
      chart.checking,
      chart.refused(names),
      ...textsIn(chart.refusedFor),
    ];
  },
  'the panel and its explorer': (lang) => {
    const speech = panelSpeech(lang);
    const words = exploreMessages[lang];
    const { format } = speech;
    const treatment = {
      kind: 'medication',
      label: 'Sertraline 50 mg',
      at: LAST_YEAR,
      until: day(8),
      ongoing: false,
    };
    const [from, to] = [format.day(LAST_YEAR), format.day(day(17))];
    const missed = (['CANCELED', 'CANCELED_LATE', 'CANCELED_IDLE', 'LATE'] as const).map((status) =>
      sayRequest(speech, { submissionId: 4, at: day(10), status }, undefined),
    );
    return [
      ...viewsOf(lang).map((view) => `${sayGraph(speech, view, 'PHQ-9')} ${speech.words.walk}`),
      ...viewsOf(lang).map((view) => joinSentences(sayPoint(speech, view, 2))),
      ...missed.map(joinSentences),
      words.shown({ from, to, answers: 12 }),
      words.nothing,
      sayTreatments(words, format, [
        treatment,
        { ...treatment, until: null },
        { ...treatment, until: null, ongoing: true },
        { ...treatment, until: null, kind: 'session' },
      ]),
      ...textsIn(speech.words.tools),
      ...textsIn(speech.words.problems),
      speech.words.openAnswers({ moment: format.moment(day(17)) }),
    ];
  },
  'the dialog of answers': (lang) => {
    const words = itemMessages[lang];
    return [
      words.tools,
      words.copied,
      words.notCopied,
      words.saved,
      words.savedInPart,
      words.failed,
      words.answers,
    ];
  },
  'the list of patients': (lang) => {
    const words = caseloadMessages[lang];
    return [
      ...caseloadRows(lang),
      words.newFlags({ count: 12 }),
      words.allRead({ count: 120 }),
      words.list,
      words.markedSeen,
      words.notMarked,
      ...viewsOf(lang).map((view) =>
        sayPicture({ words, format: createFormat(words, 'UTC') }, view as never),
      ),
    ];
  },
  'the form that sends questionnaires': (lang) => {
    const words = applyMessages[lang];
    const given = { name: 'PHQ-9', patient: 'Ana Souza', isLater: true };
    return [
      ...Object.values(words.standings).map((say) => (typeof say === 'string' ? say : say(given))),
      ...[true, false].flatMap((isWhole) =>
        [true, false].map((isLater) => words.summary({ created: 2, all: 3, isWhole, isLater })),
      ),
      ...textsIn(words.problems),
      words.problems.busy({ seconds: 30 }),
      words.cleared,
      words.interrupted,
      words.timeZoneFallback,
      words.found({ count: 12 }),
      words.noneFound,
      words.copied,
      words.copyFailed,
      words.copyRefused,
      words.shareFailed,
      words.remove({ name: 'PHQ-9' }),
      words.qr({ name: 'PHQ-9' }),
    ];
  },
  "the extension's popup": (lang) => {
    const words = popupMessages[lang];
    return [
      words.site,
      words.shown,
      words.why,
      words.patient,
      words.readingPatient,
      words.news,
      words.disabled,
    ];
  },
  "the side panel's history and head": (lang) => {
    const { history, caseload, nobody, readingRecord } = sideMessages[lang];
    return [history.open({ moment: '18 Nov 2026, 09:00' }), caseload.chosen, nobody, readingRecord];
  },
};

describe.each(['en', 'pt-BR', 'es'] as const)(
  `no sentence that is heard has more than ${SENTENCE_WORDS_MAX} words, %s`,
  (lang) => {
    it.each(Object.entries(HEARD))('on %s', (_surface, heardIn) => {
      const heard = heardIn(lang);
      expect(heard.flatMap(sentences).length).toBeGreaterThan(3);
      expect(longSentences(heard)).toEqual([]);
    });
  },
);
