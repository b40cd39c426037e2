import { compareBirthdays } from './birthday.ts';
import { compareNames } from './name.ts';
import { comparePhones } from './phone.ts';

/** What a person is recognised by, the name first. */
export const IDENTIFIER_KINDS = ['name', 'birthday', 'email', 'phone'] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

/** What the EHR says of a person. */
export interface Identifiers {
  readonly name?: string | undefined;
  readonly surname?: string | undefined;
  /** `YYYY-MM-DD`. */
  readonly birthday?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
}

/** What the service's record says of them; null where it says nothing that can be compared. */
export interface RecordedIdentifiers {
  /** Name and surname. */
  readonly name: string | null;
  /** RFC 3339. */
  readonly birthday: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

/** Where what was given and what is recorded agree and contradict; a kind in neither could not be compared. */
export interface Comparison {
  readonly agreed: readonly IdentifierKind[];
  readonly contradicted: readonly IdentifierKind[];
}

type Compare = (given: string, recorded: string) => 'agrees' | 'contradicts' | 'unknown';

const plainEmail = (email: string): string => email.normalize('NFC').trim().toLowerCase();

const COMPARE: Readonly<Record<IdentifierKind, Compare>> = {
  name: compareNames,
  birthday: compareBirthdays,
  email: (given, recorded) => (plainEmail(given) === plainEmail(recorded) ? 'agrees' : 'contradicts'),
  phone: comparePhones,
};

/** Name and surname as one. */
const given = (identifiers: Identifiers, kind: IdentifierKind): string | undefined =>
  kind === 'name'
    ? [identifiers.name, identifiers.surname].filter((part) => part !== undefined).join(' ')
    : identifiers[kind];

/** Compares kind by kind what the EHR gives with what the service has. */
export function compareIdentifiers(identifiers: Identifiers, recorded: RecordedIdentifiers): Comparison {
  const agreed: IdentifierKind[] = [];
  const contradicted: IdentifierKind[] = [];
  for (const kind of IDENTIFIER_KINDS) {
    const [one, other] = [given(identifiers, kind)?.trim(), recorded[kind]?.trim()];
    if (!one || !other) continue;
    const result = COMPARE[kind](one, other);
    if (result === 'agrees') agreed.push(kind);
    if (result === 'contradicts') contradicted.push(kind);
  }
  return { agreed, contradicted };
}

/** Recognised: the name and at least one further identifier agree (docs/decisions/0015-context-lock.md). */
export const isRecognised = ({ agreed }: Comparison): boolean =>
  agreed.includes('name') && agreed.length >= 2;
