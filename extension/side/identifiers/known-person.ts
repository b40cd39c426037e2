import type { Patient } from '@instrument-panel/client/contract';
import type { Identity } from '../../context/context.ts';
import type { KnownPerson } from './identifiers.ts';

const said = (...texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => (text?.trim() ? [text.trim()] : []))),
];

/** All that page and record know of a patient; each may be missing, and both may differ. */
export function knownPerson(identity: Identity | null, record: Patient | null): KnownPerson {
  const recorded = record?.birthday ?? '';
  const at = Date.parse(recorded);
  const days = Number.isNaN(at) ? [] : [recorded.slice(0, 10), new Date(at).toISOString().slice(0, 10)];
  return {
    names: said(identity?.name, [record?.name, record?.surname].filter(Boolean).join(' ')),
    birthdays: said(identity?.birthday, ...days),
    emails: said(identity?.email, record?.email),
    phones: said(identity?.phone, record?.cellphone),
    keys: said(...(identity?.keys ?? []).map(({ value }) => value), record?.serviceId),
  };
}
