import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readAudit } from '../audit/verify.ts';
import type { Faults } from '../fixtures/launcher.ts';
import { OTHER_PATIENT, PAGE, PATIENT, PROFESSIONAL } from '../fixtures/world.ts';
import { openStorage } from '../storage/open.ts';
import { type Launches, STAFF, startLaunches } from './launches.fixture.ts';
import { type SmartSessionOptions, smartSession } from './smart.ts';

let world: Launches;
beforeAll(async () => {
  world = await startLaunches();
});
afterEach(() => world.ehr.heal());
afterAll(() => world.close());

describe('a launch by the EHR (SMART App Launch 2.2)', () => {
  test('opens the page, whose token is for the patient who is open in the EHR and for nobody else', async () => {
    const browser = world.browser();
    const { answer, at } = await world.finish(browser, world.launchUrl('ehr-a'));
    expect([answer.status, at.replace(/[\w-]{43}$/, '…')]).toEqual([
      303,
      `${PAGE}/panel?view=scores&launch=…`,
    ]);
    const launch = world.handleOf(at);
    const token = String(await world.tokenOf(browser, launch));
    expect(world.patientsOf(token)).toEqual([PATIENT]);
    expect(await world.read(token)).toBe(200);
    // The page has its patient from here alone: an id that it took from elsewhere could be another's.
    expect(await (await world.session(browser, { launch })).json()).toMatchObject({
      patientId: PATIENT,
      professionalId: PROFESSIONAL,
    });
    const refused = await world.session(browser, { launch, patients: [OTHER_PATIENT] });
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([403, 'FORBIDDEN']);
    expect(world.ehr.complaints).toEqual([]);
  });

  test('without its handle, or with one that was never given, opens nothing', async () => {
    const browser = world.browser();
    await world.open(browser, 'ehr-a');
    expect((await world.session(browser)).status).toBe(401);
    expect(await world.tokenOf(browser, 'x'.repeat(43))).toBe(403);
    expect(await world.tokenOf(world.browser(), await world.open(browser, 'ehr-a'))).toBe(401);
  });

  test('ends the tokens and the page of the launch before in that browser, and of no other browser', async () => {
    const [browser, other] = [world.browser(), world.browser()];
    const first = await world.open(browser, 'ehr-a');
    const elsewhere = await world.open(other, 'ehr-a');
    const [before, apart] = [
      String(await world.tokenOf(browser, first)),
      String(await world.tokenOf(other, elsewhere)),
    ];
    const second = await world.open(browser, 'ehr-b');
    expect(world.patientsOf(String(await world.tokenOf(browser, second)))).toEqual([OTHER_PATIENT]);
    expect([await world.read(before), await world.read(apart)]).toEqual([401, 200]);
    const refused = await world.session(browser, { launch: first });
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
      403,
      'LAUNCH_ENDED',
    ]);
    expect(world.patientsOf(String(await world.tokenOf(other, elsewhere)))).toEqual([PATIENT]);
  });

  test('that was begun before another and ends after it opens nothing, and says why', async () => {
    let now = Date.now();
    const own = await startLaunches({}, { clock: () => now });
    const browser = own.browser();
    await own.open(browser, 'ehr-a');
    const early = await own.toCallback(browser, own.launchUrl('ehr-a'));
    now += 1;
    const later = await own.open(browser, 'ehr-b');
    const { answer } = await own.finish(browser, early.at);
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining('Another patient')]);
    expect(own.patientsOf(String(await own.tokenOf(browser, later)))).toEqual([OTHER_PATIENT]);
    await own.close();
  });

  test.each<[string, string | undefined, typeof STAFF, Faults]>([
    ['by somebody who has no access', 'ehr-a', { sub: 'idp-8', fhirUser: 'Practitioner/8' }, {}],
    ['of a patient who is not known here', 'ehr-unknown', STAFF, {}],
    ['without a patient', undefined, STAFF, {}],
    ['that names no user', 'ehr-a', STAFF, { claims: ({ fhirUser: _, ...claims }) => claims }],
  ])('%s ends the launch before in that browser, and opens nothing', async (_, patient, who, faults) => {
    const browser = world.browser();
    const before = await world.open(browser, 'ehr-b');
    const token = String(await world.tokenOf(browser, before));
    Object.assign(world.ehr.faults, faults);
    const { answer } = await world.finish(browser, world.launchUrl(patient, who));
    expect(answer.headers.get('location')).toBe(null);
    expect([await world.read(token), await world.tokenOf(browser, before)]).toEqual([401, 401]);
  });

  test('whose ID token does not hold ends nothing: anybody could have sent it', async () => {
    const browser = world.browser();
    const before = await world.open(browser, 'ehr-b');
    world.ehr.faults.claims = (claims) => ({ ...claims, aud: 'another-app' });
    await world.finish(browser, world.launchUrl('ehr-a'));
    expect(world.patientsOf(String(await world.tokenOf(browser, before)))).toEqual([OTHER_PATIENT]);
  });

  test('that is refused, but was begun before the one that is open, ends nothing', async () => {
    let now = Date.now();
    const own = await startLaunches({}, { clock: () => now });
    const browser = own.browser();
    const early = await own.toCallback(browser, own.launchUrl('ehr-unknown'));
    now += 1;
    const later = await own.open(browser, 'ehr-b');
    expect((await own.finish(browser, early.at)).answer.status).toBe(403);
    expect(own.patientsOf(String(await own.tokenOf(browser, later)))).toEqual([OTHER_PATIENT]);
    await own.close();
  });

  test('without `launch` is a standalone one, in which the EHR asks for the patient', async () => {
    world.ehr.standalone.context = { ...STAFF, patient: 'ehr-b' };
    const browser = world.browser();
    const { at } = await world.finish(browser, `${world.publicUrl}/launch`);
    expect(world.patientsOf(String(await world.tokenOf(browser, world.handleOf(at))))).toEqual([
      OTHER_PATIENT,
    ]);
    expect(world.ehr.complaints).toEqual([]);
  });

  test('signs out with its tokens', async () => {
    const browser = world.browser();
    const handle = await world.open(browser, 'ehr-a');
    const token = String(await world.tokenOf(browser, handle));
    expect(await (await world.signOut(browser)).json()).toEqual({ endSessionUrl: null });
    expect([await world.read(token), await world.tokenOf(browser, handle)]).toEqual([401, 401]);
  });

  test('works for a client with a secret, too', async () => {
    const secret = 'a secret: of+the/client';
    const confidential = await startLaunches({}, {}, secret);
    const browser = confidential.browser();
    expect(await confidential.open(browser, 'ehr-a')).toMatch(/^[\w-]{43}$/);
    await confidential.close();
  });

  test('sends letters, digits and -_. of its secret as they are: some EHRs compare without decoding', async () => {
    // Of the specification's own example (client-confidential-symmetric), and the form of a UUID.
    const secret = 'my-app-secret-123.9b7e_4c1d';
    const confidential = await startLaunches({}, {}, secret);
    await confidential.open(confidential.browser(), 'ehr-a');
    expect(confidential.ehr.credentials).toEqual([`instrument-panel:${secret}`]);
    await confidential.close();
  });

  test('leaves its row with its patient, a refusal too, counts, and logs neither', async () => {
    const { mkdtempSync, rmSync } = await import('node:fs');
    const folder = mkdtempSync('/tmp/instrument-panel-smart-');
    const storage = { file: `${folder}/proxy.sqlite` };
    const metrics = { token: 'metrics-0123456789abcdef' };
    const own = await startLaunches({}, { storage, metrics });
    await own.open(own.browser(), 'ehr-a');
    await own.open(own.browser(), 'ehr-unknown');
    const rows = (await readAudit(await openStorage(storage))).map(({ entry }) => entry);
    const who = { sub: 'staff-7', role: 'professional', professionalId: PROFESSIONAL };
    expect(rows).toMatchObject([
      { route: 'GET /launch/callback', who, ids: { patientIds: [PATIENT] }, outcome: { kind: 'done' } },
      {
        route: 'GET /launch/callback',
        who,
        outcome: { kind: 'refused', status: 403, code: 'UNKNOWN_PATIENT' },
      },
    ]);
    const answer = await fetch(`${own.url}/metrics`, {
      headers: { authorization: `Bearer ${metrics.token}` },
    });
    const counted = (await answer.text()).split('\n').filter((line) => line.includes('way="smart"'));
    expect(counted).toHaveLength(2);
    const log = JSON.stringify(own.lines);
    for (const secret of [PATIENT, 'ehr-a', 'ehr-unknown', 'staff-7', 'Practitioner', 'CANARY', 'eyJ'])
      expect(log).not.toContain(secret);
    await own.close();
    rmSync(folder, { recursive: true });
  });
});

