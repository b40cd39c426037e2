import { expect, it } from 'vitest';
import { addressOf, addressSource, kindOf, offerAddressKeys, orderOf } from './draft.ts';

it.each([
  ['Ana Souza', null, 'name'],
  ['Ana Souza', 'Patient', 'name'],
  ['4821-0937', null, 'key'],
  ['4821', 'Prontuário', 'key'],
  ['12/03/1980', null, 'birthday'],
  ['12 de março de 1980', 'Nascimento', 'birthday'],
  ['ana@clinic.example', null, 'email'],
  ['(11) 98765-4321', null, 'phone'],
  ['98765', 'Telefone', 'phone'],
  ['118204', 'MRN', 'key'],
  ['118204', 'Nº', 'key'],
  ['Ana Souza', 'Nome', 'name'],
  ['Ana Souza', 'Nome completo', 'name'],
  ['4821', 'Patient ID', 'key'],
  ['4821', 'Historia clínica', 'key'],
  ['12 de marzo de 1980', 'Fecha de nacimiento', 'birthday'],
  ['23/04/1980', 'D.O.B.', 'birthday'],
] as const)('takes %s with the label %s for a %s', (text, label, kind) => {
  expect(kindOf(text, label)).toBe(kind);
});

it.each([
  ['23/04/1980', 'dmy'],
  ['04/23/1980', 'mdy'],
  ['1980-04-23', 'ymd'],
  ['23 Apr 1980', 'ymd'],
  // Both are possible: a person has to say.
  ['03/04/1980', null],
] as const)('knows the order of %s: %s', (text, order) => {
  expect(orderOf(text)).toBe(order);
});

const at = (address: string): URL => new URL(address, 'https://ehr.example');

it.each([
  ['/patients/77/notes', { part: 'path', pattern: '^/patients/(\\d+)(?:/|$)' }],
  ['/chart?tab=1&pid=77', { part: 'query', name: 'pid' }],
  ['/app#/patient/77', { part: 'fragment', pattern: '^/patient/(\\d+)(?:/|$)' }],
  ['/app#/chart?pid=77', { part: 'fragment', name: 'pid' }],
  ['/app#pid=77', { part: 'fragment', name: 'pid' }],
] as const)('finds the key in %s', (address, source) => {
  expect(addressSource('77', at(address))).toEqual({ kind: 'key', from: 'url', ...source });
});

it('finds no key where the address holds another number', () => {
  expect(addressSource('77', at('/patients/778?p=177#/x/7'))).toBeNull();
});

it('keeps what belongs to one patient out of the address of a page', () => {
  expect(addressOf(at('/patients/4821/Ana/notes?x=4821#/tab/9'), ['Ana'])).toEqual({
    url: { path: '^/patients/\\d+(?:/|$)', fragment: '^/tab/\\d+(?:/|$)' },
  });
  expect(addressOf(at('/'), [])).toEqual({});
});

it.each([
  ['/patients/4821/notes', '/patients/77/visits/9'],
  ['/chart/notes?pid=77', '/chart/labs?pid=78'],
  ['/p/k9-31/a', '/p/m2-07/b'],
])('takes one address for all tabs of all charts: %s, %s', (one, other) => {
  const { url } = addressOf(at(one), []);
  expect(url).toEqual(addressOf(at(other), []).url);
  expect(at(other).pathname).toMatch(new RegExp(url?.path ?? '', 'u'));
});

it('offers the parts of an address that may be the key, what follows a word for a patient first, and never alone', () => {
  const confirm = ['name', 'birthday'];
  const common = { kind: 'key', from: 'url', confirm };
  expect(offerAddressKeys(at('/visits/17/notes?tab=labs&pid=4821'))).toEqual([
    { ...common, part: 'query', name: 'pid' },
    { ...common, part: 'path', pattern: '^/visits/(\\d+)(?:/|$)' },
  ]);
  expect(offerAddressKeys(at('/chart/notes'))).toEqual([]);
});
