import { PROFESSIONAL } from '../fixtures/world.ts';
import type { Storage } from '../storage/storage.ts';
import { MAPPING_KEY, type ServicePatient } from './clinic.fixture.ts';
import { createLinkHasher } from './mapping-call.ts';

export const ANA = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
export const EVA = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb';
export const RUI = 'cccccccc-cccc-4ccc-8ccc-cccccccccccc';

/** Three patients of a professional. */
export const threePatients = (): ServicePatient[] => [
  {
    serviceId: ANA,
    name: 'Ana',
    surname: 'Lima',
    birthday: '1990-01-02T00:00:00Z',
    email: 'ana@home.example',
  },
  {
    serviceId: EVA,
    name: 'Eva',
    surname: 'Reis',
    birthday: '1985-06-07T00:00:00Z',
    cellphone: '+5511987654321',
  },
  {
    serviceId: RUI,
    name: 'Rui',
    surname: 'Melo',
    birthday: '1970-03-04T00:00:00Z',
    email: 'rui@home.example',
  },
];

export const HEAD = 'key,name,birthday,email,phone';
export const ANAS = 'K1,"LIMA, Ána",1990-01-02,Ana@home.example,';
export const EVAS = 'K2,Eva Reis,1985-06-07,,11987654321';
/** Nothing disagrees, and a contact is not stated. */
export const RUIS = 'K3,Rui Melo,1970-03-04,,';
export const listOf = (...lines: readonly string[]): string => [HEAD, ...lines].join('\n');

/** The patients that keys are linked to in a storage; null for none. */
export async function readLinks(
  storage: Storage,
  keys: readonly string[],
  { professionalId = PROFESSIONAL, system = '' } = {},
) {
  const hasher = createLinkHasher(MAPPING_KEY);
  const links = keys.map((key) => hasher.keyOf(professionalId, system, key));
  const patients: (string | null)[] = [];
  for (let at = 0; at < links.length; at += 400)
    patients.push(...(await storage.mapping.findAll(links.slice(at, at + 400))));
  return { links, patients };
}
