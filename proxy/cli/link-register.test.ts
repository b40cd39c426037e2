import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OTHER_PROFESSIONAL, PROFESSIONAL } from '../fixtures/world.ts';
import { answerClinic, MAPPING_KEY, type ServicePatient } from '../mapping/clinic.fixture.ts';
import { ANA, EVA, RUI, threePatients } from '../mapping/link-list.fixture.ts';
import { createLinkHasher } from '../mapping/mapping-call.ts';
import { startLinkWorld } from './link-world.fixture.ts';

const HEAD = 'key,name,surname,birthday,email,phone';
const BIA = 'K8,Bia,Souza,1984-05-06,bia@home.example,+5511900001234';
const CAU = 'K9,Cauã,Prado,2001-12-30,caua@home.example,+5511900005678';
const WRITE = ['--write', '--by', 'admin-7', '--register'];

let world: Awaited<ReturnType<typeof startLinkWorld>>;
let patients: ServicePatient[];
beforeEach(async () => {
  patients = threePatients();
  world = await startLinkWorld({});
  world.service.answer = (request) => answerClinic(patients, request);
});
afterEach(() => world.close());

const register = (lines: readonly string[], ...more: string[]) =>
  world.link([HEAD, ...lines].join('\n'), ...more);
const made = () => patients.slice(3);
const writes = () => world.service.requests.filter(({ method }) => method !== 'GET');

