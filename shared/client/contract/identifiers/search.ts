import {
  compareIdentifiers,
  type IdentifierKind,
  type Identifiers,
  isRecognised,
  type RecordedIdentifiers,
} from './identifiers.ts';

/** A record of the service, as far as a person is recognised by it. */
export interface PatientRecord extends RecordedIdentifiers {
  /** UUID; null where the record has none that can be used. */
  readonly patientId: string | null;
}

/**
 * What a search among a professional's patients finds:
 * - `one`: exactly one record is recognised and contradicted by nothing;
 * - `many`: more than one is, so that it is not known which;
 * - `contradicted`: one would be recognised, were it not for the kinds that contradict;
 * - `none`.
 */
export type Found =
  | { readonly kind: 'one'; readonly patientId: string; readonly agreed: readonly IdentifierKind[] }
  | { readonly kind: 'contradicted'; readonly kinds: readonly IdentifierKind[] }
  | { readonly kind: 'many' | 'none' };

/** Looks for the person whom the identifiers describe; never by the name alone. */
export function searchPatients(identifiers: Identifiers, records: readonly PatientRecord[]): Found {
  const recognised = records
    .map(({ patientId, ...recorded }) => ({ patientId, ...compareIdentifiers(identifiers, recorded) }))
    .filter(isRecognised);
  const [match, ...others] = recognised.filter(({ contradicted }) => contradicted.length === 0);
  if (match) {
    if (others.length > 0 || match.patientId === null) return { kind: 'many' };
    return { kind: 'one', patientId: match.patientId, agreed: match.agreed };
  }
  const kinds = [...new Set(recognised.flatMap(({ contradicted }) => contradicted))];
  return kinds.length > 0 ? { kind: 'contradicted', kinds } : { kind: 'none' };
}
