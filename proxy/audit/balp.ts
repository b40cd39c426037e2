import { isIP } from 'node:net';
import type { AuditEvent, AuditEventAgent, AuditEventEntity, CodeableConcept, Coding } from 'fhir/r4.js';
import { type AuditEntry, type AuditIds, toPatientIds } from './entry.ts';
import { type RowKind, toRowKind } from './row-kind.ts';

/** Which proxy has written the trail. */
export interface TrailSource {
  /** The option `issuer`. */
  readonly name: string;
  /** The address at which it is reached; null if none is known. */
  readonly url: string | null;
}

const BALP = 'https://profiles.ihe.net/ITI/BALP';
const DCM = 'http://dicom.nema.org/resources/ontology/DCM';
const TERMINOLOGY = 'http://terminology.hl7.org/CodeSystem';
const PARTICIPATION = `${TERMINOLOGY}/v3-ParticipationType`;
const INTERACTION = 'http://hl7.org/fhir/restful-interaction';

const coded = (system: string, code: string): CodeableConcept => ({ coding: [{ system, code }] });

interface Pattern {
  readonly type: Coding;
  readonly subtype: readonly Coding[];
  readonly action: NonNullable<AuditEvent['action']>;
  /** The name in the profile, such as `Read`; null if BALP has no profile of it. */
  readonly profile: string | null;
}

const rest = (code: string, action: Pattern['action'], profile: string | null): Pattern => ({
  type: { system: `${TERMINOLOGY}/audit-event-type`, code: 'rest' },
  subtype: [{ system: INTERACTION, code }],
  action,
  profile,
});
const dicom = (code: string, ...subtype: readonly Coding[]): Pattern => ({
  type: { system: DCM, code },
  subtype,
  action: 'E',
  profile: null,
});

/** How each kind of row is coded: BALP 1.1.4 for what is done by HTTP, the codes of DICOM for everything else. */
const PATTERNS: Readonly<Record<RowKind, Pattern>> = {
  read: rest('read', 'R', 'Read'),
  search: rest('search-type', 'E', 'Query'),
  create: rest('create', 'C', 'Create'),
  update: rest('update', 'U', 'Update'),
  delete: rest('delete', 'D', 'Delete'),
  operation: rest('operation', 'E', null),
  token: dicom('110114', { system: 'urn:ihe:event-type-code', code: 'ITI-71' }),
  'sign-in': dicom('110114', { system: DCM, code: '110122' }),
  revocation: dicom('110113', { system: DCM, code: '110137' }),
  refusals: dicom('110113'),
  trail: dicom('110101'),
};

const DESTINATION = coded(DCM, '110152');
const ORIGIN = coded(DCM, '110153');
const RECIPIENT = coded(PARTICIPATION, 'IRCP');
const AUTHOR = coded(PARTICIPATION, 'AUT');
const CLIENT = coded(DCM, '110150');

/** How client, proxy and person take part. BALP lets data flow to the client by a read only, also not by a query. */
function toParts(kind: RowKind): Readonly<Record<'client' | 'server' | 'user', CodeableConcept>> {
  if (kind === 'read') return { client: DESTINATION, server: ORIGIN, user: RECIPIENT };
  if (kind === 'search') return { client: ORIGIN, server: DESTINATION, user: RECIPIENT };
  if (kind === 'create' || kind === 'update') return { client: ORIGIN, server: DESTINATION, user: AUTHOR };
  if (kind === 'delete')
    return {
      client: CLIENT,
      server: coded(`${TERMINOLOGY}/provenance-participant-type`, 'custodian'),
      user: AUTHOR,
    };
  if (kind === 'token')
    return {
      client: CLIENT,
      server: coded(`${BALP}/CodeSystem/UserAgentTypes`, 'AuthzOauthService'),
      user: RECIPIENT,
    };
  return { client: ORIGIN, server: DESTINATION, user: RECIPIENT };
}

/** What the proxy calls a caller without a word of the partner's: `(operator)`, `(proxy)`, `(unknown)`. */
const isOwnWord = (sub: string): boolean => /^\(.+\)$/.test(sub);

