import { BASE_PATH, encodePath, getInstrument } from '@instrument-panel/client/contract';
import { TAGS, type TagName } from '../../library/define.ts';
import { findInstrument, LIBRARY } from '../../library/index.ts';
import { instrumentJson, tagJson } from '../../library/json.ts';
import { type SandboxLanguage, serviceMessages } from '../../words/index.ts';
import { iso } from '../clock.ts';
import { validationError } from '../errors.ts';
import type { Handlers } from '../http/handler.ts';
import { identifyingParts } from '../recommendation/identifying.ts';
import { normalizeText, recommendationText, suggestInstruments } from '../recommendation/rules.ts';
import { requireInstrument } from '../records/application.ts';
import { findPatients } from '../records/patient.ts';
import type { ServiceContext } from '../service.ts';

interface RecommendationRow {
  readonly id: number;
  readonly professionalId: string;
  readonly caseText: string;
  /** In the language of the request. */
  readonly recommendationText: string;
  /** Both texts, folded, for the search. */
  readonly searchText: string;
  /** JSON: `[{id, score}]`. */
  readonly instruments: string;
  readonly createdAt: number;
}

/** The fields that a recommendation has in its reply and in the history. */
function recommendationJson(
  service: ServiceContext,
  row: Pick<RecommendationRow, 'instruments' | 'recommendationText'>,
  language: SandboxLanguage,
) {
  const stored = JSON.parse(row.instruments) as readonly { readonly id: string; readonly score: number }[];
  const used = stored.flatMap(({ id, score }) => {
    const definition = findInstrument(id);
    return definition ? [{ score, ...instrumentJson(definition, language) }] : [];
  });
  return {
    mode: 'library',
    recommendation_text: row.recommendationText,
    actions: used.map(({ id, title, shortTitle }) => ({
      label: serviceMessages[language].recommendation.apply({ shortTitle: shortTitle ?? title }),
      type: 'apply',
      payload: { formTemplateId: id },
    })),
    used_instruments: used.map((instrument) => ({
      id: instrument.id,
      title: instrument.title,
      shortTitle: instrument.shortTitle,
      formattedTitle: instrument.formattedTitle,
      instrumentType: instrument.instrumentType,
      url: `${service.publicUrl}${BASE_PATH}${encodePath(getInstrument, { formId: instrument.id })}`,
      score: instrument.score,
      tags: (instrument.tags ?? []).map(({ name }) => name),
    })),
  };
}

export const instrumentHandlers = {
  getInstrument: async ({ path, query, language }) => {
    const instrument = requireInstrument(path.formId);
    const body = instrumentJson(instrument, language);
    if (query.format !== 'pdf') return { body };
    // Loaded when a document is asked for: it is a third of what the whole sandbox takes to load.
    const { instrumentPdf } = await import('../../pdf/instrument.ts');
    const filename = `${instrument.shortTitle.toLowerCase()}.pdf`;
    return { file: { bytes: instrumentPdf(body, language), mediaType: 'application/pdf', filename } };
  },

  /** "Returns instruments having any of the tags". */
  listLibrary: ({ query, language }) => ({
    body: LIBRARY.filter(
      ({ tags }) => !query.tags || tags.some((tag) => query.tags?.includes(TAGS[tag].id)),
    ).map((instrument) => instrumentJson(instrument, language)),
  }),

  listTags: ({ language }) => ({
    body: (Object.keys(TAGS) as TagName[]).map((tag) => tagJson(tag, language)),
  }),

  /** Suggests instruments for a case, by rules; "must not contain data that identify the patient". */
  recommendInstruments: ({ service, path, body, language }) => {
    const { store, clock } = service;
    const { professionalId } = path;
    const caseText = body.case_text;
    const parts = identifyingParts(caseText, findPatients(store, professionalId));
    if (parts.length > 0) {
      throw validationError(`case_text: must not identify a patient; leave out ${parts.join(' and ')}.`);
    }
    const result = suggestInstruments(caseText);
    const text = recommendationText(result, language);
    const row = {
      professionalId,
      caseText,
      recommendationText: text,
      searchText: normalizeText(`${caseText} ${text}`),
      instruments: JSON.stringify(
        result.suggestions.map(({ instrument, score }) => ({ id: instrument.id, score })),
      ),
      createdAt: clock.now(),
    };
    const id = store.insert('recommendation', row);
    return { body: { ...recommendationJson(service, row, language), audit_log_id: id } };
  },

  /** Earlier recommendations, newest first. */
  listRecommendations: ({ service, path, query, language }) => {
    const { page = 1, page_size = 10, search = '' } = query;
    const conditions = 'professionalId = ? AND instr(searchText, ?) > 0';
    // Every text holds the empty one.
    const values = [path.professionalId, normalizeText(search)];
    const counted = service.store.one<{ readonly total: number }>(
      `SELECT count(*) AS total FROM recommendation WHERE ${conditions}`,
      ...values,
    );
    const total = counted?.total ?? 0;
    const rows = service.store.all<RecommendationRow>(
      `SELECT * FROM recommendation WHERE ${conditions} ORDER BY id DESC LIMIT ? OFFSET ?`,
      ...values,
      page_size,
      Math.min((page - 1) * page_size, Number.MAX_SAFE_INTEGER),
    );
    return {
      body: {
        items: rows.map((row) => ({
          ...recommendationJson(service, row, language),
          id: row.id,
          case_text: row.caseText,
          created_at: iso(row.createdAt),
        })),
        page,
        page_size,
        total,
        total_pages: Math.ceil(total / page_size),
      },
    };
  },
} satisfies Partial<Handlers>;
