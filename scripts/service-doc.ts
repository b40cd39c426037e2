/**
 * `npm run docs`: writes the generated parts of docs/service.md from the contract. Each part stands between
 * `<!-- generated: NAME -->` and `<!-- /generated -->`; everything else on the page is written by hand.
 *
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs';
import {
  APPLICATION_STATUSES,
  type Endpoint,
  FIELD_ACCESS,
  INTEGRATION_STATUSES,
  LINK_STATUSES,
  listSensitiveFields,
  RECURRENCE_CYCLES,
  RISK_FLAG_TYPES,
  RISK_SEVERITIES,
  ROLES,
  SERVICE_ERROR_CODES,
  SUBMISSION_STATUSES,
} from '@instrument-panel/client/contract';
import { SECTIONS } from '../shared/client/contract/endpoints/all.ts';
import { openApiDocument } from '../shared/client/contract/openapi.ts';
import { cell, code, markdownTable, toAnchor } from './markdown.ts';

const PAGE = new URL('../docs/service.md', import.meta.url);

/** As much of JSON Schema as the contract uses. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

interface Operation {
  readonly operationId: string;
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
}

const { components, paths } = openApiDocument() as {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const { schemas } = components;

const refName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** Where each resource is described on the page: the anchor of the heading above its fields. */
type Anchors = ReadonlyMap<string, string>;

/** Names a resource with a link to its heading; one that has none is written out. */
function resourceText(name: string, anchors: Anchors): string {
  const anchor = anchors.get(name);
  return anchor === undefined ? typeText(schemas[name] ?? {}, anchors) : `[${name}](#${anchor})`;
}

const fieldNames = ({ properties = {} }: Schema): string => Object.keys(properties).toSorted().join();

/** Links to a resource that has the same fields, for a schema that leaves any of them out. */
function partialText(schema: Schema, anchors: Anchors): string | undefined {
  const names = fieldNames(schema);
  const same = [...anchors].find(([name]) => fieldNames(schemas[name] ?? {}) === names);
  return same && `[${same[0]}](#${same[1]}), any field of which may be missing`;
}

function propertiesText(
  schema: Schema,
  properties: NonNullable<Schema['properties']>,
  anchors: Anchors,
): string {
  const partial = partialText(schema, anchors);
  if (partial !== undefined) return partial;
  const parts = Object.entries(properties).map(([name, one]) => `${code(name)} ${typeText(one, anchors)}`);
  return parts.length === 0 ? 'empty object' : `{ ${parts.join(', ')} }`;
}

function typeText(schema: Schema, anchors: Anchors): string {
  if (schema.$ref) return resourceText(refName(schema.$ref), anchors);
  if (schema.anyOf) {
    const types = schema.anyOf.filter(({ type }) => type !== 'null');
    return types.map((one) => typeText(one, anchors)).join(' or ');
  }
  if (schema.enum) return `one of ${schema.enum.map(code).join(', ')}`;
  if (schema.const !== undefined) return code(String(schema.const));
  const type = [schema.type ?? 'any'].flat().find((one) => one !== 'null') ?? 'any';
  if (type === 'array') return `list of ${typeText(schema.items ?? {}, anchors)}`;
  if (schema.properties) return propertiesText(schema, schema.properties, anchors);
  if (typeof schema.additionalProperties === 'object')
    return `map of text to ${typeText(schema.additionalProperties, anchors)}`;
  return schema.format ?? (type === 'string' ? 'text' : type);
}

/** Names the roles from which the proxy hides a field; empty where everybody who may read the record sees it. */
function hiddenFrom(name: string): string {
  const sensitivities = [...(listSensitiveFields().get(name) ?? [])];
  const roles = ROLES.flatMap((role) => {
    const access = sensitivities.map((sensitivity) => FIELD_ACCESS[role][sensitivity]);
    if (access.includes('never')) return [role];
    const options = access.filter((one) => one !== 'always');
    return options.length === 0 ? [] : [`${role}, unless ${options.map(code).join(' and ')}`];
  });
  return roles.length === ROLES.length ? 'every role' : roles.join('; ');
}

function fields(name: string, anchors: Anchors): string {
  const { properties = {}, required = [] } = schemas[name] ?? {};
  const rows = Object.entries(properties).map(([field, schema]) => [
    code(field),
    typeText(schema, anchors),
    required.includes(field) ? 'yes' : '',
    hiddenFrom(field),
  ]);
  if (rows.length === 0) throw new Error(`The contract has no resource ${name} with fields.`);
  const isHidden = rows.some(([, , , from]) => from !== '');
  const heads = ['field', 'type', 'always', 'the proxy hides it from'];
  const columns = isHidden ? heads.length : heads.length - 1;
  return markdownTable(
    heads.slice(0, columns),
    rows.map((row) => row.slice(0, columns)),
  );
}

