import { afterEach, expect, it } from 'vitest';
import { readAudit } from '../audit/verify.ts';
import { eachStorage } from '../fixtures/storages.ts';
import { OTHER_PROFESSIONAL, PROFESSIONAL } from '../fixtures/world.ts';
import { askMapping, type ServicePatient, startClinic } from './clinic.fixture.ts';

const ANA = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const EVA = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb';
const LOOKUP = 'POST /patients/lookup';
const RESOLVE = 'POST /patients/resolve';
const people = (): ServicePatient[] => [
  { serviceId: ANA, name: 'Ana Lima', birthday: '1990-01-02T00:00:00Z' },
  { serviceId: EVA, name: 'Eva Reis', birthday: '1985-06-07T00:00:00Z' },
];

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const { close } of open.splice(0)) await close();
});

eachStorage('looking up the keys of a list', ({ fresh, again }) => {
  const start = async () => {
    const clinic = await startClinic(fresh(), people());
    open.push(clinic);
    await askMapping(clinic, RESOLVE, { key: 'k-ana', name: 'Ana Lima', birthday: '1990-01-02' });
    await askMapping(clinic, RESOLVE, {
      system: 'lab',
      key: 'k-eva',
      name: 'Eva Reis',
      birthday: '1985-06-07',
    });
    return clinic;
  };

  it('gives the linked patients in the order of the keys, and null for all others', async () => {
    const clinic = await start();
    const keys = [
      { key: 'k-none' },
      { system: 'lab', key: 'k-eva' },
      { key: 'k-eva' },
      { key: ' k-ana ' },
      { system: 'lab', key: 'k-ana' },
    ];
    clinic.service.requests.splice(0);
    expect(await askMapping(clinic, LOOKUP, { keys })).toMatchObject({
      status: 200,
      body: { patients: [null, EVA, null, ANA, null] },
    });
    expect(clinic.service.requests).toEqual([]);
  });

  it('links nobody and writes nothing down, also for keys whose patients could be recognised', async () => {
    const clinic = await start();
    const before = await readAudit(await again());
    await askMapping(clinic, LOOKUP, { keys: [{ key: 'k-new' }] });
    expect(await askMapping(clinic, LOOKUP, { keys: [{ key: 'k-new' }] })).toMatchObject({
      body: { patients: [null] },
    });
    expect(await readAudit(await again())).toEqual(before);
  });

  it('says whether the patient who was recognised in a row is free to be linked, and links them not', async () => {
    const clinic = await start();
    const before = await readAudit(await again());
    const keys = [
      { key: 'k-new', patientId: EVA.toUpperCase() },
      { key: 'k-new', patientId: ANA },
      { key: 'k-ana', patientId: EVA },
      { system: 'lab', key: 'k-new', patientId: EVA },
      { system: 'lab', key: 'k-new', patientId: ANA },
      { key: 'k-new' },
    ];
    const free = [true, false, false, false, true, false];
    for (let time = 0; time < 2; time++)
      expect(await askMapping(clinic, LOOKUP, { keys })).toMatchObject({ body: { free } });
    // That they have no key yet is said of the two, and nothing but that they were told of is written.
    const rows = (await readAudit(await again())).slice(before.length);
    expect(rows.map(({ entry }) => [entry?.route, entry?.ids.patientIds])).toEqual(
      Array(2).fill([LOOKUP, [ANA, EVA]]),
    );
    // Who may link nobody is not told what others are linked to.
    for (const claims of [{ pat: [EVA, ANA] }, { ops: ['read' as const] }]) {
      const answer = await askMapping(clinic, LOOKUP, { keys }, claims);
      expect(answer).toMatchObject({ body: { free: keys.map(() => false) } });
    }
  });

  it('tells a narrowed token only of its patients, and a colleague of none', async () => {
    const clinic = await start();
    const keys = [{ key: 'k-ana' }, { system: 'lab', key: 'k-eva' }];
    expect(await askMapping(clinic, LOOKUP, { keys }, { pat: [EVA] })).toMatchObject({
      body: { patients: [null, EVA] },
    });
    expect(await askMapping(clinic, LOOKUP, { keys }, { pro: OTHER_PROFESSIONAL })).toMatchObject({
      body: { patients: [null, null] },
    });
    const operations = { role: 'operations' as const };
    expect(await askMapping(clinic, LOOKUP, { keys }, operations)).toMatchObject({ status: 400 });
    expect(
      await askMapping(clinic, LOOKUP, { keys, professionalId: PROFESSIONAL }, operations),
    ).toMatchObject({ body: { patients: [ANA, EVA] } });
  });
});

it.each<[string, object, object, number, string]>([
  ['none', { keys: [] }, {}, 400, 'VALIDATION_ERROR'],
  [
    'over 500',
    { keys: Array.from({ length: 501 }, (_, at) => ({ key: `${at}` })) },
    {},
    400,
    'VALIDATION_ERROR',
  ],
  ['an empty key', { keys: [{ key: ' ' }] }, {}, 400, 'VALIDATION_ERROR'],
  ['a patient who is no UUID', { keys: [{ key: 'a', patientId: 'Ana' }] }, {}, 400, 'VALIDATION_ERROR'],
  ['a name beside the key', { keys: [{ key: 'a', name: 'Ana' }] }, {}, 400, 'VALIDATION_ERROR'],
  ['a token that may not read', { keys: [{ key: 'a' }] }, { ops: ['apply'] }, 403, 'FORBIDDEN'],
])('refuses a lookup of %s', async (_, body, claims, status, code) => {
  const clinic = await startClinic({ file: ':memory:' }, people());
  open.push(clinic);
  const answer = await askMapping(clinic, LOOKUP, body, claims);
  expect(answer).toMatchObject({ status, body: { code } });
  expect(answer.text).not.toMatch(/Ana/);
});
