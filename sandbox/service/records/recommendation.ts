import {
  BASE_PATH,
  encodePath,
  getInstrument,
  type Recommendation,
  type RecommendationHistory,
} from '@instrument-panel/client/contract';
import { findInstrument } from '../../library/index.ts';
import { instrumentJson } from '../../library/json.ts';
import { type SandboxLanguage, serviceMessages } from '../../words/index.ts';
import { iso } from '../clock.ts';
import type { ServiceContext } from '../service.ts';

/** A row of `recommendation`. */
export interface RecommendationRow {
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

function fieldsJson(service: ServiceContext, row: RecommendationRow, language: SandboxLanguage) {
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

/** The reply to a request for a recommendation. */
export const recommendationJson = (
  service: ServiceContext,
  row: RecommendationRow,
  language: SandboxLanguage,
): Recommendation => ({ ...fieldsJson(service, row, language), audit_log_id: row.id });

/** Converts a row into an entry of the history. */
export const historyItemJson = (
  service: ServiceContext,
  row: RecommendationRow,
  language: SandboxLanguage,
): RecommendationHistory['items'][number] => ({
  ...fieldsJson(service, row, language),
  id: row.id,
  case_text: row.caseText,
  created_at: iso(row.createdAt),
});