describe('what the operator reads of a launch that opens nothing', () => {
  const hintOf = async (
    url: string,
    own: Pick<Launches, 'browser' | 'finish' | 'lines'> = world,
  ): Promise<readonly unknown[]> => {
    const { answer } = await own.finish(own.browser(), url);
    const line = own.lines.findLast(({ hint }) => hint !== undefined);
    const served = own.lines.findLast(({ route }) => route?.includes('/launch'));
    expect(line?.requestId).toBe(served?.requestId);
    return [answer.status, served?.code, line?.event, line?.hint];
  };
  const refusedFor = (status: number, code: string, hint: RegExp) => [
    status,
    code,
    'sign-in-refused',
    expect.stringMatching(hint),
  ];

  test('names the EHR that is not listed, without its query, and nothing that is no address', async () => {
    const from = (iss: string) => `${world.publicUrl}/launch?${new URLSearchParams({ iss, launch: 'abc' })}`;
    expect(await hintOf(from('https://ehr2.example/fhir/r4'))).toEqual(
      refusedFor(
        400,
        'UNKNOWN_LAUNCH',
        /the iss https:\/\/ehr2\.example\/fhir\/r4, and session\.issuers lists/,
      ),
    );
    for (const iss of [
      'Ana Lima',
      'https://ehr2.example/r4?patient=ehr-a',
      `https://e.example/${'x'.repeat(200)}`,
    ])
      expect(await hintOf(from(iss))).toEqual(refusedFor(400, 'UNKNOWN_LAUNCH', /an iss that is no address/));
  });

  test.each<[string, string | undefined, typeof STAFF, Faults, number, string, RegExp]>([
    [
      'no user',
      'ehr-a',
      STAFF,
      { claims: ({ fhirUser: _, ...all }) => all },
      400,
      'SIGN_IN_FAILED',
      /has no fhirUser/,
    ],
    ['no patient', undefined, STAFF, {}, 400, 'NO_PATIENT', /named no patient/],
    ['a reference as patient', 'Patient/ehr-a', STAFF, {}, 400, 'NO_PATIENT', /no id of FHIR/],
    [
      'a patient who is not known',
      'ehr-unknown',
      STAFF,
      {},
      403,
      'UNKNOWN_PATIENT',
      /session\.patient gave null/,
    ],
    [
      'a person who has no access',
      'ehr-a',
      { sub: 'idp-8', fhirUser: 'Practitioner/8' },
      {},
      403,
      'NO_ACCESS',
      /session\.professional gave null/,
    ],
  ])('says what it lacked: %s', async (_, patient, who, faults, status, code, hint) => {
    Object.assign(world.ehr.faults, faults);
    expect(await hintOf(world.launchUrl(patient, who))).toEqual(refusedFor(status, code, hint));
  });

  test.each<[string, Partial<SmartSessionOptions>, RegExp]>([
    [
      'threw',
      { patient: () => Promise.reject(new RangeError('ehr-a CANARY')) },
      /^session\.patient threw RangeError\./,
    ],
    [
      'does not answer',
      { professional: () => new Promise(() => {}) },
      /^session\.professional did not answer within 0\.05 s\./,
    ],
  ])('names the function that %s, and nothing that it threw', async (_, wrong, hint) => {
    const own = await startLaunches(wrong, { limits: { sessionMs: 50 } });
    expect(await hintOf(own.launchUrl('ehr-a'), own)).toEqual([
      503,
      'SESSION_UNAVAILABLE',
      'session-hook-failed',
      expect.stringMatching(hint),
    ]);
    expect(JSON.stringify(own.lines)).not.toMatch(/CANARY|ehr-a/);
    await own.close();
  });

  test.each<[string, Faults, string]>([
    [
      'no S256',
      { metadata: (all) => ({ ...all, code_challenge_methods_supported: ['plain'] }) },
      'code_challenge_methods_supported must list S256',
    ],
    ['no keys', { metadata: ({ jwks_uri: _, ...all }) => all }, 'jwks_uri must be an https address'],
    [
      'no sign-in',
      { metadata: (all) => ({ ...all, capabilities: [] }) },
      'capabilities must list sso-openid-connect',
    ],
    ['no object', { metadata: () => [] as never }, 'it is not there, or no JSON object'],
  ])('names the field of the configuration: %s', async (_, faults, part) => {
    const own = await startLaunches();
    Object.assign(own.ehr.faults, faults);
    const [, , event, hint] = await hintOf(own.launchUrl('ehr-a'), own);
    expect([event, hint]).toEqual([
      'sign-in-failed',
      expect.stringContaining(
        `SMART_CONFIGURATION_INVALID, ${part}, ${own.ehr.iss}/.well-known/smart-configuration answered 200. `,
      ),
    ]);
    await own.close();
  });

  test('names the address that fails, and that it can be tried again', async () => {
    const own = await startLaunches();
    own.ehr.faults.status = 500;
    expect(await hintOf(own.launchUrl('ehr-a'), own)).toEqual([
      503,
      'UNAVAILABLE',
      'sign-in-failed',
      expect.stringContaining(`${own.ehr.iss}/.well-known/smart-configuration answered 500`),
    ]);
    own.ehr.heal();
    own.ehr.faults.metadata = (all) => ({ ...all, jwks_uri: 'http://127.0.0.1:5/jwks' });
    expect(await hintOf(own.launchUrl('ehr-a'), own)).toEqual([
      503,
      'UNAVAILABLE',
      'sign-in-failed',
      expect.stringContaining('http://127.0.0.1:5/jwks cannot be reached'),
    ]);
    await own.close();
  });

  test('says that no cookie came back, and which option that is', async () => {
    const { at } = await world.toCallback(world.browser(), world.launchUrl('ehr-a'));
    expect(await hintOf(at)).toEqual(refusedFor(400, 'TOO_OLD', /without the cookie.*session\.cookie/));
  });
});

