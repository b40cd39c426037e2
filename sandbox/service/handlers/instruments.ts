import { TAGS, type TagName } from '../../library/define.ts';
import { LIBRARY } from '../../library/index.ts';
import { instrumentJson, tagJson } from '../../library/json.ts';
import { instrumentPdf } from '../../pdf/instrument.ts';
import { iso } from '../clock.ts';
import { validationError } from '../errors.ts';
import type { Handlers } from '../http/handler.ts';
import { identifyingParts } from '../recommendation/identifying.ts';
import { fold, recommendationText, suggestInstruments } from '../recommendation/rules.ts';
import { requireInstrument } from '../records/application.ts';
import { findPatients } from '../records/patient.ts';
import { type RecommendationRow, recommendationJson } from '../records/recommendation.ts';

/** Handlers of instruments and recommendations. */
export const instrumentHandlers = {
  getInstrument: ({ path, query, language }) => {
    const instrument = requireInstrument(path.formId);
    const body = instrumentJson(instrument, language);
    if (query.format !== 'pdf') return { body };
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
      searchText: fold(`${caseText} ${text}`),
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
    const values = [path.professionalId, fold(search)];
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
