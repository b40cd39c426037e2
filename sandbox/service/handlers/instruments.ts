import { instrumentJson, LIBRARY, TAGS, tagJson } from '../../library/index.ts';
import { ServiceError } from '../errors.ts';
import type { HandlerOf } from '../http/handler.ts';
import { requireInstrument } from '../records/instrument.ts';

export const getInstrument: HandlerOf<'getInstrument'> = ({ path, query, language }) => {
  const instrument = requireInstrument(path.formId);
  if (query.format === 'pdf') {
    throw new ServiceError(501, 'NOT_IMPLEMENTED', 'The sandbox does not write instruments as PDF yet.');
  }
  return { body: instrumentJson(instrument, language) };
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
