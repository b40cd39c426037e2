/** The reference of the service's HTTP interface, from its OpenAPI document. @module */
import { describedOpenApiDocument } from '../contract-docs.ts';
import { cell, code, markdownTable, toAnchor } from '../markdown.ts';

/** As much of JSON Schema as the document uses. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly description?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>;
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

const document = describedOpenApiDocument() as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

function typeText(schema: Schema): string {
  const { $ref, anyOf, type, items, properties, additionalProperties } = schema;
  if ($ref) {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return `[${name}](#${toAnchor(name)})`;
  }
  if (anyOf) return anyOf.map((one) => (one.type === 'null' ? code('null') : typeText(one))).join(' or ');
  if (schema.enum) return schema.enum.map((value) => code(String(value))).join(', ');
  if (schema.const !== undefined) return code(String(schema.const));
  if (type === 'array') return `list of ${typeText(items ?? {})}`;
  if (properties)
    return `{ ${Object.entries(properties)
      .map(([name, one]) => `${code(name)} ${typeText(one)}`)
      .join(', ')} }`;
  if (typeof additionalProperties === 'object') return `map of text to ${typeText(additionalProperties)}`;
  return schema.format ?? type ?? 'any';
}

function fieldTable({ properties = {}, required = [] }: Schema): string {
  const rows = Object.entries(properties).map(([name, one]) => [
    code(name),
    typeText(one),
    required.includes(name) ? 'yes' : '',
    cell(one.description ?? ''),
  ]);
  return markdownTable(['field', 'type', 'always', 'meaning'], rows);
}

const schemaText = (schema: Schema): string =>
  schema.properties
    ? fieldTable(schema)
    : `${typeText(schema).replace(/^./, (first) => first.toUpperCase())}.`;

function contentText(title: string, content: Content | undefined): string {
  const [found] = Object.entries(content ?? {});
  return found ? `**${title}** (${code(found[0])})\n\n${schemaText(found[1].schema)}` : '';
}

function parameterTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(({ name, in: place, required, description, schema }) => [
    code(name),
    place,
    typeText(schema),
    required ? 'yes' : schema.default === undefined ? '' : `default ${code(String(schema.default))}`,
    cell(description ?? ''),
  ]);
  return rows.length === 0 ? '' : markdownTable(['parameter', 'in', 'type', 'required', 'meaning'], rows);
}

function operationText(path: string, method: string, operation: Operation): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const refusals = Object.entries(responses).filter(([status]) => /^[45]/.test(status));
  return [
    `### ${operationId}`,
    `\`${method.toUpperCase()} ${path}\``,
    `${summary}. ${description ?? ''}`.trim(),
    parameterTable(parameters),
    contentText('Body', requestBody?.content),
    ...answers.map(([status, { content, description: said }]) =>
      content ? contentText(`Answer ${status}`, content) : `**Answer ${status}**: ${said}`,
    ),
    refusals.length > 0
      ? `Refused with ${refusals.map(([status]) => status).join(', ')}: [errors](../errors.md).`
      : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

export function httpApiPage(): string {
  const sections = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const title = operation.tags[0] ?? '';
      sections.set(title, [...(sections.get(title) ?? []), operationText(path, method, operation)]);
    }
  const resources = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `### ${name}\n\n${[schema.description, schemaText(schema)].filter(Boolean).join('\n\n')}`,
  );
  return [
    '# HTTP API',
    'Every endpoint below `/third-party/api/v1`, written by `npm run docs` from the contract; the same as an ' +
      '[OpenAPI 3.1 document](../openapi.json). What the service does and why: [the service](../service.md). Through the ' +
      'proxy each role gets a part of it: [forwarded requests](../proxy.md#forwarded-requests).',
    ...[...sections].map(([title, operations]) => `## ${title}\n\n${operations.join('\n\n')}`),
    `## Resources\n\n${resources.join('\n\n')}`,
    '',
  ].join('\n\n');
}
