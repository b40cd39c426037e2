import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEvent } from 'fhir/r4.js';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../shared/client/contract/index.ts';
import { sample } from '../fixtures/sample.ts';
import { openForTest } from '../fixtures/storages.ts';
import {
  fillPath,
  OTHER_PATIENT,
  PAGE,
  PATIENT,
  PROFESSIONAL,
  startWorld,
  tokenFor,
} from '../fixtures/world.ts';
import { createBalpCheck } from './balp.fixture.ts';
import { toAuditEvents } from './balp.ts';
import type { AuditEntry } from './entry.ts';
import { readAudit } from './verify.ts';

const check = createBalpCheck();
const SOURCE = { name: 'https://panel.clinic.example', url: 'https://panel.clinic.example' };

const READ: AuditEntry = {
  sequence: 12,
  at: '2026-05-20T10:00:00.000Z',
  attempt: '0c8b1a52-7f57-4a0e-9b6c-0f2d5f8f3a11',
  route: 'GET /professionals/{professionalId}/patients/{patientId}',
  who: { sub: 'staff-7', role: 'professional', professionalId: PROFESSIONAL },
  jti: '0123456789abcdef',
  ids: { professionalId: PROFESSIONAL, patientId: PATIENT },
  from: '192.0.2.7',
  outcome: { kind: 'done', status: 200 },
};
/** What is undefined is absent. */
type Changes = { readonly [Name in keyof AuditEntry]?: AuditEntry[Name] | undefined };
const eventsOf = (more: Changes, patientId?: string): AuditEvent[] =>
  toAuditEvents({ ...READ, ...more } as AuditEntry, SOURCE, patientId);
function eventOf(more: Changes): AuditEvent {
  const [event, ...rest] = eventsOf(more);
  if (!event || rest.length > 0) throw new Error(`${rest.length + 1} events`);
  return event;
}
const profilesOf = (event: AuditEvent | undefined): string[] =>
  (event?.meta?.profile ?? []).map((url) => url.slice(url.lastIndexOf('.') + 1));

describe('the engine', () => {
  it('refuses what is not FHIR, what breaks an invariant, and what breaks a profile that it claims', () => {
    const event = eventOf({});
    expect(check(event)).toEqual([]);
    const claims = (profile: string) => ({
      profile: [`https://profiles.ihe.net/ITI/BALP/StructureDefinition/IHE.BasicAudit.${profile}`],
    });
    const agent = event.agent.filter((one) => one.type?.coding?.[0]?.code !== '110153');
    const [, ...entity] = event.entity ?? [];
    const broken: readonly [AuditEvent, RegExp][] = [
      [{ ...event, recorded: 'yesterday' }, /instant/],
      [{ ...event, entity: [{ name: 'a', query: 'YQ==' }] }, /sev-1/],
      [{ ...event, agent }, /server/],
      [{ ...event, entity }, /data/],
      [{ ...event, outcome: '8' }, /AuditEvent/],
      [{ ...event, meta: claims('PatientQuery') }, /AuditEvent/],
      [{ ...event, meta: claims('PatientPeek') }, /BALP has no/],
    ];
    for (const [wrong, expected] of broken) expect(check(wrong).join('; ')).toMatch(expected);
  });
});

