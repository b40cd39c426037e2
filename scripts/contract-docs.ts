/**
 * Reads what the contract's doc comments say of its endpoints and fields, for documents that are made from it: what an
 * editor shows of a field is what the OpenAPI document says of it.
 *
 * @module
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'rolldown/utils';
import { openApiDocument } from '../shared/client/contract/openapi.ts';

type Json = Record<string, unknown>;

/** A node of the syntax tree, as far as it is looked at here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly name?: string;
  readonly value?: unknown;
  readonly key?: Node;
  readonly id?: Node;
  readonly init?: Node | null;
  readonly callee?: Node;
  readonly property?: Node;
  readonly argument?: Node;
  readonly arguments?: readonly Node[];
  readonly properties?: readonly Node[];
  readonly declarations?: readonly Node[];
  readonly declaration?: Node | null;
  readonly body?: readonly Node[];
}

/** What is said of a field, and of those inside it. */
interface FieldDoc {
  readonly said: string | undefined;
  readonly fields: Fields;
}
export type Fields = Readonly<Record<string, FieldDoc>>;

/** A constant of the contract: its initializer, the file's other constants, and what is said of it. */
interface Constant {
  readonly init: Node;
  readonly module: Module;
  readonly said: string | undefined;
}
interface Module {
  readonly constants: Map<string, Constant>;
  readonly commentBefore: (node: Node) => string | undefined;
}

const root = fileURLToPath(new URL('../shared/client/contract', import.meta.url));

