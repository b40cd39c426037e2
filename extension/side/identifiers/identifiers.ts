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

/** An identifier in a text: `text.slice(from, to)`. */
export interface FoundIdentifier {
  readonly kind: 'name' | 'initials' | 'birthday' | 'email' | 'phone' | 'key';
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
  type Found = Omit<FoundIdentifier, 'text'>;
  const as = (kind: Found['kind'], stretches: readonly Stretch[]): Found[] =>
    stretches.map(({ from, to }) => {
      // The last character may have been folded from several units of the original.
      const last = starts[to - 1] ?? 0;
      const units = Number(text.codePointAt(last)) > 0xffff ? 2 : 1;
      return { kind, from: starts[from] ?? 0, to: last + units };
    });
  const found = [
    ...person.names.flatMap((name) => [
      ...as('name', findNames(folded, name)),
      // Initials are told by their case, so they are looked for in the text itself.
      ...findInitials(text, name).map((stretch) => ({ kind: 'initials' as const, ...stretch })),
    ]),
    ...person.birthdays.flatMap((birthday) => as('birthday', findBirthday(folded, birthday))),
    ...as('email', findEmails(folded, person.emails)),
    ...person.phones.flatMap((phone) => as('phone', findPhone(folded, phone))),
    ...person.keys.flatMap((key) => as('key', [...findKey(folded, key), ...findCode(folded, key)])),
  ];
  const merged: { kind: Found['kind']; from: number; to: number; longest: number }[] = [];
  for (const { kind, from, to } of found.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const before = merged.at(-1);
    const longest = to - from;
    if (!before || from >= before.to) merged.push({ kind, from, to, longest });
    else {
      before.to = Math.max(before.to, to);
      if (longest > before.longest) Object.assign(before, { kind, longest });
    }
  }
  return merged.map(({ kind, from, to }) => ({ kind, from, to, text: text.slice(from, to) }));
}
