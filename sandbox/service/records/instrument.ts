import type { InstrumentReference } from '@instrument-panel/client/contract';
import type * as z from 'zod/mini';
import { findInstrument, type InstrumentDefinition } from '../../library/index.ts';
import type { SandboxLanguage } from '../../words/index.ts';
import { notFound } from '../errors.ts';

/** @throws ServiceError 404 where the library has no such instrument. */
export function requireInstrument(id: string): InstrumentDefinition {
  const instrument = findInstrument(id);
  if (!instrument) throw notFound('instrument');
  return instrument;
}

/** The instrument as applications and submissions name it; null for one that has left the library. */
export function instrumentReference(
  id: string,
  language: SandboxLanguage,
): z.infer<typeof InstrumentReference> | null {
  const instrument = findInstrument(id);
  if (!instrument) return null;
  return { templateId: instrument.id, title: instrument.title[language], shortTitle: instrument.shortTitle };
}