describe('instrument-panel link --register', () => {
  it('says who of the missing would be registered, and changes nothing without --write', async () => {
    const { code, out, err } = await register([BIA, CAU], '--register');
    expect([code, out]).toEqual([0, expect.stringContaining('2 of the missing can be registered')]);
    expect(out).toContain('line 3  missing  K9  can be registered');
    expect(err).toContain('Nothing was linked or registered.');
    expect(writes()).toEqual([]);
    expect((await world.readStorage(['K8', 'K9'])).patients).toEqual([null, null]);
  });

  it('registers with all facts of the list, links, and writes each step down without them', async () => {
    const { code, out, err } = await register([BIA], ...WRITE);
    expect([code, out, err]).toEqual([
      0,
      expect.stringContaining('line 2  K8  registered and linked'),
      expect.stringContaining('Registered and linked: 1.'),
    ]);
    expect(made()).toMatchObject([
      {
        ...{ name: 'Bia', surname: 'Souza', birthday: '1984-05-06T00:00:00Z' },
        ...{ email: 'bia@home.example', cellphone: '+5511900001234' },
      },
    ]);
    const { patients: linked, trail } = await world.readStorage(['K8']);
    const patientId = made()[0]?.serviceId;
    expect(linked).toEqual([patientId]);
    const outcomes = trail.map(({ entry }) => entry).filter((entry) => entry?.outcome);
    expect(outcomes).toMatchObject(
      [
        'POST /professionals/{professionalId}/patients',
        'link',
        'PUT /professionals/{professionalId}/patients/{patientId}',
      ].map((route) => ({
        ...{ route, who: { sub: 'admin-7' }, outcome: { kind: 'done' } },
        ids: { professionalId: PROFESSIONAL, patientId },
      })),
    );
    expect(JSON.stringify(trail)).not.toMatch(/Souza|K8|home\.example/);
  });

  it('registers nobody without it', async () => {
    const { out } = await register([BIA], '--write', '--by', 'admin-7');
    expect(out).toContain('line 2  missing  K8');
    expect(made()).toEqual([]);
  });

  it('registers who a person says is somebody else, names them in the trail, and says how before', async () => {
    const rui = 'eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee';
    patients.push({
      ...{ serviceId: rui, name: 'Rui', surname: 'Costa', birthday: '1980-01-02T00:00:00Z' },
      ...{ email: 'rui.a@home.example', cellphone: '+5511900006666' },
    });
    const namesake = 'K7,Rui,Costa,1980-01-02,rui.b@home.example,+5511900007777';
    const twins = ['K1,Lia,Prado,2012-05-06,,+5511900001234', 'K2,Lis,Prado,2012-05-06,,+5511900001234'];
    const list = [namesake, ...twins];
    const dry = await register(list, '--register');
    expect(dry.out).toMatch(/line 2 {2}doubtful {2}K7 {2}different: .*another person: --other K7/);
    expect(dry.out).toMatch(/line 3 {2}missing {2}K1 {2}line 4 may be the same person.*--other K1/);
    expect((await register(list, ...WRITE)).out).not.toContain('registered and linked');
    const { code, out } = await register(
      list,
      ...WRITE,
      ...['K7', 'K1', 'K2'].flatMap((key) => ['--other', key]),
    );
    expect([code, out.match(/registered and linked/g)?.length]).toEqual([0, 3]);
    const { patients: linked, trail } = await world.readStorage(['K7', 'K1', 'K2']);
    expect(linked).toEqual(patients.slice(-3).map(({ serviceId }) => serviceId));
    const apart = trail.flatMap(({ entry }) => (entry?.ids.apartFrom ? [entry] : []));
    expect(apart.map(({ who }) => who.sub)).toContain('admin-7');
    expect(apart.flatMap(({ ids }) => ids.apartFrom)).toContain(rui);
  });

  it.each([
    [
      'a key that no line has',
      ['--register', '--other', 'K99'],
      '--other K99: no line that may be another person',
    ],
    [
      'a line that is like nobody',
      ['--register', '--other', 'K8'],
      '--other K8: no line that may be another person',
    ],
    ['a list that registers nobody', ['--other', 'K8'], '--other goes with --register'],
  ])('refuses --other for %s, and changes nothing', async (_, options, said) => {
    const { code, err } = await register([BIA], ...options);
    expect([code === 0, err]).toEqual([false, expect.stringContaining(said)]);
    expect(writes()).toEqual([]);
  });

  it('finds linked who was registered, and registers nobody a second time', async () => {
    await register([BIA], ...WRITE);
    const { out } = await register([BIA], ...WRITE);
    expect(out).toMatch(/1 {2}linked/);
    expect(made()).toHaveLength(1);
  });

  it.each<[string, string, string]>([
    ['no surname of its own', BIA.replace('Bia,Souza', 'Bia Souza,'), 'a surname in its own column'],
    ['no birthday', BIA.replace('1984-05-06', ''), 'a birthday between 1900 and today'],
    ['a birthday to come', BIA.replace('1984', '2984'), 'a birthday between 1900 and today'],
    [
      'no phone, so that no birthday is stored',
      BIA.replace('+5511900001234', ''),
      'a phone of at least 8 digits',
    ],
    ['a phone that is none', BIA.replace('+5511900001234', '12'), 'a phone of at least 8 digits'],
    ['an e-mail that is none', BIA.replace('@home.example', '@'), 'a valid e-mail (or none)'],
  ])('registers nobody with %s, and says what it needs', async (_, line, need) => {
    const { out } = await register([line], ...WRITE);
    expect(out).toContain(`line 2  missing  K8  needs ${need}`);
    expect(writes()).toEqual([]);
  });

  it.each<[string, string, ...string[]]>([
    ['no such day', '1984-02-31'],
    ['no such day', '31/04/1984', '--dates', 'dmy'],
    ['no such day', '02/30/1984', '--dates', 'mdy'],
    ['no such day', '1984-02-45'],
    ['birthday must be a day such as 1990-02-28', '1984-13-02'],
    ['birthday must be a day such as 1990-02-28', '02/28/1984', '--dates', 'dmy'],
    ['birthday must be a day such as 1990-02-28', '31/04/1984'],
  ])('says "%s" of a birthday such as %s', async (said, birthday, ...more) => {
    const { out } = await register([BIA.replace('1984-05-06', birthday)], '--register', ...more);
    expect(out).toMatch(new RegExp(`line 2 {2}unreadable {2}K8 {2}[^;]*${said}`));
  });

  it('registers nobody where several professionals may be theirs, but whose line names one', async () => {
    const lines = [BIA, CAU].map((line, at) => `${line},${at === 0 ? '' : PROFESSIONAL}`);
    const list = [`${HEAD},professional`, ...lines].join('\n');
    const usual = world.service.answer;
    world.service.answer = (request) =>
      request.url.includes(OTHER_PROFESSIONAL) ? { body: [] } : usual(request);
    const { out } = await world.link(list, '--professional', OTHER_PROFESSIONAL, ...WRITE);
    expect(out).toContain('line 2  missing  K8  needs a professional');
    expect(made().map(({ name }) => name)).toEqual(['Cauã']);
  });

  it.each<[string, string]>([
    ['states the same person again', BIA.replace('K8', 'K7')],
    ['has the same phone', CAU.replace('+5511900005678', '+5511900001234')],
    [
      'has a name with a letter less on the same day',
      'K7,Bi,Souza,1984-05-06,other@home.example,21900001111',
    ],
    ['has a surname more on the same day', 'K7,Bia,Prado Souza,1984-05-06,other@home.example,21900001111'],
  ])('registers neither of two of which one %s: they may be one person', async (_, other) => {
    const { out } = await register([BIA, other], ...WRITE);
    expect(out).toContain('line 2  missing  K8  line 3 may be the same person');
    expect(out).toContain('line 2 may be the same person');
    expect(made()).toEqual([]);
  });

  it('registers nobody who is like a patient of the service', async () => {
    const { out } = await register(['K8,Ana,Lima,1990-01-02,new@home.example,'], ...WRITE);
    expect(out).toContain('line 2  doubtful  K8');
    expect(made()).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['a surname was dropped', 'Marina;Azevedo;1988-01-23;;+5512911112222', 'the same: birthday'],
    ['the middle name was dropped', 'Marina;Prado;1988-01-23;;+5512911112222', 'the same: birthday'],
    ['a word is one edit apart', 'Marina;Azevdo;1988-01-23;;+5512911112222', 'the name is like'],
    ['a particle was added', 'Marina;de Azevedo e Prado;1988-01-23;;+5512911112222', 'the name is like'],
    ['accents and case differ', 'MARÍNA;AZEVÊDO;1988-01-23;;+5512911112222', 'the name is like'],
    ['a middle name is an initial', 'Marina;A. Prado;1988-01-23;;+5512911112222', 'the name is like'],
    ['a surname was added', 'Marina;Azevedo Prado Souza;1988-01-23;;+5512911112222', 'the name is like'],
    ['name and surname are swapped', 'Prado;Marina Azevedo;1988-01-23;;+5512911112222', 'the name is like'],
    ['day and month are swapped', 'Bruno;Reis;1980-04-03;;+5512911112222', 'day and month swapped'],
    [
      'day and month are swapped, and a surname was dropped',
      'Caio;Melo;1979-09-08;;+5512911112222',
      'day and month swapped',
    ],
    ['the phone is the same with another name', 'Otto;Klein;1955-01-01;;+5512933334444', 'the same: phone'],
    [
      'the e-mail is the same with another name',
      'Otto;Klein;1955-01-01;lu@home.example;+5512911112222',
      'the same: e-mail',
    ],
    [
      'name and surname are swapped, and the service knows no birthday',
      'Freitas;Luiza;1991-10-20;;+5512911112222',
      'the name is like',
    ],
  ])('registers nobody who is near a patient of the service: %s', async (_, cells, reason) => {
    const theirs = { name: 'Marina', surname: 'Azevedo Prado', birthday: '1988-01-23T00:00:00Z' };
    patients = [
      { ...theirs, serviceId: ANA },
      {
        serviceId: EVA,
        name: 'Bruno',
        surname: 'Reis',
        birthday: '1980-03-04T00:00:00Z',
        cellphone: '+5512933334444',
      },
      { serviceId: RUI, name: 'Caio Lopes', surname: 'de Melo', birthday: '1979-08-09T00:00:00Z' },
      { serviceId: OTHER_PROFESSIONAL, name: 'Luiza', surname: 'Freitas', email: 'lu@home.example' },
    ];
    const { out } = await register([['MRN-010', ...cells.split(';')].join(',')], ...WRITE);
    expect(out).toMatch(new RegExp(`line 2 {2}doubtful {2}MRN-010 {2}.*${reason}`));
    expect(writes()).toEqual([]);
  });

  it.each<[string, string]>([
    ['a sister of the same day', 'Mariana;Azevedo Lima;1988-01-23;;+5512911112222'],
    ['part of the name on another day', 'Marina;Azevedo;1988-01-24;;+5512911112222'],
    ['another name on the day with day and month swapped', 'Otto;Klein;1980-04-03;;+5512911112222'],
  ])('registers who has %s', async (_, cells) => {
    patients = [
      { serviceId: ANA, name: 'Marina', surname: 'Azevedo Prado', birthday: '1988-01-23T00:00:00Z' },
      { serviceId: EVA, name: 'Bruno', surname: 'Reis', birthday: '1980-03-04T00:00:00Z' },
    ];
    const { out } = await register([['MRN-010', ...cells.split(';')].join(',')], '--register');
    expect(out).toContain('line 2  missing  MRN-010  can be registered');
  });

  it('links nobody where the service refuses the e-mail as taken, and goes on with the next', async () => {
    const usual = world.service.answer;
    world.service.answer = (request) =>
      request.method === 'POST' && request.body.includes('Bia')
        ? { status: 409, body: { code: 'PROFESSIONAL_EMAIL_ALREADY_EXIST', message: 'NAME-CANARY' } }
        : usual(request);
    const { code, out, err } = await register([BIA, CAU], ...WRITE);
    expect(code).toBe(1);
    expect(out).toContain('line 2  K8  not registered  PROFESSIONAL_EMAIL_ALREADY_EXIST');
    expect(err).toContain('Not registered and linked: 1.');
    expect(out + err).not.toContain('CANARY');
    expect((await world.readStorage(['K8', 'K9'])).patients).toEqual([null, made()[0]?.serviceId]);
  });

  it('does not link the record of somebody else that the service gives for the e-mail', async () => {
    const usual = world.service.answer;
    const theirs = { serviceId: ANA, name: 'Rita', surname: 'Souza', email: 'bia@home.example' };
    world.service.answer = (request) => (request.method === 'POST' ? { body: theirs } : usual(request));
    const { code, out } = await register([BIA], ...WRITE);
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/K8 {2}not linked: the service gave another record.* IDENTIFIERS_DISAGREE/),
    ]);
    expect((await world.readStorage(['K8'])).patients).toEqual([null]);
  });

  it('says that a patient who was registered is not linked, where the key was linked meanwhile', async () => {
    const usual = world.service.answer;
    const storage = await world.open();
    const key = createLinkHasher(MAPPING_KEY).keyOf(PROFESSIONAL, '', 'K8');
    const linking: Promise<unknown>[] = [];
    world.service.answer = (request) => {
      // SQLite has it before the call returns.
      if (request.method === 'POST')
        linking.push(storage.mapping.link([key], ANA, { at: '2026-11-18T12:00:00.000Z', by: 'somebody' }));
      return usual(request);
    };
    const { code, out } = await register([BIA], ...WRITE);
    await Promise.all(linking);
    await storage.close();
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/K8 {2}not linked: the service gave another record.* LINKED_MEANWHILE/),
    ]);
    expect((await world.readStorage(['K8'])).patients).toEqual([ANA]);
  });

  it('says that the outcome is unknown where the answer was lost, and registers nobody again at once', async () => {
    const usual = world.service.answer;
    world.service.answer = (request) =>
      request.method === 'POST' ? { status: 500, body: { code: 'INTERNAL', message: 'x' } } : usual(request);
    const { code, out, err } = await register([BIA], ...WRITE);
    expect([code, out]).toEqual([1, expect.stringContaining('line 2  K8  unknown')]);
    expect(err).toContain('Not known whether registered and linked: 1.');
    world.service.answer = usual;
    const again = await register([BIA], ...WRITE);
    expect(again.out).toContain('line 2  K8  unknown  REGISTRATION_IN_PROGRESS');
    expect(made()).toEqual([]);
  });

  it('says where the second write failed that the birthday may not be stored, and that the patient is linked', async () => {
    const usual = world.service.answer;
    world.service.answer = (request) =>
      request.method === 'PUT' ? { status: 500, body: { code: 'INTERNAL', message: 'x' } } : usual(request);
    const { code, out, err } = await register([BIA], ...WRITE);
    expect([code, out]).toEqual([
      1,
      expect.stringContaining(
        'registered and linked  not known whether stored, or refused: birthday  INTERNAL',
      ),
    ]);
    expect(err).toContain('Linked, but perhaps without a birthday: 1.');
    expect((await world.readStorage(['K8'])).patients).toEqual([made()[0]?.serviceId]);
  });

  it('says of somebody whom the service had, with another professional, that nobody was registered', async () => {
    const usual = world.service.answer;
    const theirs = {
      ...{ serviceId: ANA, name: 'Bia', surname: 'Souza', birthday: '1984-05-06T00:00:00Z' },
      email: 'bia@home.example',
    };
    world.service.answer = (request) => (request.method === 'POST' ? { body: theirs } : usual(request));
    const { code, out, err } = await register([BIA], ...WRITE);
    expect([code, out]).toEqual([0, expect.stringContaining('K8  was at the service already')]);
    expect(err).toContain('Registered and linked: 0. Found and linked: 1.');
  });

  it('prints what the log says as a notice for people, and nothing of it between the results', async () => {
    const usual = world.service.answer;
    world.service.answer = (request) => (request.method === 'POST' ? { status: 401 } : usual(request));
    const { out, err } = await register([BIA], ...WRITE);
    expect(out).toContain('line 2  K8  not registered  UPSTREAM_REFUSED');
    expect(out + err).not.toContain('{');
    expect(err).toMatch(/ upstream-refused-credentials: The service answered 401: check credentials/);
  });

  it('leaves the log to the option, if there is one', async () => {
    const file = join(world.folder, 'own.log');
    const option = `log: (line) => process.getBuiltinModule('fs').appendFileSync(${JSON.stringify(file)}, line.event),`;
    const own = await startLinkWorld({}, option);
    own.service.answer = (request) =>
      request.method === 'POST' ? { status: 401 } : answerClinic(patients, request);
    const { out, err } = await own.link([HEAD, BIA].join('\n'), ...WRITE);
    await own.close();
    expect(readFileSync(file, 'utf8')).toBe('upstream-refused-credentials');
    expect(out + err).not.toContain('upstream-refused-credentials');
  });

  describe('of a record without a birthday that the service gives, says', () => {
    const REGISTERED = 'registered and linked';
    const FOUND = 'was at the service already, now of this professional too, and linked';
    const UNSAID = 'linked: the service does not say whether the record is new or was there already';
    const COUNTS: Readonly<Record<string, readonly number[]>> = {
      [REGISTERED]: [1, 0, 0],
      [FOUND]: [0, 1, 0],
      [UNSAID]: [0, 0, 1],
    };

    it.each<[string, string, number, string | undefined]>([
      [FOUND, 'it is a year old', 200, '2025-11-18T12:00:00Z'],
      [FOUND, 'it is a year old, whatever the status', 201, '2025-11-18T12:00:00Z'],
      [REGISTERED, 'it was created just now', 200, '2026-11-18T12:00:01Z'],
      [REGISTERED, 'the status says that it was created', 201, undefined],
      [UNSAID, 'nothing tells', 200, undefined],
      [UNSAID, 'its age cannot be read', 200, 'today'],
      [UNSAID, 'it may be of a request before this one', 200, '2026-11-18T11:59:57Z'],
      [UNSAID, 'it is of a time to come', 200, '2026-11-18T12:01:00Z'],
    ])('"%s" where %s', async (said, _, status, createdAt) => {
      const usual = world.service.answer;
      const record = { serviceId: ANA, name: 'Bia', surname: 'Souza', email: 'bia@home.example', createdAt };
      const headers = { date: 'Wed, 18 Nov 2026 12:00:02 GMT' };
      world.service.answer = (request) =>
        request.method === 'POST' ? { status, headers, body: record } : usual(request);
      const { code, out, err } = await register([BIA], ...WRITE);
      expect(code).toBe(0);
      expect(out).toContain(`line 2  K8  ${said}`);
      const [registered, found, unsaid] = COUNTS[said] ?? [];
      expect(err).toContain(
        `Registered and linked: ${registered}. Found and linked: ${found}.${unsaid ? ` Linked, new or found: ${unsaid}.` : ''}`,
      );
      expect((await world.readStorage(['K8'])).patients).toEqual([ANA]);
    });
  });

  describe('where the service asks to slow down', () => {
    /** Refuses the first so many of these requests. */
    function slowDown(method: string, count: number, seconds: string): void {
      const usual = world.service.answer;
      let left = count;
      world.service.answer = (request) => {
        if (request.method !== method || left === 0) return usual(request);
        left -= 1;
        return { status: 429, headers: { 'retry-after': seconds }, body: { message: 'NAME-CANARY' } };
      };
    }

    it.each(['POST', 'PUT'])('waits, says so, and loses nobody: a %s', async (method) => {
      slowDown(method, 1, '1');
      const startedAt = performance.now();
      const { code, out, err } = await register([BIA, CAU], ...WRITE);
      expect(performance.now() - startedAt).toBeGreaterThan(1_000);
      expect([code, err]).toEqual([0, expect.stringContaining('Registered and linked: 2.')]);
      expect(err).toContain('The service asks to slow down: going on in 2 s.');
      expect(out).toMatch(/K8 {2}registered and linked\n.*K9 {2}registered and linked\n/);
      expect(made()).toMatchObject([
        { name: 'Bia', birthday: '1984-05-06T00:00:00Z' },
        { name: 'Cauã', birthday: '2001-12-30T00:00:00Z' },
      ]);
      expect((await world.readStorage(['K8', 'K9'])).patients).toEqual(
        made().map(({ serviceId }) => serviceId),
      );
    });

    it('stops where that is too long, says who was not asked for, and does them the next time', async () => {
      slowDown('POST', 1, '3600');
      const { code, out, err } = await register([BIA, CAU], ...WRITE);
      expect([code, out]).toEqual([
        1,
        expect.stringContaining('line 2  K8  not registered  TOO_MANY_REQUESTS'),
      ]);
      expect(out).not.toMatch(/K9 {2}(?!can be registered)/);
      expect(err).toContain('The service asks to slow down for 3601 s: stopping.');
      expect(err).toContain('Not asked for: 1. Run the command again later.');
      expect(writes()).toHaveLength(1);
      const again = await register([BIA, CAU], ...WRITE);
      expect([again.code, again.err]).toEqual([0, expect.stringContaining('Registered and linked: 2.')]);
    });
  });

  it('says in the report too who can be registered, and what the others need', async () => {
    const report = join(world.folder, 'report.csv');
    await register([BIA, CAU.replace('Prado', '')], '--register', '--report', report);
    const text = readFileSync(report, 'utf8');
    expect(text).toContain('2,missing,can be registered,,K8');
    expect(text).toContain('3,missing,needs a surname in its own column to be registered,,K9');
  });
});
