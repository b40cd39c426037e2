import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { OTHER_PROFESSIONAL, PROFESSIONAL } from '../fixtures/world.ts';
import { MAPPING_KEY, type ServicePatient } from '../mapping/clinic.fixture.ts';
import { ANA, ANAS, EVA, EVAS, HEAD, listOf, threePatients } from '../mapping/link-list.fixture.ts';
import { createLinkHasher } from '../mapping/mapping-call.ts';
import { startLinkWorld } from './link-world.fixture.ts';

let world: Awaited<ReturnType<typeof startLinkWorld>>;
beforeEach(async () => {
  world = await startLinkWorld({ [PROFESSIONAL]: clinic() });
});
afterEach(() => world.close());

const clinic = (): ServicePatient[] => threePatients().slice(0, 2);

const linkLines = (lines: readonly string[], ...more: string[]) => world.link(listOf(...lines), ...more);

describe('instrument-panel link', () => {
  it('says what it would link, and links nothing without --write', async () => {
    const { code, out, err } = await linkLines([ANAS, EVAS]);
    expect([code, out.split('\n')[0]?.trim()]).toEqual([0, '2  certain']);
    expect(err).toContain('Nothing was linked');
    expect(await world.readStorage(['K1', 'K2'])).toEqual({ patients: [null, null], trail: [] });
  });

  it('links what is certain, and the trail says when, by whom, from which file and by which facts', async () => {
    const { code, err } = await linkLines([ANAS, EVAS], '--write', '--by', 'admin-7');
    expect([code, err]).toEqual([0, expect.stringContaining('Linked 2.')]);
    const { patients, trail } = await world.readStorage(['K1', 'K2']);
    expect(patients).toEqual([ANA, EVA]);
    const named = /jti ([0-9a-f]{16})/.exec(err)?.[1];
    const outcomes = trail.map(({ entry }) => entry).filter((entry) => entry?.outcome);
    expect(outcomes).toHaveLength(2);
    for (const entry of outcomes)
      expect(entry).toMatchObject({
        route: 'link',
        who: { sub: 'admin-7' },
        jti: named,
        outcome: { kind: 'done' },
      });
    expect(outcomes.map((entry) => [entry?.ids.patientId, entry?.agreed]).sort()).toEqual([
      [ANA, ['name', 'birthday', 'email']],
      [EVA, ['name', 'birthday', 'phone']],
    ]);
    expect(JSON.stringify(trail)).not.toMatch(/Lima|K1|home\.example/);
  });

  it('says of a key that is linked already that it is, and writes it down no second time', async () => {
    await linkLines([ANAS], '--write', '--by', 'admin-7');
    const { out } = await linkLines([ANAS, EVAS], '--write', '--by', 'admin-7');
    expect(out).toMatch(/1 {2}certain\n +1 {2}linked/);
    expect((await world.readStorage(['K1'])).trail).toHaveLength(4);
  });

  it.each<[string, string[], string]>([
    ['another birthday', [ANAS.replace('1990', '1991')], 'different: birthday'],
    ['another e-mail', [ANAS.replace('Ana@', 'eva@')], 'different: e-mail'],
    ['another name', [ANAS.replace('Ána', 'Anna')], 'different: name; the same: birthday and e-mail'],
    ['no contact', ['K1,Ana Lima,1990-01-02,,'], 'not stated on both sides: e-mail or phone'],
    ['no birthday', ['K1,Ana Lima,,ana@home.example,'], 'not stated on both sides: birthday'],
    [
      'a key that stands there twice',
      [ANAS, EVAS.replace('K2', 'K1')],
      'the same record number is in line 3',
    ],
    ['a patient whom two keys match', [ANAS, ANAS.replace('K1', 'K3')], 'line 3 matches the same patient'],
  ])('leaves a row with %s to a person', async (_, lines, reason) => {
    const { out } = await linkLines(lines, '--write', '--by', 'admin-7');
    expect(out).toContain(`line 2  doubtful  K1  ${reason}`);
    expect((await world.readStorage(['K1', 'K3'])).patients).toEqual([null, null]);
  });

  it.each<[string, () => void, string]>([
    [
      'a second patient of another professional matches too',
      () => {
        const second = { ...clinic()[0], serviceId: 'cccccccc-cccc-4ccc-8ccc-cccccccccccc', email: null };
        world.lists[OTHER_PROFESSIONAL] = [second as ServicePatient];
      },
      '2 patients match',
    ],
    [
      'two professionals have the patient with different facts',
      () => {
        world.lists[OTHER_PROFESSIONAL] = [
          { ...clinic()[0], birthday: '1990-02-01T00:00:00Z' } as ServicePatient,
        ];
      },
      'different: birthday',
    ],
    [
      'a twin without a line differs by one letter',
      () => {
        const twin = { ...clinic()[0], serviceId: 'cccccccc-cccc-4ccc-8ccc-cccccccccccc', name: 'Ava' };
        world.lists[PROFESSIONAL] = [...clinic(), twin as ServicePatient];
      },
      'another patient with the same birthday and contact',
    ],
  ])('leaves a row to a person if %s', async (_, change, reason) => {
    change();
    const { out } = await linkLines(
      [ANAS],
      '--professional',
      OTHER_PROFESSIONAL,
      '--write',
      '--by',
      'admin-7',
    );
    expect(out).toContain(`line 2  doubtful  K1  ${reason}`);
    expect((await world.readStorage(['K1'])).patients).toEqual([null]);
  });

  it('never changes a link to another patient, nor gives a patient a second key', async () => {
    const storage = await world.open();
    const { keyOf } = createLinkHasher(MAPPING_KEY);
    await storage.mapping.link([keyOf(PROFESSIONAL, '', 'K1')], EVA, {
      at: '2026-11-18T12:00:00.000Z',
      by: 'ana',
    });
    await storage.close();
    const { out } = await linkLines([ANAS, EVAS], '--write', '--by', 'admin-7');
    expect(out).toContain('line 2  doubtful  K1  the record number is linked to another patient');
    expect(out).toContain('line 3  doubtful  K2  the patient has another record number of this system');
    expect((await world.readStorage(['K1', 'K2'])).patients).toEqual([EVA, null]);
  });

  it('links a patient of two professionals for both, and a row of one professional for that one only', async () => {
    world.lists[OTHER_PROFESSIONAL] = clinic();
    const both = ['--professional', OTHER_PROFESSIONAL, '--write', '--by', 'admin-7'];
    await linkLines([ANAS], ...both);
    await world.link(`system,professional,${HEAD}\nlab,${PROFESSIONAL},${EVAS}`, ...both);
    expect((await world.readStorage(['K1'], OTHER_PROFESSIONAL)).patients).toEqual([ANA]);
    expect((await world.readStorage(['K2'], PROFESSIONAL, 'lab')).patients).toEqual([EVA]);
    expect((await world.readStorage(['K2'], OTHER_PROFESSIONAL, 'lab')).patients).toEqual([null]);
  });

  it('writes the report with the facts of both sides for its owner only, and over no file', async () => {
    const report = join(world.folder, 'report.csv');
    await linkLines([ANAS.replace('1990', '1991'), 'K9,Rui Melo,1970-01-01,,'], '--report', report);
    expect(statSync(report).mode & 0o777).toBe(0o600);
    const [, ana, rui] = readFileSync(report, 'utf8').split('\r\n');
    expect(ana).toContain('1991-01-02');
    expect(ana).toContain(`${ANA},Ana Lima,1990-01-02T00:00:00Z,ana@home.example`);
    expect(rui).toMatch(/^3,missing,,,K9,Rui Melo,/);
    const again = await linkLines([ANAS], '--report', report);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('is there already')]);
  });

  it('links nothing if the patients of one professional cannot be read', async () => {
    world.service.answer = () => ({ status: 404, body: { code: 'INTEGRATION_NOT_FOUND', message: 'no' } });
    const { code, err } = await linkLines([ANAS], '--write', '--by', 'admin-7');
    expect([code, err]).toEqual([1, expect.stringContaining('INTEGRATION_NOT_FOUND')]);
  });
});

