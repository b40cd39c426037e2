import type { IdentifierKind } from '../profile/profile.ts';
import { birthdayIn } from '../site/day.ts';

/** Words of labels in English, Portuguese and Spanish. */
const WORDS: readonly (readonly [IdentifierKind, RegExp])[] = [
  ['birthday', /birth|born|d\.?o\.?b|nascimento|nasc|nacimiento|nac\b/i],
  ['email', /e-?mail|correo/i],
  ['phone', /phone|mobile|cell|tel|fone|celular|whats/i],
  [
    'key',
    /mrn|record|chart|patient (?:id|no|number)|\bid\b|prontu[aá]rio|registro|matr[ií]cula|historia|expediente|n[º°o.]/i,
  ],
  ['name', /name|nome|nombre|patient|paciente/i],
];

/** The order of day and month in a birthday in figures; null where its own figures leave both open. */
export function orderOf(text: string): 'ymd' | 'dmy' | 'mdy' | null {
  const orders = (['ymd', 'dmy', 'mdy'] as const).filter((order) => birthdayIn(text, order) !== null);
  // With the month's name, or the year first, every order reads it.
  return orders.length === 3 ? 'ymd' : orders.length === 1 ? (orders[0] ?? null) : null;
}

/** What an identifier may be, by its label and its form. */
export function kindOf(text: string, label: string | null): IdentifierKind {
  const named = label === null ? undefined : WORDS.find(([, words]) => words.test(label));
  if (/\S@\S+\.\S/.test(text)) return 'email';
  if (named) return named[0];
  if (birthdayIn(text, 'dmy') ?? birthdayIn(text, 'mdy')) return 'birthday';
  // A number in parts is as well a record's, unless it is written as only phones are.
  if (/^[+(][\d ()./-]{8,20}$/.test(text)) return 'phone';
  return /\d/.test(text) ? 'key' : 'name';
}