function toAgents({ who, from }: AuditEntry, kind: RowKind, source: TrailSource): AuditEventAgent[] {
  const part = toParts(kind);
  const agents: AuditEventAgent[] = [];
  const isItself = who.sub === '(proxy)';
  // Of IPv6 the trail has the network.
  const isAddress = isIP(from?.replace(/\/\d+$/, '') ?? '') > 0;
  if (from !== undefined)
    agents.push({
      type: part.client,
      who: { display: from },
      requestor: false,
      ...(isAddress ? { network: { address: from, type: '2' } } : {}),
    });
  agents.push({
    type: part.server,
    who: { identifier: { value: source.name } },
    requestor: isItself,
    ...(source.url === null ? {} : { network: { address: source.url, type: '5' } }),
  });
  if (isItself) return agents;
  agents.push({
    type: part.user,
    who: isOwnWord(who.sub)
      ? { display: who.sub }
      : { identifier: { system: source.url ?? undefined, value: who.sub } },
    requestor: true,
    ...(who.role === null ? {} : { role: [{ text: who.role }] }),
  });
  return agents;
}

const entityType = (code: string): Coding => ({ system: `${TERMINOLOGY}/audit-entity-type`, code });
const role = (code: string): Coding => ({ system: `${TERMINOLOGY}/object-role`, code });
const named = (text: string, value: string | number) => ({
  identifier: { type: { text }, value: String(value) },
});

/** What was read or written, by the most exact id that the row has; undefined if it has none. */
function toObject(ids: AuditIds): AuditEventEntity['what'] {
  const { submissionId, applicationId, link, formId, patientId, professionalId } = ids;
  if (submissionId !== undefined) return named('submission', submissionId);
  if (applicationId !== undefined) return named('application', applicationId);
  if (link !== undefined) return named('link of an EHR key (keyed hash)', link);
  if (formId !== undefined) return named('instrument', formId);
  if (patientId !== undefined) return named('patient', patientId);
  return professionalId === undefined ? undefined : named('professional', professionalId);
}

/** The facts of a row that no element of its own holds, each as a detail of what was done. */
function toDetails({ ids, agreed, counts, upTo, seal, outcome }: AuditEntry): AuditEventEntity['detail'] {
  const { formId, applicationIds = [], replaced = [], apartFrom = [], page, before } = ids;
  const facts: (readonly [type: string, value: string | number | undefined])[] = [
    ['instrument', formId],
    ...applicationIds.map((id) => ['application', id] as const),
    ...replaced.map((pair) => ['replaced link (old:new)', pair] as const),
    ...apartFrom.map((id) => ['told apart from patient', id] as const),
    ['page', page],
    ['revoked if minted until', before],
    ...(agreed ?? []).map((identifier) => ['agreed identifier', identifier] as const),
    ...Object.entries(counts ?? {}),
    ['rows up to', upTo],
    ['seal (JWS)', seal],
    ['HTTP status', outcome?.status],
  ];
  return facts.flatMap(([type, value]) =>
    value === undefined ? [] : [{ type, valueString: String(value) }],
  );
}

/** What was done, and with what. A query may have no details of its own, and nothing but its text. */
function toSubject(entry: AuditEntry, kind: RowKind): AuditEventEntity {
  const { route, ids } = entry;
  const type = entityType('2');
  const query = Buffer.from(route).toString('base64');
  if (kind === 'search' || kind === 'token') return { type, role: role('24'), description: route, query };
  const detail = toDetails(entry);
  const what = toObject(ids);
  const isRecord = what !== undefined && PATTERNS[kind].profile !== null;
  const about = { type, description: route, ...(what === undefined ? {} : { what }) };
  // Nothing else than its id says of a deleted record, by BALP.
  if (kind === 'delete') return { ...about, role: role('4') };
  return { ...about, role: role(isRecord ? '4' : '13'), ...(detail?.length ? { detail } : {}) };
}

const toPatient = (id: string): AuditEventEntity => ({
  type: entityType('1'),
  role: role('1'),
  what: { type: 'Patient', identifier: { value: id } },
});