describe('an AuditEvent of a row', () => {
  it('says who read whom, when, from where, by which request', () => {
    expect(eventOf({})).toEqual({
      resourceType: 'AuditEvent',
      id: '12',
      meta: {
        profile: ['https://profiles.ihe.net/ITI/BALP/StructureDefinition/IHE.BasicAudit.PatientRead'],
      },
      type: { system: 'http://terminology.hl7.org/CodeSystem/audit-event-type', code: 'rest' },
      subtype: [{ system: 'http://hl7.org/fhir/restful-interaction', code: 'read' }],
      action: 'R',
      recorded: '2026-05-20T10:00:00.000Z',
      outcome: '0',
      agent: [
        {
          type: { coding: [{ system: 'http://dicom.nema.org/resources/ontology/DCM', code: '110152' }] },
          who: { display: '192.0.2.7' },
          requestor: false,
          network: { address: '192.0.2.7', type: '2' },
        },
        {
          type: { coding: [{ system: 'http://dicom.nema.org/resources/ontology/DCM', code: '110153' }] },
          who: { identifier: { value: 'https://panel.clinic.example' } },
          requestor: false,
          network: { address: 'https://panel.clinic.example', type: '5' },
        },
        {
          type: {
            coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v3-ParticipationType', code: 'IRCP' }],
          },
          who: { identifier: { system: 'https://panel.clinic.example', value: 'staff-7' } },
          requestor: true,
          role: [{ text: 'professional' }],
        },
      ],
      source: {
        observer: { identifier: { value: 'https://panel.clinic.example' } },
        type: [{ system: 'http://terminology.hl7.org/CodeSystem/security-source-type', code: '4' }],
      },
      entity: [
        {
          type: { system: 'http://terminology.hl7.org/CodeSystem/audit-entity-type', code: '2' },
          role: { system: 'http://terminology.hl7.org/CodeSystem/object-role', code: '4' },
          description: 'GET /professionals/{professionalId}/patients/{patientId}',
          what: { identifier: { type: { text: 'patient' }, value: PATIENT } },
          detail: [{ type: 'HTTP status', valueString: '200' }],
        },
        {
          type: { system: 'http://terminology.hl7.org/CodeSystem/audit-entity-type', code: '1' },
          role: { system: 'http://terminology.hl7.org/CodeSystem/object-role', code: '1' },
          what: { type: 'Patient', identifier: { value: PATIENT } },
        },
        {
          type: {
            system: 'https://profiles.ihe.net/ITI/BALP/CodeSystem/BasicAuditEntityType',
            code: 'XrequestId',
          },
          what: { identifier: { value: '0c8b1a52-7f57-4a0e-9b6c-0f2d5f8f3a11' } },
        },
        {
          type: { system: 'http://hl7.org/fhir/resource-types', code: 'Practitioner' },
          role: { system: 'http://terminology.hl7.org/CodeSystem/object-role', code: '15' },
          what: { identifier: { value: PROFESSIONAL } },
        },
        {
          type: {
            system: 'https://profiles.ihe.net/ITI/BALP/CodeSystem/UserAgentTypes',
            code: 'UserOauthAgent',
          },
          what: {
            identifier: { type: { text: 'SHA-256 of the jti, 16 digits' }, value: '0123456789abcdef' },
          },
        },
      ],
    });
  });

  it('is one for each patient of a list, as BALP wants it, and that of one patient names no other', () => {
    const list = {
      route: 'GET /professionals/{professionalId}/patients',
      ids: { professionalId: PROFESSIONAL, patientIds: [PATIENT, OTHER_PATIENT] },
    };
    const events = eventsOf(list);
    expect(events.map(({ id }) => id)).toEqual(['12.1', '12.2']);
    expect(events.map(profilesOf)).toEqual([['PatientQuery'], ['PatientQuery']]);
    expect(events.flatMap(check)).toEqual([]);
    const [only, ...rest] = eventsOf(list, OTHER_PATIENT);
    expect(rest).toEqual([]);
    expect(JSON.stringify(only)).toContain(OTHER_PATIENT);
    expect(JSON.stringify(only)).not.toContain(PATIENT);
    const token = eventsOf({ ...list, route: 'POST /session' });
    expect(token).toHaveLength(1);
    expect(JSON.stringify(eventsOf({ ...list, route: 'POST /session' }, OTHER_PATIENT))).not.toContain(
      PATIENT,
    );
  });

  it('claims no profile, and makes nothing up, where the row lacks what BALP wants', () => {
    const bare = eventOf({
      from: undefined,
      jti: '',
      who: { ...READ.who, role: null, professionalId: null },
      ids: {},
    });
    expect(profilesOf(bare)).toEqual([]);
    expect(bare.agent.map(({ network, role }) => [network?.address, role])).toEqual([
      ['https://panel.clinic.example', undefined],
      [undefined, undefined],
    ]);
    const nameless = toAuditEvents(READ, { name: 'the clinic', url: null });
    expect(nameless.map(profilesOf)).toEqual([[]]);
    expect([bare, ...nameless].flatMap(check)).toEqual([]);
  });

  it('states no outcome that is not known, and why somebody was refused', () => {
    const outcomes = [
      eventOf({ outcome: undefined }),
      eventOf({ outcome: { kind: 'unknown', status: 502 } }),
      eventOf({ outcome: { kind: 'refused', status: 404, code: 'NOT_FOUND' } }),
      eventOf({ outcome: { kind: 'refused', status: 501, code: 'MAPPING_OFF' } }),
    ];
    expect(outcomes.map(({ outcome, outcomeDesc }) => [outcome, outcomeDesc])).toEqual([
      [undefined, 'begun: the outcome has a record of its own, or is unknown'],
      [undefined, 'unknown: it may have happened'],
      ['4', 'NOT_FOUND'],
      ['8', 'MAPPING_OFF'],
    ]);
    expect(outcomes.flatMap(profilesOf)).toEqual([]);
    expect(outcomes.flatMap(check)).toEqual([]);
  });

  it('is valid for each kind of row', () => {
    const who = (sub: string) => ({ sub, role: 'operations' as const, professionalId: null });
    const kinds: readonly (readonly [Changes, type: string, subtype: string | undefined])[] = [
      [{ route: 'POST /token' }, '110114', 'ITI-71'],
      [{ route: 'mintToken', from: undefined }, '110114', 'ITI-71'],
      [{ route: 'GET /launch/callback' }, '110114', '110122'],
      [
        { route: 'revoke', who: who('(operator)'), from: undefined, ids: { sub: '*', before: READ.at } },
        '110113',
        '110137',
      ],
      [
        { route: 'refused', counts: { RATE_LIMITED: 40 }, since: '2026-05-20T09:59:00.000Z', ids: {} },
        '110113',
        undefined,
      ],
      [
        {
          route: 'refused',
          who: { sub: '(unknown)', role: null, professionalId: null },
          from: '(others)',
          jti: '',
          ids: {},
          counts: { NOT_FOUND: 50 },
          since: READ.at,
          outcome: { kind: 'refused', status: 404 },
        },
        '110113',
        undefined,
      ],
      [
        {
          route: 'trail gap',
          who: who('(proxy)'),
          from: undefined,
          ids: {},
          counts: { answered: 3 },
          since: READ.at,
        },
        '110101',
        undefined,
      ],
      [
        { route: 'trail pruned', who: who('(proxy)'), from: undefined, ids: {}, upTo: `5:${'0'.repeat(64)}` },
        '110101',
        undefined,
      ],
      [
        {
          route: 'trail sealed',
          who: who('(proxy)'),
          from: undefined,
          ids: {},
          upTo: `5:${'0'.repeat(64)}`,
          seal: 'a.b.c',
        },
        '110101',
        undefined,
      ],
      [
        {
          route: 'POST /patients/resolve',
          ids: { ...READ.ids, link: '0123456789abcdef' },
          agreed: ['birthday'],
        },
        'rest',
        'create',
      ],
      [
        { route: 'POST /patients/resolve', ids: { ...READ.ids, link: '0123456789abcdef' } },
        'rest',
        'search-type',
      ],
      [{ route: 'DELETE /patients/link', ids: { ...READ.ids, link: '0123456789abcdef' } }, 'rest', 'delete'],
      [{ from: '2001:db8:1:2::/64' }, 'rest', 'read'],
    ];
    expect(kinds.map(([more]) => profilesOf(eventOf(more))[0])).toEqual([
      ...Array(9).fill(undefined),
      'PatientCreate',
      'PatientQuery',
      'PatientDelete',
      'PatientRead',
    ]);
    for (const [more, type, subtype] of kinds) {
      const event = eventOf(more);
      expect(check(event)).toEqual([]);
      expect([event.type.code, event.subtype?.[0]?.code]).toEqual([type, subtype]);
    }
  });
});

