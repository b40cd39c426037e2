import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it, test } from 'vitest';
import { ErrorResponse } from '../../shared/client/contract/index.ts';
import { readAudit } from '../audit/verify.ts';
import { eachStorage, runSql } from '../fixtures/storages.ts';
import { OTHER_PROFESSIONAL, PROFESSIONAL, startWorld, tokenFor } from '../fixtures/world.ts';
import { askMapping, type Clinic, EHR_KEY, type ServicePatient, startClinic } from './clinic.fixture.ts';

const ANA = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa';
const OTHER_ANA = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb';
const RESOLVE = 'POST /patients/resolve';
const UNLINK = 'DELETE /patients/link';

/** Two of nearly the same name, born on two days that differ by the order of their digits. */
const anas = (): ServicePatient[] => [
  {
    serviceId: ANA,
    name: 'Ana',
    surname: 'Lima',
    birthday: '1990-01-02T00:00:00Z',
    email: 'ana@clinic.example',
  },
  { serviceId: OTHER_ANA, name: 'Ana', surname: 'Lima', birthday: '1990-02-01T00:00:00Z', email: null },
];
const JANUARY = { key: EHR_KEY, name: 'ana  líma', birthday: '1990-01-02' };

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const { close } of open.splice(0)) await close();
});

eachStorage('resolving an EHR key', ({ fresh, again }) => {
  const start = async (patients = anas()): Promise<Clinic> => {
    const clinic = await startClinic(fresh(), patients);
    open.push(clinic);
    return clinic;
  };

  it('links the only patient who agrees in name and birthday, and finds the link again', async () => {
    const clinic = await start();
    const linked = { status: 'linked', patientId: ANA, agreed: ['name', 'birthday'] };
    expect(await askMapping(clinic, RESOLVE, JANUARY)).toMatchObject({ status: 200, body: linked });
    clinic.service.requests.splice(0);
    expect(await askMapping(clinic, RESOLVE, JANUARY)).toMatchObject({ status: 200, body: linked });
    expect(clinic.service.requests.map(({ url }) => url.split('/').at(-1))).toEqual([ANA]);
    const padded = { ...JANUARY, key: ` ${EHR_KEY}\n` };
    expect(await askMapping(clinic, RESOLVE, padded)).toMatchObject({ status: 200, body: linked });
  });

  it.each<[string, object, number, string, RegExp]>([
    ['the name alone', { birthday: undefined }, 404, 'NOT_LINKED', /birthday, email or phone/],
    ['nobody', { birthday: '1991-01-02' }, 404, 'NOT_LINKED', /POST \/patients\/register/],
    ['another name with the same birthday', { name: 'Eva Lima' }, 404, 'NOT_LINKED', /register/],
    [
      'an e-mail that agrees and a birthday that does not',
      { birthday: '1990-01-20', email: 'ana@clinic.example' },
      409,
      'IDENTIFIERS_DISAGREE',
      /birthday/,
    ],
  ])('links nothing by %s', async (_, more, status, code, words) => {
    const clinic = await start();
    const answer = await askMapping(clinic, RESOLVE, { ...JANUARY, ...more });
    expect(answer).toMatchObject({ status, body: { code, message: expect.stringMatching(words) } });
    const rows = await readAudit(await again());
    expect(rows.map(({ entry }) => [entry?.route, entry?.outcome, entry?.ids.patientId])).toEqual([
      ['POST /patients/resolve', { kind: 'refused', status, code }, undefined],
    ]);
  });

  it('names nobody where two agree', async () => {
    const twins = anas().map((ana) => ({ ...ana, birthday: '1990-01-02T00:00:00Z' }));
    const answer = await askMapping(await start(twins), RESOLVE, JANUARY);
    expect(answer).toMatchObject({ status: 409, body: { code: 'AMBIGUOUS' } });
    expect(answer.text).not.toMatch(/aaaa|bbbb|lima/i);
  });

  it('compares what is sent with the record at every use', async () => {
    const clinic = await start();
    await askMapping(clinic, RESOLVE, JANUARY);
    const other = await askMapping(clinic, RESOLVE, { ...JANUARY, birthday: '1990-02-01' });
    expect(other).toMatchObject({ status: 409, body: { code: 'IDENTIFIERS_DISAGREE' } });
    expect(other.text).not.toContain(ANA);
    const renamed = await askMapping(clinic, RESOLVE, { key: EHR_KEY, name: 'Bia Lima' });
    expect(renamed.body.message).toContain('name');
    expect(await askMapping(clinic, RESOLVE, { key: EHR_KEY, name: 'Ana Lima' })).toMatchObject({
      status: 200,
      body: { agreed: ['name'] },
    });
  });

  it('says that the linked patient is gone, until the link is removed', async () => {
    const clinic = await start();
    await askMapping(clinic, RESOLVE, JANUARY);
    clinic.patients.shift();
    expect(await askMapping(clinic, RESOLVE, JANUARY)).toMatchObject({
      status: 410,
      body: { code: 'PATIENT_GONE', message: expect.stringContaining('DELETE /patients/link') },
    });
    expect(await askMapping(clinic, UNLINK, { key: EHR_KEY })).toMatchObject({ status: 200, body: {} });
    expect(await askMapping(clinic, RESOLVE, JANUARY)).toMatchObject({ status: 404 });
    expect(await askMapping(clinic, UNLINK, { key: EHR_KEY })).toMatchObject({
      status: 404,
      body: { code: 'NOT_LINKED' },
    });
  });

  it('links once where two proxies are asked at once, and writes one link down', async () => {
    const patients = anas();
    const storage = fresh();
    const clinics = [await startClinic(storage, patients), await startClinic(storage, patients)];
    open.push(...clinics);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => askMapping(clinics[index % 2] as Clinic, RESOLVE, JANUARY)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, body: { patientId: ANA } });
    const rows = await readAudit(await again());
    const answered = rows.filter(({ entry }) => entry?.outcome?.kind === 'done');
    expect(answered.map(({ entry }) => entry?.ids.patientId)).toEqual(Array(12).fill(ANA));
    expect(answered.filter(({ entry }) => entry?.agreed)).toHaveLength(1);
  });

  it('gives a patient one key of a system', async () => {
    const clinic = await start();
    await askMapping(clinic, RESOLVE, JANUARY);
    const second = { ...JANUARY, key: 'EHR-KEY-CANARY-2' };
    expect(await askMapping(clinic, RESOLVE, second)).toMatchObject({
      status: 409,
      body: { code: 'PATIENT_HAS_OTHER_KEY' },
    });
    expect(await askMapping(clinic, RESOLVE, { ...second, system: 'lab' })).toMatchObject({ status: 200 });
  });

  it('links the keys of all systems together, and finds each of them alone', async () => {
    const clinic = await start();
    const both = { ...JANUARY, others: [{ system: 'lab', key: 'EHR-KEY-CANARY-L' }] };
    expect(await askMapping(clinic, RESOLVE, both)).toMatchObject({ status: 200, body: { patientId: ANA } });
    const lab = { ...JANUARY, system: 'lab', key: 'EHR-KEY-CANARY-L', link: 'no' };
    expect(await askMapping(clinic, RESOLVE, lab)).toMatchObject({ status: 200, body: { patientId: ANA } });
    expect(await askMapping(clinic, UNLINK, { key: EHR_KEY, others: both.others })).toMatchObject({
      status: 200,
    });
    expect(await askMapping(clinic, RESOLVE, lab)).toMatchObject({ status: 404 });
  });

  it('refuses a pair of keys that disagrees, and links neither', async () => {
    const clinic = await start();
    const FEBRUARY = { key: 'EHR-KEY-CANARY-2', name: 'Ana Lima', birthday: '1990-02-01' };
    await askMapping(clinic, RESOLVE, { ...FEBRUARY, system: 'lab' });
    // The first key is of one patient and not linked yet; the second is the other patient's.
    const mixed = { ...JANUARY, others: [{ system: 'lab', key: FEBRUARY.key }] };
    const refused = { status: 409, body: { code: 'IDENTIFIERS_DISAGREE' } };
    expect(await askMapping(clinic, RESOLVE, mixed)).toMatchObject(refused);
    expect(await askMapping(clinic, RESOLVE, { ...JANUARY, link: 'no' })).toMatchObject({ status: 404 });
    await askMapping(clinic, RESOLVE, JANUARY);
    const answer = await askMapping(clinic, RESOLVE, mixed);
    expect(answer).toMatchObject(refused);
    expect(answer.text).not.toMatch(/aaaa|bbbb|lima/i);
    // A second key that the patient's own of that system is not.
    const other = { ...FEBRUARY, system: 'lab', others: [{ key: 'EHR-KEY-CANARY-3' }] };
    await askMapping(clinic, RESOLVE, other);
    const unlike = {
      ...other,
      key: 'EHR-KEY-CANARY-4',
      system: 'lab',
      others: [{ key: 'EHR-KEY-CANARY-3' }],
    };
    expect(await askMapping(clinic, RESOLVE, unlike)).toMatchObject({
      status: 409,
      body: { code: 'PATIENT_HAS_OTHER_KEY' },
    });
  });

  it('links nothing where the caller only asks, and says who is linked to another key', async () => {
    const clinic = await start();
    const only = { ...JANUARY, link: 'no' };
    expect(await askMapping(clinic, RESOLVE, only)).toMatchObject({
      status: 404,
      body: { code: 'NOT_LINKED' },
    });
    expect(await askMapping(clinic, RESOLVE, only)).toMatchObject({ status: 404 });
    await askMapping(clinic, RESOLVE, { ...JANUARY, key: 'EHR-KEY-CANARY-2' });
    expect(await askMapping(clinic, RESOLVE, only)).toMatchObject({
      status: 409,
      body: { code: 'PATIENT_HAS_OTHER_KEY' },
    });
  });

  it('puts a key in place of the wrong one where it is asked to, and not otherwise', async () => {
    const clinic = await start();
    const wrong = { ...JANUARY, key: 'EHR-KEY-CANARY-2' };
    await askMapping(clinic, RESOLVE, wrong);
    expect(await askMapping(clinic, RESOLVE, { ...JANUARY, link: 'replace' })).toMatchObject({
      status: 200,
      body: { patientId: ANA },
    });
    expect(await askMapping(clinic, RESOLVE, { ...wrong, link: 'no' })).toMatchObject({
      status: 409,
      body: { code: 'PATIENT_HAS_OTHER_KEY' },
    });
  });

  it('writes down, in the row that begins a replacement and the one that ends it, who put which key for which', async () => {
    const clinic = await start();
    await askMapping(clinic, RESOLVE, { ...JANUARY, key: 'EHR-KEY-CANARY-2' });
    const replacing = { ...JANUARY, link: 'replace', page: 'ehr.example, page 2' };
    await askMapping(clinic, RESOLVE, replacing, { sub: 'staff-8' });
    const [, first, intent, outcome, ...more] = (await readAudit(await again())).map(({ entry }) => entry);
    const old = first?.ids.link;
    for (const row of [intent, outcome])
      expect(row).toMatchObject({
        who: { sub: 'staff-8' },
        ids: {
          patientId: ANA,
          replaced: [`${old}:${row?.ids.link}`],
          page: 'ehr.example, page 2',
        },
      });
    expect(intent?.ids.link).not.toBe(old);
    expect([first?.ids.replaced, intent?.outcome, outcome?.outcome?.kind, more]).toEqual([
      undefined,
      undefined,
      'done',
      [],
    ]);
  });

  it('names a patient by one key, and each replacement in one row, when many replace it at once', async () => {
    const patients = anas();
    const storage = fresh();
    const clinics = [await startClinic(storage, patients), await startClinic(storage, patients)];
    open.push(...clinics);
    await askMapping(clinics[0] as Clinic, RESOLVE, JANUARY);
    const keys = Array.from({ length: 12 }, (_, at) => `EHR-KEY-CANARY-new-${at}`);
    const answers = await Promise.all(
      keys.map((key, at) =>
        askMapping(clinics[at % 2] as Clinic, RESOLVE, { ...JANUARY, key, link: 'replace' }),
      ),
    );
    const statuses = answers.map(({ status, body }) => body.code ?? status);
    expect(statuses.every((status) => status === 200 || status === 'PATIENT_HAS_OTHER_KEY')).toBe(true);
    const linked: string[] = [];
    for (const key of [EHR_KEY, ...keys]) {
      const { status } = await askMapping(clinics[0] as Clinic, RESOLVE, { ...JANUARY, key, link: 'no' });
      if (status === 200) linked.push(key);
    }
    expect(linked).toHaveLength(1);
    const rows = (await readAudit(await again(), 1, 1_000)).map(({ entry }) => entry);
    const done = rows.filter((entry) => entry?.agreed && entry.outcome?.kind === 'done');
    const pairs = done.flatMap((entry) => entry?.ids.replaced ?? []).map((pair) => pair.split(':'));
    expect(pairs).toHaveLength(statuses.filter((status) => status === 200).length);
    // From the first link to the last each replaced key is named once: none was removed twice, or without a row.
    const next = new Map(pairs.map(([from, to]) => [from, to]));
    let name = done[0]?.ids.link;
    for (let at = 0; at < pairs.length; at += 1) name = next.get(name);
    expect([next.size, name === undefined, next.has(name)]).toEqual([pairs.length, false, false]);
  });

  it('says when, by whom and from which page a link was made', async () => {
    const clinic = await start();
    const before = Date.now();
    const made = await askMapping(clinic, RESOLVE, { ...JANUARY, page: 'ehr.example, page 2' });
    const { origin } = made.body as { origin: { at: string; by: string; page: string } };
    expect(origin).toMatchObject({ by: 'staff-7', page: 'ehr.example, page 2' });
    expect(Date.parse(origin.at)).toBeGreaterThanOrEqual(before);
    expect(await askMapping(clinic, RESOLVE, { ...JANUARY, page: 'elsewhere' })).toMatchObject({
      body: { origin },
    });
  });

  it('writes down who linked whom by which kinds, and keeps neither key nor name anywhere', async () => {
    const clinic = await start();
    await askMapping(clinic, RESOLVE, JANUARY);
    await askMapping(clinic, UNLINK, { key: EHR_KEY });
    const storage = await again();
    const rows = await readAudit(storage);
    expect(rows.map(({ entry }) => [entry?.route, entry?.outcome?.kind])).toEqual([
      ['POST /patients/resolve', undefined],
      ['POST /patients/resolve', 'done'],
      ['DELETE /patients/link', undefined],
      ['DELETE /patients/link', 'done'],
    ]);
    expect(rows[1]?.entry).toMatchObject({
      who: { sub: 'staff-7', role: 'professional', professionalId: PROFESSIONAL },
      ids: { professionalId: PROFESSIONAL, patientId: ANA, link: expect.stringMatching(/^[0-9a-f]{16}$/) },
      agreed: ['name', 'birthday'],
    });
    const kept =
      storage.kind !== 'redis'
        ? await runSql(storage, 'SELECT * FROM mapping_link')
        : await storage.redis.hgetall(storage.key('mapping:patients'));
    const everything = JSON.stringify([rows, kept, clinic.lines]);
    // With the dash: four digits stand in a hash now and then.
    expect(everything).not.toMatch(/CANARY|lima|1990-|clinic\.example"/i);
  });

  it('is of no proxy that starts with another key than the mapping was made with', async () => {
    const storage = fresh();
    const clinic = await startClinic(storage, anas());
    open.push(clinic);
    await askMapping(clinic, RESOLVE, JANUARY);
    await expect(startWorld({ storage, mapping: { key: randomBytes(32) } })).rejects.toMatchObject({
      name: 'StorageError',
      message: expect.stringContaining('mapping.key'),
    });
  });
});