function toEntities(entry: AuditEntry, kind: RowKind, patients: readonly string[]): AuditEventEntity[] {
  const { ids, who, jti, attempt } = entry;
  const professionalId = ids.professionalId ?? who.professionalId;
  const transaction = { system: `${BALP}/CodeSystem/BasicAuditEntityType`, code: 'XrequestId' };
  const token = { system: `${BALP}/CodeSystem/UserAgentTypes`, code: 'UserOauthAgent' };
  const practitioner = { system: 'http://hl7.org/fhir/resource-types', code: 'Practitioner' };
  return [
    toSubject(entry, kind),
    ...patients.map(toPatient),
    { type: transaction, what: { identifier: { value: attempt } } },
    ...(professionalId
      ? [{ type: practitioner, role: role('15'), what: { identifier: { value: professionalId } } }]
      : []),
    // The tokens of a person, or of everybody, were revoked.
    ...(ids.sub === undefined
      ? []
      : [{ type: entityType('4'), role: role('6'), what: named('person', ids.sub) }]),
    ...(jti === '' ? [] : [{ type: token, what: named('SHA-256 of the jti, 16 digits', jti) }]),
  ];
}

/** Of an unknown outcome, and of an intent, only the words say anything: no code does. */
function toOutcome({ outcome, counts }: AuditEntry): Pick<AuditEvent, 'outcome' | 'outcomeDesc'> {
  if (!outcome) return { outcomeDesc: 'begun: the outcome has a record of its own, or is unknown' };
  const { kind, status, code = `HTTP ${status}` } = outcome;
  if (kind === 'done') return { outcome: '0' };
  if (kind === 'unknown') return { outcomeDesc: 'unknown: it may have happened' };
  return { outcome: status < 500 ? '4' : '8', ...(counts ? {} : { outcomeDesc: code }) };
}

/** The profile that an event keeps; absent if it is of no success, or BALP wants what the trail does not have. */
function toMeta({ outcome, from }: AuditEntry, kind: RowKind, event: AuditEvent, hasPatient: boolean) {
  const { profile } = PATTERNS[kind];
  const [subject] = event.entity ?? [];
  const hasBoth = event.agent.filter(({ network }) => network).length === 2 && from !== undefined;
  const isWhole = hasBoth && (subject?.what !== undefined || subject?.query !== undefined);
  if (profile === null || outcome?.kind !== 'done' || !isWhole) return {};
  return {
    meta: {
      profile: [`${BALP}/StructureDefinition/IHE.BasicAudit.${hasPatient ? 'Patient' : ''}${profile}`],
    },
  };
}

function toEvent(
  entry: AuditEntry,
  kind: RowKind,
  source: TrailSource,
  part: { id: string; patients: readonly string[] },
) {
  const { type, subtype, action } = PATTERNS[kind];
  const event: AuditEvent = {
    resourceType: 'AuditEvent',
    id: part.id,
    type,
    ...(subtype.length > 0 ? { subtype: [...subtype] } : {}),
    action,
    ...(entry.since === undefined ? {} : { period: { start: entry.since, end: entry.at } }),
    recorded: entry.at,
    ...toOutcome(entry),
    agent: toAgents(entry, kind, source),
    source: {
      observer: { identifier: { value: source.name } },
      type: [{ system: `${TERMINOLOGY}/security-source-type`, code: '4' }],
    },
    entity: toEntities(entry, kind, part.patients),
  };
  return { ...event, ...toMeta(entry, kind, event, part.patients.length > 0) };
}

/**
 * Makes the AuditEvents of a row (FHIR R4, IHE Basic Audit Log Patterns 1.1.4): one for each patient whom an action names,
 * as BALP wants it, else one. What the row does not have is absent.
 *
 * @param patientId leaves out all other patients
 */
export function toAuditEvents(entry: AuditEntry, source: TrailSource, patientId?: string): AuditEvent[] {
  const kind = toRowKind(entry);
  const named = toPatientIds(entry.ids).filter(
    (id) => patientId === undefined || id.toLowerCase() === patientId.toLowerCase(),
  );
  const id = String(entry.sequence);
  if (named.length < 2 || PATTERNS[kind].profile === null)
    return [toEvent(entry, kind, source, { id, patients: named })];
  return named.map((patient, index) =>
    toEvent(entry, kind, source, { id: `${id}.${index + 1}`, patients: [patient] }),
  );
}