const PREFIX = '/professionals/{professionalId}';
const shortPath = (path: string): string =>
  path.startsWith(`${PREFIX}/`) || path === PREFIX ? `P${path.slice(PREFIX.length)}` : path;

/** Describes the JSON of a request or response of the OpenAPI document. */
function schemaText(part: unknown, anchors: Anchors): string {
  const { content } = (part ?? {}) as { content?: Readonly<Record<string, { schema: Schema }>> };
  const schema = content?.['application/json']?.schema;
  return schema ? typeText(schema, anchors) : '';
}

const operations = new Map(
  Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .map((operation) => [operation.operationId, operation]),
);

function accessText({ access }: Endpoint): string {
  const given = ROLES.filter((role) => access[role] !== 'deny').map((role) => `${role} (${access[role]})`);
  return given.length === 0 ? 'nobody' : given.join(', ');
}

function endpoints(section: string, anchors: Anchors): string {
  const own = SECTIONS[section];
  if (!own) throw new Error(`The contract has no endpoints in the section ${section}.`);
  const rows = own.map((endpoint) => {
    const operation = operations.get(endpoint.id);
    const response = schemaText(operation?.responses[String(endpoint.success[0])], anchors);
    return [
      `${code(endpoint.id)}: ${endpoint.summary.charAt(0).toLowerCase()}${endpoint.summary.slice(1)}`,
      code(`${endpoint.method} ${shortPath(endpoint.path)}`),
      schemaText(operation?.requestBody, anchors),
      endpoint.binary ? `${response}, or ${code(endpoint.binary)}` : response,
      endpoint.action,
      accessText(endpoint),
    ];
  });
  const queries = own.flatMap(({ id, query }) =>
    Object.entries(query).map(([name, { expects, required, schema }]) => [
      code(id),
      code(name),
      `${cell(expects)}${required ? '; required' : ''}`,
      schema.default === undefined ? '' : code(String(schema.default)),
    ]),
  );
  return [
    markdownTable(['call', 'method and path', 'body', 'answer', 'action', 'roles'], rows),
    ...(queries.length > 0 ? [markdownTable(['call', 'query parameter', 'takes', 'default'], queries)] : []),
  ].join('\n\n');
}

const values = (list: readonly string[]): string => list.map(code).join(', ');

const GENERATED: Readonly<Record<string, (argument: string, anchors: Anchors) => string>> = {
  fields,
  endpoints,
  'application states': () => values(APPLICATION_STATUSES),
  'submission states': () => values(SUBMISSION_STATUSES),
  'integration states': () => values(INTEGRATION_STATUSES),
  'link states': () => values(LINK_STATUSES),
  'recurrence cycles': () => values(RECURRENCE_CYCLES),
  'risk flag types': () => values(RISK_FLAG_TYPES),
  'risk severities': () => values(RISK_SEVERITIES),
  'error codes': () => values(SERVICE_ERROR_CODES),
};

const BLOCK = /<!-- generated: (?<what>[\w ]+?)(?:, (?<argument>[^>]+?))? -->\n[\s\S]*?<!-- \/generated -->/g;

function findAnchors(page: string): Anchors {
  const anchors = new Map<string, string>();
  let heading = '';
  for (const line of page.split('\n')) {
    heading = /^#+ (.+)$/.exec(line)?.[1] ?? heading;
    const name = /^<!-- generated: fields, (\w+) -->$/.exec(line)?.[1];
    if (name !== undefined) anchors.set(name, toAnchor(heading));
  }
  return anchors;
}

/**
 * Writes every generated part anew.
 *
 * @throws Error for a part that nothing generates
 */
export function withContract(page: string): string {
  const anchors = findAnchors(page);
  return page.replace(BLOCK, (_, what: string, argument: string | undefined) => {
    const generate = GENERATED[what];
    if (!generate) throw new Error(`docs/service.md asks for "${what}", which nothing generates.`);
    const opening = `<!-- generated: ${what}${argument === undefined ? '' : `, ${argument}`} -->`;
    return `${opening}\n\n${generate(argument ?? '', anchors)}\n\n<!-- /generated -->`;
  });
}

if (import.meta.main) {
  writeFileSync(PAGE, withContract(readFileSync(PAGE, 'utf8')));
  console.log('Wrote docs/service.md.');
}