describe('a token', () => {
  const start = async (patients = anas()): Promise<Clinic> => {
    const clinic = await startClinic({ file: ':memory:' }, patients);
    open.push(clinic);
    return clinic;
  };

  it("without the action 'patients' finds a link and makes none", async () => {
    const clinic = await start();
    const reader = { ops: ['read' as const] };
    expect(await askMapping(clinic, RESOLVE, JANUARY, reader)).toMatchObject({
      status: 404,
      body: { code: 'NOT_LINKED', message: expect.stringContaining("'patients'") },
    });
    await askMapping(clinic, RESOLVE, JANUARY);
    expect(await askMapping(clinic, RESOLVE, JANUARY, reader)).toMatchObject({ status: 200 });
    expect(await askMapping(clinic, UNLINK, { key: EHR_KEY }, reader)).toMatchObject({ status: 403 });
  });

  it('narrowed to patients gets only them, whether or not there is a link to another', async () => {
    const clinic = await start();
    const unlinked = await askMapping(clinic, RESOLVE, JANUARY, { pat: [OTHER_ANA] });
    await askMapping(clinic, RESOLVE, JANUARY);
    expect(await askMapping(clinic, RESOLVE, JANUARY, { pat: [OTHER_ANA] })).toEqual(unlinked);
    expect(unlinked).toMatchObject({ status: 404, body: { code: 'NOT_LINKED' } });
    expect(await askMapping(clinic, RESOLVE, JANUARY, { pat: [ANA] })).toMatchObject({ status: 200 });
    expect(await askMapping(clinic, UNLINK, { key: EHR_KEY }, { pat: [OTHER_ANA] })).toMatchObject({
      status: 404,
    });
  });

  it('of another professional has links of its own', async () => {
    const clinic = await start();
    await askMapping(clinic, RESOLVE, JANUARY);
    const named = { ...JANUARY, professionalId: OTHER_PROFESSIONAL };
    expect(await askMapping(clinic, RESOLVE, named)).toMatchObject({
      status: 404,
      body: { code: 'INTEGRATION_NOT_FOUND' },
    });
    const other = await askMapping(clinic, UNLINK, { key: EHR_KEY }, { pro: OTHER_PROFESSIONAL });
    expect(other).toMatchObject({ status: 404, body: { code: 'NOT_LINKED' } });
  });

  it('of operations has to say whose patient is meant; one of a patient may not ask', async () => {
    const clinic = await start();
    const operations = { role: 'operations' as const, pro: undefined };
    expect(await askMapping(clinic, RESOLVE, JANUARY, operations)).toMatchObject({ status: 400 });
    const named = { ...JANUARY, professionalId: PROFESSIONAL };
    expect(await askMapping(clinic, RESOLVE, named, operations)).toMatchObject({ status: 200 });
    const patient = { role: 'patient' as const, pat: [ANA] };
    for (const path of [RESOLVE, UNLINK, 'POST /patients/register'] as const) {
      expect(await askMapping(clinic, path, JANUARY, patient)).toMatchObject({ status: 403 });
    }
  });
});