describe('the page on which a launch ends', () => {
  const policyOf = async (own: Launches) => {
    const { answer } = await own.finish(own.browser(), own.launchUrl('ehr-unknown'));
    expect(await answer.text()).toContain('was not found here');
    return [
      answer.headers.get('content-security-policy')?.includes('frame-ancestors'),
      answer.headers.get('x-frame-options'),
    ];
  };

  test('is shown in no frame, but where the app is one: a page that is blocked says nothing', async () => {
    const framed = await startLaunches({ cookie: { sameSite: 'none', partitioned: true } });
    expect([await policyOf(world), await policyOf(framed)]).toEqual([
      [true, 'DENY'],
      [false, null],
    ]);
    await framed.close();
  });

  test('says of a person who declined that they did', async () => {
    world.ehr.faults.back = (back) => {
      back.searchParams.delete('code');
      back.searchParams.set('error', 'access_denied');
    };
    const { answer } = await world.finish(world.browser(), world.launchUrl('ehr-a'));
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('was declined')]);
  });
});

describe('a launch that opens nothing', () => {
  const refused = async (url: string, status: number, words: string) => {
    const browser = world.browser();
    const { answer } = await world.finish(browser, url);
    expect([answer.status, answer.headers.get('location')]).toEqual([status, null]);
    expect(await answer.text()).toContain(words);
    expect((await world.session(browser, { launch: 'x'.repeat(43) })).status).toBe(401);
  };

  test('is of a patient who is not known here: that is said', () =>
    refused(world.launchUrl('ehr-unknown'), 403, 'was not found here'));

  test('is without a patient: that is said', () =>
    refused(world.launchUrl(undefined), 400, 'did not say which patient'));

  test('is of somebody who has no access', () =>
    refused(world.launchUrl('ehr-a', { sub: 'idp-8', fhirUser: 'Practitioner/8' }), 403, 'no access here'));

  test.each<[string, string]>([
    ['of an EHR that is not listed', 'iss=https%3A%2F%2Fevil.example%2Ffhir&launch=abc'],
    ['of two EHRs', 'iss=ISS&iss=https%3A%2F%2Fevil.example%2Ffhir&launch=abc'],
    ['of a longer address', 'iss=ISS.evil.example&launch=abc'],
    ['of a path below', 'iss=ISS%2F..%2Fother&launch=abc'],
    ['with two launches', 'iss=ISS&launch=a&launch=b'],
    ['without its EHR', 'launch=abc'],
    ['with a launch that cannot be sent on', `iss=ISS&launch=${'x'.repeat(2_001)}`],
  ])('is %s, and nobody is asked', async (_, query) => {
    const asked = query.replaceAll('ISS', encodeURIComponent(world.ehr.iss));
    const answer = await world.browser().get(`${world.publicUrl}/launch?${asked}`);
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  });

  test.each<[string, Faults]>([
    ['names no user', { claims: ({ fhirUser: _, ...claims }) => claims }],
    [
      'names two users',
      { answer: (answer) => ({ ...answer, fhirUser: 'https://ehr.example/Practitioner/8' }) },
    ],
    ['names its user as a number', { claims: (claims) => ({ ...claims, fhirUser: 7 }) }],
    [
      'has an ID token of another sign-in',
      { claims: (claims) => ({ ...claims, sub: 'idp-8', nonce: 'x'.repeat(43) }) },
    ],
    ['has an ID token without a subject', { claims: ({ sub: _, ...claims }) => claims }],
    ['has an ID token of another app', { claims: (claims) => ({ ...claims, aud: 'another-app' }) }],
    ['has an ID token of another EHR', { claims: (claims) => ({ ...claims, iss: 'https://evil.example' }) }],
    ['has no ID token', { answer: ({ id_token: _, ...answer }) => answer }],
  ])('is one whose answer %s', async (_, faults) => {
    Object.assign(world.ehr.faults, faults);
    await refused(world.launchUrl('ehr-a'), 400, 'could not be confirmed');
  });

  test.each<[string, unknown]>([
    ['no text', 7],
    ['a list of two', ['ehr-a', 'ehr-b']],
    ['a reference', 'Patient/ehr-a'],
    ['a path', '../ehr-a'],
    ['empty', ''],
    ['two lines', 'ehr-a\nehr-b'],
  ])('is one whose patient is %s', async (_, patient) => {
    world.ehr.faults.answer = (answer) => ({ ...answer, patient });
    await refused(world.launchUrl('ehr-a'), 400, 'did not say which patient');
  });

  test('is one whose code, or whose state, is of another tab', async () => {
    const browser = world.browser();
    await world.open(browser, 'ehr-a');
    const [one, two] = [
      new URL((await world.toCallback(browser, world.launchUrl('ehr-a'))).at),
      new URL((await world.toCallback(browser, world.launchUrl('ehr-b'))).at),
    ];
    const code = one.searchParams.get('code') ?? '';
    one.searchParams.set('code', two.searchParams.get('code') ?? '');
    two.searchParams.set('code', code);
    for (const swapped of [one, two]) {
      const { answer } = await world.finish(browser, swapped.href);
      expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    }
    // The EHR sees that the verifiers do not fit: that is what the test wants.
    expect(world.ehr.complaints.splice(0)).toEqual(Array(2).fill('the verifier does not fit the challenge'));
  });

  test.each<[string, Faults, number]>([
    ['takes no S256', { metadata: (own) => ({ ...own, code_challenge_methods_supported: ['plain'] }) }, 400],
    ['signs nobody in', { metadata: (own) => ({ ...own, capabilities: ['launch-ehr'] }) }, 400],
    [
      'sends its users on in plain text',
      { metadata: (own) => ({ ...own, authorization_endpoint: 'http://ehr.example/a' }) },
      400,
    ],
    [
      'sends its codes on in plain text',
      { metadata: (own) => ({ ...own, token_endpoint: 'http://ehr.example/t' }) },
      400,
    ],
    ['is away', { status: 503 }, 503],
    ['sends the app elsewhere', { status: 302 }, 400],
  ])('is of an EHR that %s', async (_, faults, status) => {
    const own = await startLaunches();
    Object.assign(own.ehr.faults, faults);
    const { answer } = await own.finish(own.browser(), own.launchUrl('ehr-a'));
    expect([answer.status, answer.headers.get('location')]).toEqual([status, null]);
    own.ehr.heal();
    expect(await own.open(own.browser(), 'ehr-a'), 'asked again').toMatch(/^[\w-]{43}$/);
    await own.close();
  });
});

