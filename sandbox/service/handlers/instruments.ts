import { instrumentJson, LIBRARY, TAGS, tagJson } from '../../library/index.ts';
import { instrumentPdf } from '../../pdf/instrument.ts';
import type { HandlerOf } from '../http/handler.ts';
import { requireInstrument } from '../records/instrument.ts';

export const getInstrument: HandlerOf<'getInstrument'> = ({ path, query, language }) => {
  const instrument = requireInstrument(path.formId);
  const body = instrumentJson(instrument, language);
  if (query.format !== 'pdf') return { body };
  const filename = `${instrument.shortTitle.toLowerCase()}.pdf`;
  return { file: { bytes: instrumentPdf(body, language), mediaType: 'application/pdf', filename } };
};

/** "Returns instruments having any of the tags". */
export const listLibrary: HandlerOf<'listLibrary'> = ({ query, language }) => ({
  body: LIBRARY.filter((instrument) => query.tags?.some((id) => instrument.tags.includes(id)) ?? true).map(
    (instrument) => instrumentJson(instrument, language),
  ),
});

export const listTags: HandlerOf<'listTags'> = ({ language }) => ({
  body: TAGS.map((tag) => tagJson(tag, language)),
});
