import type { ServicePatient } from '../mapping/clinic.fixture.ts';

/** A line of the planted file, with what is true of it. */
export interface PlantedRow {
  readonly key: string;
  readonly name: string;
  readonly birthday: string;
  readonly email: string;
  readonly phone: string;
  /** The patient whose key it is; null for one whom the service lacks. */
  readonly truth: string | null;
  readonly isCertain: boolean;
}

const FIRST = 'Ana Eva Rui Bruno Carla Davi Elisa Fábio Gisele Heitor Iara João Kátia Luís Marta Nuno'.split(
  ' ',
);
const MIDDLE = 'Lima Reis Souza Nunes Prado Rocha Melo Costa Braga Leal Viana Moura'.split(' ');
const LAST =
  'Alves Barros Campos Duarte Esteves Farias Gomes Horta Ibarra Jardim Klein Lopes Matos Neves'.split(' ');

const uuid = (at: number): string => `aaaaaaaa-aaaa-4aaa-8aaa-${String(at).padStart(12, '0')}`;

const toDay = (at: number): string =>
  new Date(Date.UTC(1950, 0, 1) + ((at * 7_919) % 20_000) * 86_400_000).toISOString().slice(0, 10);

/**
 * A clinic of so many patients and its list, the same at each call. Of every 20 patients: 12 stated alike (six of them with
 * accents, order or country code written otherwise), a pair of twins with one phone, two namesakes of which the birthday
 * tells, a namesake pair that only the e-mail tells and whose line has none, a mistyped name, and a mistyped birthday. Lines
 * of patients whom the service lacks, some of them namesakes of others, follow.
 */
export function plantClinic(count: number): {
  readonly patients: ServicePatient[];
  readonly rows: PlantedRow[];
} {
  const patients: ServicePatient[] = [];
  const rows: PlantedRow[] = [];
  for (let at = 0; at < count; at += 1) {
    const [place, group] = [at % 20, Math.floor(at / 20)];
    // Namesakes and twins take facts of the one before them.
    const before = patients.at(-1);
    const first = FIRST[at % FIRST.length] ?? '';
    const own = `${MIDDLE[group % MIDDLE.length]} ${LAST[Math.floor(at / 7) % LAST.length]}`;
    const isTwin = place === 13;
    const isNamesake = place === 15 || place === 17;
    const name = isNamesake ? (before?.name ?? '') : first;
    const surname = isTwin || isNamesake ? (before?.surname ?? '') : `${own} ${toRoman(group)}`;
    const birthday = isTwin || place === 17 ? (before?.birthday ?? '') : `${toDay(at)}T00:00:00Z`;
    const digits = `119${String(10_000_000 + at)}`;
    const cellphone = isTwin ? (before?.cellphone ?? '') : `+55${digits}`;
    const patient = {
      serviceId: uuid(at),
      name,
      surname,
      birthday,
      email: `p${at}@clinic.example`,
      cellphone,
    };
    patients.push(patient);
    rows.push(toPlantedRow(patient, at, place));
    if (place === 19) rows.push(toStranger(patient, at));
  }
  return { patients, rows };
}

/** Letters that make the surnames of a group its own, far from those of the next. */
const toRoman = (group: number): string =>
  [...String(group)]
    .map((digit) => ['ba', 'ce', 'di', 'fo', 'gu', 'hy', 'ja', 'ke', 'li', 'mo'][Number(digit)])
    .join('');

function toPlantedRow(patient: Required<ServicePatient>, at: number, place: number): PlantedRow {
  const { name, surname, email } = patient;
  const phone = patient.cellphone ?? '';
  const row = {
    key: `K-${at}`,
    name: `${name} ${surname}`,
    birthday: (patient.birthday ?? '').slice(0, 10),
    email: email ?? '',
    phone,
    truth: patient.serviceId,
    isCertain: true,
  };
  if (place < 2) return { ...row, name: `${surname?.toUpperCase()}, ${name}`, email: '' };
  if (place < 4) return { ...row, name: row.name.normalize('NFD').replace(/\p{M}/gu, ''), phone: '' };
  if (place < 6) return { ...row, phone: phone.replace('+55', '0'), email: '' };
  if (place === 12 || place === 13) return { ...row, email: '' };
  if (place === 16 || place === 17) return { ...row, email: '', phone: '', isCertain: false };
  if (place === 18) return { ...row, name: row.name.replace(/(.)(.)$/, '$2$1$1'), isCertain: false };
  if (place === 19) return { ...row, birthday: toDay(at + 1), isCertain: false };
  return row;
}

/** A namesake of a patient whom the service lacks: of another day, and with another phone. */
const toStranger = ({ name, surname }: Required<ServicePatient>, at: number): PlantedRow => ({
  key: `S-${at}`,
  name: `${name} ${surname}`,
  birthday: toDay(at + 2),
  email: `s${at}@other.example`,
  phone: `+5521${String(80_000_000 + at)}`,
  truth: null,
  isCertain: false,
});

export const toCsv = (rows: readonly PlantedRow[]): string =>
  ['key,name,birthday,email,phone', ...rows.map(toLine)].join('\n');

const toLine = ({ key, name, birthday, email, phone }: PlantedRow): string =>
  [key, `"${name}"`, birthday, email, phone].join(',');