const BODY = JSON.stringify({
  name: 'NAME-CANARY',
  surname: 'NAME-CANARY',
  cellphone: '+5511900001234',
  externalId: 'NAME-CANARY',
  external_id: 'NAME-CANARY',
  email: 'name-canary@clinic.example',
  patientId: PATIENT,
  recurrenceCycle: 'ONCE',
  startedAt: '2026-03-01T09:00:00Z',
  case_text: 'NAME-CANARY',
});

describe('the trail of a proxy', () => {
  it('is valid as AuditEvents, for every endpoint of the contract, tokens, refusals and revocations', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'instrument-panel-balp-'));
    const storage = { file: join(folder, 'proxy.sqlite') };
    const session = async () =>
      ({ sub: 'staff-7', role: 'professional', professionalId: PROFESSIONAL, actions: ['read'] }) as const;
    const world = await startWorld({ storage, session });
    const json = { 'content-type': 'application/json' };
    for (const { method, path, response } of ENDPOINTS) {
      world.service.answer = () => ({ body: sample(response, PATIENT) });
      const filled = fillPath(path);
      const asked = { method, ...(method === 'GET' ? {} : { body: BODY, headers: json }) };
      await world.ask(filled, await tokenFor({ role: 'operations' }), asked);
      await world.ask(filled, await tokenFor({ ops: [] }), asked);
    }
    await fetch(`${world.url}/session`, { method: 'POST', headers: { origin: PAGE, ...json }, body: '{}' });
    await world.proxy.revokeMinted({ sub: 'staff-7' });
    await world.close();
    const opened = await openForTest(storage);
    const rows = await readAudit(opened, 1, 1_000);
    await opened.close();
    rmSync(folder, { recursive: true });
    const events = rows.flatMap(({ entry }) => (entry ? toAuditEvents(entry, SOURCE) : []));
    expect(events.flatMap(check)).toEqual([]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    expect(events.length).toBeGreaterThanOrEqual(rows.length);
    // Each success keeps a profile; BALP has none of an operation. A deletion's row names the submission alone.
    const bare = events.filter(
      (event) => event.outcome === '0' && event.type.code === 'rest' && profilesOf(event).length === 0,
    );
    expect(bare.map(({ subtype }) => subtype?.[0]?.code)).toEqual(['operation', 'operation']);
    expect(new Set(events.flatMap(profilesOf))).toEqual(
      new Set([
        'PatientRead',
        'PatientQuery',
        'PatientCreate',
        'PatientUpdate',
        'Delete',
        'Create',
        'Update',
        'Query',
      ]),
    );
    expect(JSON.stringify(events)).not.toMatch(/canary|5511900001234/i);
  });
});
