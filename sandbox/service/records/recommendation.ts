import { BASE_PATH, encodePath, getInstrument } from '@instrument-panel/client/contract';
import { findInstrument } from '../../library/index.ts';
import { instrumentJson } from '../../library/json.ts';
import { type SandboxLanguage, serviceMessages } from '../../words/index.ts';
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

/** The fields that a recommendation has in its reply and in the history. */
export function recommendationJson(
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