test.each<[string, object, RegExp]>([
  ['two keys of one system', { others: [{ key: 'EHR-KEY-CANARY-2' }] }, /must not name a system twice/],
  ['no key', { key: undefined }, /^key /],
  ['an empty key', { key: ' ' }, /^key must not be empty/],
  ['a number for a key', { key: 12 }, /^key must be of type string/],
  ['no name', { name: undefined }, /^name /],
  ['a day that no calendar has', { birthday: '1990-02-30' }, /^birthday must be a day such as/],
  ['a misspelt identifier', { birthdate: '1990-01-02' }, /not known here/],
])('a body with %s is refused, and told why without a value', async (_, more, words) => {
  const clinic = await startClinic({ file: ':memory:' }, anas());
  open.push(clinic);
  const answer = await askMapping(clinic, RESOLVE, { ...JANUARY, ...more });
  expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
  expect(answer.body.message).toMatch(words);
  expect(answer.text).not.toMatch(/CANARY|líma/);
  expect(ErrorResponse.safeParse(answer.body).success).toBe(true);
});

it('a proxy without a mapping says how it is turned on', async () => {
  const world = await startWorld();
  open.push(world);
  expect(await askMapping(world, RESOLVE, JANUARY)).toMatchObject({
    status: 501,
    body: { code: 'MAPPING_OFF', message: expect.stringContaining('mapping.key') },
  });
  const response = await fetch(`${world.url}/patients/resolve`, { method: 'POST' });
  expect(response.status).toBe(401);
  const get = await fetch(`${world.url}/patients/resolve?key=${EHR_KEY}`, {
    headers: { authorization: `Bearer ${await tokenFor()}` },
  });
  expect(get.status).toBe(405);
});
