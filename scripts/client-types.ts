/**
 * Writes the types of the published client: each resource, and each body that is sent, as an interface with its doc
 * comments, which an editor shows by its name. The compiler's own types of them are zod's, without a comment.
 *
 * @module
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Endpoint } from '../shared/client/contract/endpoint.ts';
import * as endpoints from '../shared/client/contract/endpoints/index.ts';
import * as resources from '../shared/client/contract/resources/index.ts';
import { endpointDoc, type Fields, resourceDoc } from './contract-docs.ts';

interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly element?: z.ZodMiniType;
  readonly valueType?: z.ZodMiniType;
  readonly innerType?: z.ZodMiniType;
}

const definitionOf = (schema: z.ZodMiniType): Definition => schema.def as unknown as Definition;

const names = new Map<unknown, string>();
for (const [name, schema] of Object.entries<unknown>(resources))
  if (schema instanceof z.ZodMiniObject) names.set(schema, name);

const comment = (said: string | undefined): string =>
  said ? `/** ${said.replaceAll('*/', '*\\/')} */\n` : '';

function hasFields(schema: z.ZodMiniType): boolean {
  const { shape, element, valueType, innerType } = definitionOf(schema);
  const inner = element ?? valueType ?? innerType;
  return Object.keys(shape ?? {}).length > 0 || (inner !== undefined && hasFields(inner));
}

/** The resource of which a schema is a part: each of its fields may be missing. */
function wholeOf(schema: z.ZodMiniType): string | undefined {
  const { shape = {} } = definitionOf(schema);
  const isPartOf = (whole: z.ZodMiniType): boolean => {
    const fields = definitionOf(whole).shape ?? {};
    const isSame = (name: string) => shape[name] && definitionOf(shape[name]).innerType === fields[name];
    return Object.keys(fields).length === Object.keys(shape).length && Object.keys(fields).every(isSame);
  };
  const found = [...names].find(([whole]) => isPartOf(whole as z.ZodMiniType));
  return found && `Partial<${found[1]}>`;
}

/**
 * The type of a value, with the names of resources in it.
 *
 * @param whole the type as the compiler knows it: what has no fields is taken from it
 */
function typeOf(schema: z.ZodMiniType, whole: string, fields: Fields): string {
  const { type, shape, element, valueType, innerType } = definitionOf(schema);
  if (!hasFields(schema)) return whole;
  const name = names.get(schema) ?? wholeOf(schema);
  if (name) return name;
  if (shape) return membersOf(shape, whole, fields);
  if (element) {
    const item = typeOf(element, `${whole}[number]`, fields);
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
  }
  if (valueType) return `Record<string, ${typeOf(valueType, `${whole}[string]`, fields)}>`;
  if (!innerType) throw new TypeError(`No type is written for a schema of type ${type}; decide it here.`);
  return `${typeOf(innerType, `NonNullable<${whole}>`, fields)} | ${type === 'nullable' ? 'null' : 'undefined'}`;
}

function membersOf(shape: NonNullable<Definition['shape']>, whole: string, fields: Fields): string {
  const members = Object.entries(shape).map(([name, schema]) => {
    const { said, fields: inner = {} } = fields[name] ?? {};
    const mark = definitionOf(schema).type === 'optional' ? '?' : '';
    return `${comment(said)}${name}${mark}: ${typeOf(schema, `${whole}['${name}']`, inner)};`;
  });
  return `{\n${members.join('\n')}\n}`;
}

function declareResources(): string {
  const declared = [...names].map(([schema, name]) => {
    const { said, fields } = resourceDoc(name);
    const { shape = {} } = definitionOf(schema as z.ZodMiniType);
    const members = membersOf(shape, `ValueOf<typeof declared.${name}>`, fields);
    return `${comment(said)}export interface ${name} ${members}`;
  });
  return [
    "import type { ValueOf } from './contract/plan.js';",
    "import type * as declared from './contract/resources/index.js';",
    ...declared,
  ].join('\n\n');
}

function declareEndpoint(name: string, { body, response }: Endpoint): string {
  const { said, fields } = endpointDoc(name);
  const declared = `(typeof declared.${name})`;
  let sent = 'null';
  let sentType = '';
  if (body) {
    const { shape = {} } = definitionOf(body);
    const own = `${name.charAt(0).toUpperCase()}${name.slice(1)}Body`;
    sent = `Schema<${names.get(body) ?? own}>`;
    const members = membersOf(shape, `SentOf<${declared}['body']>`, fields);
    if (!names.has(body))
      sentType = `/** The body of {@link ${name}}. */\nexport interface ${own} ${members}\n\n`;
  }
  const answer = `Schema<${typeOf(response, `ValueOf<${declared}['response']>`, {})}>`;
  const types = [`${declared}['path']`, `${declared}['query']`, sent, answer];
  return `${sentType}${comment(said)}export declare const ${name}: Endpoint<${types.join(', ')}>;`;
}

function declareEndpoints(): string {
  const declared = Object.entries<Endpoint>(endpoints).map(([name, one]) => declareEndpoint(name, one));
  return [
    "import type { Endpoint } from './contract/endpoint.js';",
    "import type * as declared from './contract/endpoints/index.js';",
    "import type { Schema, SentOf, ValueOf } from './contract/plan.js';",
    `import type { ${[...names.values()].join(', ')} } from './resources.js';`,
    ...declared,
  ].join('\n\n');
}

/** Writes the types into the compiled package, and has its other modules name them. */
export function writeClientTypes(folder: string): void {
  for (const file of globSync('*.d.ts', { cwd: folder })) {
    const types = readFileSync(join(folder, file), 'utf8');
    writeFileSync(
      join(folder, file),
      types.replace(/'\.\/contract\/(resources|endpoints)\/index\.ts'/g, "'./$1.js'"),
    );
  }
  writeFileSync(join(folder, 'resources.d.ts'), `${declareResources()}\n`);
  writeFileSync(join(folder, 'endpoints.d.ts'), `${declareEndpoints()}\n`);
}