test.each<[string, object, string]>([
  ['no EHR', { issuers: [] }, 'session.issuers must list at least one EHR'],
  [
    'plain text',
    { issuers: [{ iss: 'http://ehr.example/r4', clientId: 'a' }] },
    'session.issuers[0].iss must be the https',
  ],
  [
    'one twice',
    { issuers: Array(2).fill({ iss: 'https://ehr.example/r4', clientId: 'a' }) },
    'session.issuers[1].iss is listed twice',
  ],
  [
    'one twice, once with a slash',
    { issuers: ['https://ehr.example/r4', 'https://ehr.example/r4/'].map((iss) => ({ iss, clientId: 'a' })) },
    'session.issuers[1].iss is listed twice',
  ],
  [
    'a misspelt name',
    { issuers: [{ iss: 'https://ehr.example/r4', clientID: 'a' }] },
    'Did you mean clientId?',
  ],
  ['no page', { page: '/panel' }, 'session.page must be the address'],
  ['no function', { patient: undefined }, 'session.patient must be a function'],
])('a wrong option stops the start: %s', (_, wrong, sentence) => {
  const right = {
    issuers: [{ iss: 'https://ehr.example/r4', clientId: 'a' }],
    page: PAGE,
    professional: async () => null,
    patient: async () => null,
  };
  expect(() => smartSession({ ...right, ...wrong } as SmartSessionOptions)).toThrow(sentence);
});

test('a page that is not listed stops the start', async () => {
  await expect(startLaunches({ page: 'https://other.example/' })).rejects.toThrow(
    'must be a page of one of the origins',
  );
});
