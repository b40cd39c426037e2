/**
 * Reads exported types and functions with their doc comments, for the references of options and calls. TypeDoc needs the
 * programming interface of TypeScript 6, which the compiler of this project (7) does not have.
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'rolldown/utils';
import { root } from '../site/pages.ts';

/** A node of the syntax tree, as far as it is looked at here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly value?: unknown;
  readonly optional?: boolean;
  readonly id?: Node | null;
  readonly key?: Node;
  readonly typeAnnotation?: Node;
  readonly expression?: Node;
  readonly init?: Node | null;
  readonly params?: readonly Node[];
  readonly returnType?: Node | null;
  readonly declaration?: Node | null;
  readonly declarations?: readonly Node[];
  readonly properties?: readonly Node[];
  readonly types?: readonly Node[];
  readonly members?: readonly Node[];
  readonly superClass?: Node | null;
  readonly extends?: readonly Node[];
  readonly body?: Node | readonly Node[];
}

/** What a doc comment says. */
export interface Said {
  readonly text: string;
  /** The code of its example, if it has one. */
  readonly example: string | undefined;
  readonly throws: readonly string[];
}

export interface Member extends Said {
  readonly name: string;
  readonly isOptional: boolean;
  /** As it is written: a type, or the value of a constant. */
  readonly type: string;
}

export interface Declaration extends Said {
  readonly name: string;
  readonly kind: 'interface' | 'type' | 'function' | 'class' | 'constant';
  /** A type, or the first line of a function. */
  readonly signature: string;
  readonly members: readonly Member[];
  /** Names of the interfaces or of the class that it extends. */
  readonly bases: readonly string[];
}

const list = (body: Node['body']): readonly Node[] =>
  Array.isArray(body) ? (body as readonly Node[]) : list((body as Node | undefined)?.body);

/** The words of a doc comment; links that only an editor resolves become code. */
export function readComment(comment: string): Said {
  const lines = comment.replace(/^\*/, '').replace(/\n[ \t]*\* ?/g, '\n');
  const [text = '', ...tags] = lines.split(/\n\s*(?=@\w)/);
  const plain = (words: string): string =>
    words
      .replace(/\{@link (\w+)\}/g, '`$1`')
      .replace(/ \(docs\/[\w./#-]+\)/g, '')
      .replace(/\s+/g, ' ')
      .trim();
  const find = (tag: string) =>
    tags.filter((one) => one.startsWith(`@${tag}`)).map((one) => one.slice(tag.length + 1));
  const [shown] = find('example');
  const example = (/```ts\n([\s\S]*?)```/.exec(shown ?? '')?.[1] ?? shown)?.replace(/^\n+|\s+$/g, '');
  return { text: plain(text), example, throws: find('throws').map(plain) };
}

/** The declarations of a file, by name. */
export function readDeclarations(file: string): ReadonlyMap<string, Declaration> {
  const source = readFileSync(join(root, file), 'utf8');
  const { program, comments } = parseSync(file, source);
  const docs = comments.filter(({ value }) => value.startsWith('*'));
  const textOf = ({ start, end }: Node): string =>
    source
      .slice(start, end)
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/\s+/g, ' ')
      .trim();
  const saidBefore = (node: Node): Said => {
    const before = docs.findLast(({ end }) => end <= node.start);
    const isNext = before && /^\s*$/.test(source.slice(before.end, node.start));
    return readComment(isNext ? before.value : '');
  };
  const toMember = (node: Node): Member => ({
    ...saidBefore(node),
    name: node.key?.name ?? String(node.key?.value ?? ''),
    isOptional: node.optional ?? false,
    type: textOf(node.typeAnnotation?.typeAnnotation ?? (node.value as Node | undefined) ?? node),
  });
  const toDeclaration = (statement: Node, declared: Node): Declaration | null => {
    const said = saidBefore(statement);
    const name = declared.id?.name ?? '';
    const bases = (declared.extends ?? []).map(textOf);
    if (declared.type === 'TSInterfaceDeclaration')
      return {
        ...said,
        name,
        kind: 'interface',
        signature: '',
        members: list(declared.body).map(toMember),
        bases,
      };
    if (declared.type === 'TSTypeAliasDeclaration' && declared.typeAnnotation) {
      const parts = declared.typeAnnotation.types ?? [declared.typeAnnotation];
      const members = parts.flatMap((part) => (part.members ?? []).map(toMember));
      return { ...said, name, kind: 'type', signature: textOf(declared.typeAnnotation), members, bases: [] };
    }
    if (declared.type === 'ClassDeclaration')
      return {
        ...said,
        name,
        kind: 'class',
        signature: '',
        members: [],
        bases: [declared.superClass?.name ?? ''],
      };
    if (declared.type === 'FunctionDeclaration') {
      const end = declared.returnType?.end ?? list(declared.params as never)[0]?.end ?? declared.end;
      return {
        ...said,
        name,
        kind: 'function',
        signature: textOf({ ...declared, end }),
        members: [],
        bases: [],
      };
    }
    return null;
  };
  const constants = (statement: Node, declared: Node): readonly Declaration[] =>
    (declared.declarations ?? []).flatMap(({ id, init }) => {
      if (!id?.name || !init) return [];
      let value = init;
      while (value.expression) value = value.expression;
      const members = (value.properties ?? []).map(toMember);
      const signature = `const ${id.name}`;
      return [
        { ...saidBefore(statement), name: id.name, kind: 'constant' as const, signature, members, bases: [] },
      ];
    });
  const found = (program.body as unknown as readonly Node[]).flatMap((statement) => {
    const declared = statement.declaration ?? statement;
    const one = toDeclaration(statement, declared);
    return one ? [one] : constants(statement, declared);
  });
  return new Map(found.map((one) => [one.name, one]));
}
