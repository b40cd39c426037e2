/**
 * Text as FHIR R4 takes it (data type `string`: at least one character, and no blanks but space, tab and line
 * ends); null where nothing is left.
 */
export function fhirText(text: string | null | undefined): string | null {
  const plain = (text ?? '').replace(/[^\S \r\n\t]/g, ' ').trim();
  return plain === '' ? null : plain;
}