test('JSON lines, UTF-16, a semicolon, other dates and Windows-1252 are read as the same list', async () => {
  const json = { key: 'K1', name: 'Ána Lima', birthday: '1990-01-02', email: 'ana@home.example' };
  const written = [
    [JSON.stringify(json)],
    [Buffer.from(`\uFEFF${HEAD}\r\n${ANAS}\r\n`, 'utf16le')],
    [`${HEAD}\n${ANAS}`.replaceAll(',', ';').replace('LIMA; ', 'LIMA, ')],
    [`${HEAD}\n${ANAS.replace('1990-01-02', '02/01/1990')}`, '--dates', 'dmy'],
    [Buffer.from(`${HEAD}\n${ANAS}`, 'latin1'), '--encoding', 'windows-1252'],
  ] as const;
  for (const [text, ...more] of written)
    expect((await world.link(text, ...more)).out).toMatch(/^ +1 {2}certain/);
});

test.each<[string, string | Uint8Array, RegExp]>([
  ['nothing in it', ' \n', /is empty/],
  ['no patients', HEAD, /has no patients/],
  [
    'a column that is not known',
    `${HEAD},brithday\n`,
    /line 1: there is no column "brithday"\. Did you mean birthday/,
  ],
  ['no key', 'name,birthday,email\nAna,1990-01-02,a@b.c', /line 1: the column key is missing/],
  ['no contact', 'key,name,birthday\nK,Ana,1990-01-02', /line 1: the column email or phone is missing/],
  ['a cell too few', `${HEAD}\n${ANAS}\nK2,Eva`, /line 3: it has 2 cells/],
  ['an open quotation mark', `${HEAD}\n${ANAS}\nK2,"Eva,,,`, /line 3: a quotation mark/],
  ['another encoding', Buffer.from(`${HEAD}\nK0,Rui,,,\n${ANAS}`, 'latin1'), /line 3: this is not utf-8/],
  ['a line that is no JSON', '{"key":"K"}\n{"key":', /line 2: this is not a JSON object/],
])('a file with %s is refused with the line and what is wrong', async (_, text, words) => {
  const { code, err, out } = await world.link(text, '--write', '--by', 'admin-7');
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(words);
});

test('a row that cannot be read as a whole is said with its line, and still keeps another from being certain', async () => {
  const { out } = await linkLines([ANAS, 'K2,Ana Lima,02/01/1990,ana@home.example,'], '--write', '--by', 'a');
  expect(out).toContain('line 3  unreadable  K2  birthday must be a day');
  expect(out).toContain('line 2  doubtful  K1  line 3 matches the same patient');
});
