import type { Patient } from '@instrument-panel/client/contract';
import type { Identity } from '../../context/context.ts';
import { findBirthday, findCode, findEmails, findKey, findPhone } from './figures.ts';
import { findInitials, findNames, foldWithPlaces, type Stretch } from './names.ts';

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

/** Identifiers of a patient from the page and from the service's record, each as it is written there. */
export interface KnownPerson {
  readonly names: readonly string[];
  /** `YYYY-MM-DD`. */
  readonly birthdays: readonly string[];
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  /** Numbers of the patient in the EHR and in the service. */
  readonly keys: readonly string[];
}

/** Kind of an identifier that was found in a text. */
export type FoundKind = 'name' | 'initials' | 'birthday' | 'email' | 'phone' | 'key';

/** An identifier in a text: `text.slice(from, to)`. */
export interface FoundIdentifier {
  readonly kind: FoundKind;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * The patient's own identifiers in a free text, by their places; where two overlap, they are one, of the kind of
 * the longer. "Must not contain data that identify the patient" (docs/service.md#recommendations).
 *
 * Found are parts of the name of three letters or more as whole words, initials, the birthday in any usual form,
 * any e-mail address, the phone with any punctuation, record numbers and four digits of them or more. What is not
 * known of the patient cannot be found: a text without findings is not thereby anonymous.
 */
export function findIdentifiers(text: string, person: KnownPerson): FoundIdentifier[] {
  const { text: folded, starts } = foldWithPlaces(text);
  const found: { kind: FoundKind; from: number; to: number }[] = [];
  const add = (kind: FoundKind, stretches: readonly Stretch[]): void => {
    for (const { from, to } of stretches) {
      // The last character may have been folded from several units of the original.
      const end = [...text.slice(starts[to - 1] ?? 0)][0]?.length ?? 1;
      found.push({ kind, from: starts[from] ?? 0, to: (starts[to - 1] ?? 0) + end });
    }
  };
  for (const name of person.names) {
    add('name', findNames(folded, name));
    for (const { from, to } of findInitials(text, name)) found.push({ kind: 'initials', from, to });
  }
  for (const birthday of person.birthdays) add('birthday', findBirthday(folded, birthday));
  add('email', findEmails(folded, person.emails));
  for (const phone of person.phones) add('phone', findPhone(folded, phone));
  for (const key of person.keys) {
    add('key', findKey(folded, key));
    add('key', findCode(folded, key));
  }
  const merged: { kind: FoundKind; from: number; to: number; longest: number }[] = [];
  for (const { kind, from, to } of found.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const before = merged.at(-1);
    if (!before || from >= before.to) merged.push({ kind, from, to, longest: to - from });
    else {
      before.to = Math.max(before.to, to);
      if (to - from > before.longest) {
        before.kind = kind;
        before.longest = to - from;
      }
    }
  }
  return merged.map(({ kind, from, to }) => ({ kind, from, to, text: text.slice(from, to) }));
}