/** The words of a doc comment, on one line, without links that only an editor resolves. */
const toWords = (comment: string): string =>
  comment
    .replace(/^\*|\n\s*\*/g, ' ')
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .replace(/ \(docs\/[\w.#-]+\)/g, '')
    .replace(/\s+/g, ' ')
    .trim();

function readModule(file: string): Module {
  const source = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, source);
  const docs = comments.filter(({ value }) => value.startsWith('*'));
  const module: Module = {
    constants: new Map(),
    commentBefore(node) {
      const before = docs.findLast(({ end }) => end <= node.start);
      const isNext = before && /^\s*(?:\/\/.*\s*)*$/.test(source.slice(before.end, node.start));
      return isNext ? toWords(before.value) : undefined;
    },
  };
  for (const statement of program.body as unknown as readonly Node[]) {
    const declared = statement.declaration ?? statement;
    for (const { id, init } of declared.declarations ?? [])
      if (id?.name && init)
        module.constants.set(id.name, { init, module, said: module.commentBefore(statement) });
  }
  return module;
}

const modules = globSync('**/*.ts', { cwd: root })
  .filter((file) => !/\.test\.ts$/.test(file))
  .map((file) => readModule(join(root, file)));

const findConstant = (name: string, from?: Module): Constant | undefined =>
  from?.constants.get(name) ?? modules.map(({ constants }) => constants.get(name)).find(Boolean);

/** The fields that an object literal writes, with those of what it spreads. */
function fieldsOfLiteral({ properties = [] }: Node, module: Module): Fields {
  return Object.assign(
    {},
    ...properties.map((property) => {
      if (property.type === 'SpreadElement')
        return property.argument ? fieldsOf(property.argument, module) : {};
      const name = property.key?.name ?? property.key?.value;
      const fields = fieldsOf(property.value as Node, module);
      return { [String(name)]: { said: module.commentBefore(property), fields } };
    }),
  ) as Fields;
}

/** The fields of the object that a schema is of, whatever is around it. */
function fieldsOf(node: Node, module: Module): Fields {
  if (node.type === 'ObjectExpression') return fieldsOfLiteral(node, module);
  if (node.type === 'Identifier') {
    const found = findConstant(node.name ?? '', module);
    return found ? fieldsOf(found.init, found.module) : {};
  }
  if (node.type !== 'CallExpression') return {};
  return Object.assign({}, ...(node.arguments ?? []).map((one) => fieldsOf(one, module))) as Fields;
}

/** What the parameters of queries mean, wherever they stand. */
const PARAMETERS: Readonly<Record<string, string>> = {
  email: 'E-mail address of the account.',
  endDate: 'End of the time that is asked for.',
  format: '`pdf` for the instrument as a document; anything else for JSON.',
  formApplicationId: 'Only submissions of this application.',
  formTemplateId: 'Only submissions of this instrument.',
  limit: 'How many are given at most; all where it is left out.',
  offset: 'How many are left out at the beginning.',
  orderBy: 'What the list is sorted by.',
  orderDirection: 'Which way the list is sorted.',
  page: 'Number of the page, from 1.',
  page_size: 'Recommendations to a page.',
  recurrenceCycle: 'Only applications that ask this often.',
  search: 'Text that the case or the recommendation contains.',
  startDate: 'Begin of the time that is asked for.',
  status: 'Only those in one of these states.',
  tags: 'Only instruments with one of these topics.',
  professionalId: 'Id of the professional at the service.',
  patientId: 'Id of the patient at the service.',
  formId: 'Id of the instrument.',
  applicationId: 'Id of the application.',
  submissionId: 'Id of the submission.',
  'X-Service-Signature': 'Time and signature of the delivery, to be checked over its raw body.',
  'X-Service-Event-Id': 'Id of the event, for logs only: it is not signed.',
};

/** Adds what is said of each field to a schema, at every depth. */
function describeSchema(schema: unknown, fields: Fields): void {
  if (typeof schema !== 'object' || schema === null) return;
  const { properties, items, additionalProperties, anyOf, oneOf, allOf } = schema as Readonly<
    Record<string, unknown>
  >;
  for (const [name, property] of Object.entries((properties ?? {}) as Record<string, Json>)) {
    const { said, fields: inner = {} } = fields[name] ?? {};
    if (said) property.description = said;
    describeSchema(property, inner);
  }
  for (const inside of [items, additionalProperties, anyOf, oneOf, allOf].flat())
    describeSchema(inside, fields);
}

const at = (value: unknown, ...path: readonly string[]): Json =>
  path.reduce((inner, key) => ((inner as Json)?.[key] ?? {}) as Json, value as Json);

/** The schemas of what is sent, or of what is answered but for errors. */
function schemasOf(operation: Json, part: 'body' | 'response'): readonly Json[] {
  const contents =
    part === 'body'
      ? [at(operation, 'requestBody', 'content')]
      : Object.values(at(operation, 'responses')).map((one) => at(one, 'content'));
  return contents
    .map((content) => at(content, 'application/json', 'schema'))
    .filter(({ $ref }) => !String($ref).endsWith('ErrorResponse'));
}

/** What is said of a resource, and of its fields. */
export function resourceDoc(name: string): FieldDoc {
  const constant = findConstant(name);
  return { said: constant?.said, fields: constant ? fieldsOf(constant.init, constant.module) : {} };
}

/** What is said of an endpoint, and of the fields of its body. */
export function endpointDoc(id: string): FieldDoc {
  const constant = findConstant(id);
  const body = constant?.init.arguments?.[1]?.properties?.find(({ key }) => key?.name === 'body');
  return {
    said: constant?.said,
    fields: body ? fieldsOf(body.value as Node, constant?.module as Module) : {},
  };
}

function describeOperation(operation: Json): void {
  for (const parameter of (operation.parameters ?? []) as Json[])
    parameter.description ??= PARAMETERS[String(parameter.name)];
  const constant = findConstant(String(operation.operationId));
  if (!constant) return;
  const { init, module, said } = constant;
  operation.description = said;
  for (const { key, value } of init.arguments?.[1]?.properties ?? []) {
    if (key?.name !== 'body' && key?.name !== 'response') continue;
    const fields = fieldsOf(value as Node, module);
    for (const schema of schemasOf(operation, key.name)) describeSchema(schema, fields);
  }
}

/** The OpenAPI document with what the contract's doc comments say of its operations and fields. */
export function describedOpenApiDocument(): Json {
  const document = openApiDocument();
  for (const [name, schema] of Object.entries(at(document, 'components', 'schemas'))) {
    const { said, fields } = resourceDoc(name);
    if (said) (schema as Json).description = said;
    describeSchema(schema, fields);
  }
  for (const paths of [document.paths, document.webhooks])
    for (const path of Object.values(paths as Json))
      for (const operation of Object.values(path as Json)) describeOperation(operation as Json);
  return document;
}
