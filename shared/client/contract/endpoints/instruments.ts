import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { tagIds, text } from '../param.ts';
import { Instrument, Tag } from '../resources/instrument.ts';
import { getInstrumentSummary } from './summaries.ts';

/** An instrument with its questions, options, subscales and ranges; as PDF with `format=pdf`. */
export const getInstrument = endpoint('getInstrument', {
  ...getInstrumentSummary,
  summary: 'Read an instrument',
  action: 'read',
  patient: { at: 'none' },
  access: { professional: 'any', patient: 'any', operations: 'any' },
  query: { format: text },
  binary: 'application/pdf',
  response: Instrument,
});

/** Public library instruments having any of the tags; not paginated. */
export const listLibrary = endpoint('listLibrary', {
  path: '/forms/library',
  summary: 'List the instruments of the library',
  query: { tags: tagIds },
  response: z.array(Instrument),
  action: 'read',
  patient: { at: 'none' },
  access: { professional: 'any', patient: 'deny', operations: 'any' },
});

/** All tags of the library; not paginated. */
export const listTags = endpoint('listTags', {
  path: '/forms/tags',
  summary: 'List the tags of the library',
  response: z.array(Tag),
  action: 'read',
  patient: { at: 'none' },
  access: { professional: 'any', patient: 'deny', operations: 'any' },
});
