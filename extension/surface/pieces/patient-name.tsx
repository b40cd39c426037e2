import type { Patient } from '@instrument-panel/client/contract';
import { instant, useSpeech } from '../speech.ts';

/** Name and surname as the record has them; empty where it has none. */
export const formatPatientName = ({ name, surname }: Pick<Patient, 'name' | 'surname'>): string =>
  [name, surname]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ');

/** The patient, with the birthday: the second thing that tells one from another. */
export function PatientName({ patient }: { readonly patient: Patient }) {
  const { words, birthday } = useSpeech();
  const born = instant(patient.birthday);
  return (
    <p class="person">
      <strong>{formatPatientName(patient) || words.unnamed}</strong>
      {', '}
      <span>{born === null ? words.bornUnknown : words.born(birthday(born))}</span>
    </p>
  );
}
