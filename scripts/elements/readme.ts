import { readFileSync, writeFileSync } from 'node:fs';
import { type ElementDescription, elementsManifest, elementsOf, propertyOf, valuesOf } from './manifest.ts';

/**
 * Writes what the elements' JSDoc says into the widget's README: `node scripts/elements/readme.ts`.
 *
 * @module
 */
const README = new URL('../../widget/README.md', import.meta.url);
const BEGIN = '<!-- elements: made from the JSDoc of their classes by `node scripts/elements/readme.ts` -->';
const END = '<!-- /elements -->';

interface Named {
  readonly name: string;
  readonly description: string;
}

/** Text inside a cell: a bar would end it. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ').trim();
const code = (text: string): string => `\`${cell(text)}\``;

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

function attributesOf({ attributes }: ElementDescription): string {
  const rows = attributes.map(({ name, description, type }) => {
    const values = valuesOf(type?.text);
    const accepted = values.length > 0 ? values.map(code).join(', ') : (type?.text ?? 'string');
    return [code(name), code(propertyOf(name)), accepted, cell(description)];
  });
  return table(['attribute', 'property', 'takes', 'what it does'], rows);
}

/** Properties that no attribute has, and what can only be read. */
function propertiesOf({ attributes, members }: ElementDescription): string {
  const twins = new Set(attributes.map(({ name }) => propertyOf(name)));
  const own = members.filter(
    ({ kind, name, description }) => kind === 'field' && !twins.has(name) && description,
  );
  return table(
    ['property', 'type', 'what it is'],
    own.map(({ name, type, description }) => [code(name), code(type?.text ?? ''), cell(description)]),
  );
}

const list = (head: string, items: readonly Named[], name: (of: string) => string = code): string =>
  items.length === 0
    ? ''
    : table(
        [head, 'what it is'],
        items.map((item) => [name(item.name), cell(item.description)]),
      );

/** One element: everything that a page can give it, hear from it and style. */
export function elementSection(element: ElementDescription): string {
  const { tagName, description, events, cssStates, slots, cssParts } = element;
  const parts = [
    `### \`<${tagName}>\``,
    description.replace(/^`<[a-z-]+>`: (.)/, (_, first: string) => first.toUpperCase()).replaceAll('\n', ' '),
    attributesOf(element),
    propertiesOf(element),
    list('event', events),
    list('state', cssStates, (name) => code(`:state(${name})`)),
    list('slot', slots),
    `<details><summary>Parts: <code>${tagName}::part(…)</code></summary>\n\n${list('part', cssParts)}\n\n</details>`,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The tokens of all elements, each once, with the elements that read it. */
export function tokenTable(elements: readonly ElementDescription[]): string {
  const tokens = new Map<string, { description: string; readonly readers: string[] }>();
  // The panel has most of them, and its words for them are the widest.
  for (const { tagName, cssProperties } of elements.toSorted(
    (a, b) => b.cssProperties.length - a.cssProperties.length,
  )) {
    for (const { name, description } of cssProperties) {
      const token = tokens.get(name) ?? { description, readers: [] };
      token.readers.push(tagName.replace('instrument-', ''));
      tokens.set(name, token);
    }
  }
  const rows = [...tokens].map(([name, { description, readers }]) => [
    code(name),
    cell(description),
    readers.join(', '),
  ]);
  return table(['token', 'what it is', 'read by'], rows);
}

/**
 * The README with its elements described anew.
 * @throws Error where the markers are missing.
 */
export function withElements(readme: string, elements: readonly ElementDescription[]): string {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END);
  if (begin === -1 || end < begin) {
    throw new Error(`widget/README.md needs the lines ${BEGIN} and ${END}, in this order.`);
  }
  const sections = [...elements.map(elementSection), `### Tokens\n\n${tokenTable(elements)}`].join('\n\n');
  return `${readme.slice(0, begin)}${BEGIN}\n\n${sections}\n\n${readme.slice(end)}`;
}

if (import.meta.main) {
  const elements = elementsOf(await elementsManifest());
  writeFileSync(README, withElements(readFileSync(README, 'utf8'), elements));
}
