import { readFileSync, writeFileSync } from 'node:fs';
import { sharedLanguages } from '../../shared/words/compiled/languages.js';
import { cell, code, markdownTable } from '../markdown.ts';
import { type ElementDescription, elementsManifest, elementsOf, propertyOf, valuesOf } from './manifest.ts';

/**
 * Writes the elements' JSDoc into docs/reference/elements.md, and their languages into docs/widget.md:
 * `node scripts/elements/readme.ts`.
 *
 * @module
 */
const ELEMENTS = new URL('../../docs/reference/elements.md', import.meta.url);
const LANGUAGES = new URL('../../docs/widget.md', import.meta.url);
const ELEMENTS_BEGIN =
  '<!-- elements: generated from the JSDoc of their classes by `node scripts/elements/readme.ts` -->';
const LANGUAGES_BEGIN =
  '<!-- languages: generated from `shared/words/languages.json` by `node scripts/elements/readme.ts` -->';

interface Named {
  readonly name: string;
  readonly description: string;
}

function attributesOf({ attributes }: ElementDescription): string {
  const rows = attributes.map(({ name, description, type }) => {
    const values = valuesOf(type?.text);
    const accepted = values.length > 0 ? values.map(code).join(', ') : (type?.text ?? 'string');
    return [code(name), code(propertyOf(name)), accepted, cell(description)];
  });
  return markdownTable(['attribute', 'property', 'values', 'meaning'], rows);
}

/** Properties without an attribute, including the read-only ones. */
function propertiesOf({ attributes, members }: ElementDescription): string {
  const twins = new Set(attributes.map(({ name }) => propertyOf(name)));
  const own = members.filter(
    ({ kind, name, description }) => kind === 'field' && !twins.has(name) && description,
  );
  return markdownTable(
    ['property', 'type', 'meaning'],
    own.map(({ name, type, description }) => [code(name), code(type?.text ?? ''), cell(description)]),
  );
}

const list = (head: string, items: readonly Named[], name: (of: string) => string = code): string =>
  items.length === 0
    ? ''
    : markdownTable(
        [head, 'meaning'],
        items.map((item) => [name(item.name), cell(item.description)]),
      );

function elementSection(element: ElementDescription): string {
  const { tagName, description, events, cssStates, slots, cssParts } = element;
  const parts = [
    `## \`<${tagName}>\``,
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

/** Renders the custom properties of all elements, each once, with the elements that use it. */
function customPropertyTable(elements: readonly ElementDescription[]): string {
  const properties = new Map<string, { description: string; readonly readers: string[] }>();
  // The panel has most of them, and describes them most generally.
  for (const { tagName, cssProperties } of elements.toSorted(
    (a, b) => b.cssProperties.length - a.cssProperties.length,
  )) {
    for (const { name, description } of cssProperties) {
      const property = properties.get(name) ?? { description, readers: [] };
      property.readers.push(tagName.replace('instrument-', ''));
      properties.set(name, property);
    }
  }
  const rows = [...properties].map(([name, { description, readers }]) => [
    code(name),
    cell(description),
    readers.join(', '),
  ]);
  return markdownTable(['custom property', 'meaning', 'used by'], rows);
}

function replaceBetween(document: string, begin: string, end: string, text: string): string {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from === -1 || to < from) {
    throw new Error(`The document needs the lines ${begin} and ${end}, in this order.`);
  }
  return `${document.slice(0, from)}${begin}\n\n${text}\n\n${document.slice(to)}`;
}

/**
 * Replaces the description of the elements between its markers.
 *
 * @throws Error if a marker is missing
 */
export function withElements(document: string, elements: readonly ElementDescription[]): string {
  const sections = [
    ...elements.map(elementSection),
    `## Custom properties\n\n${customPropertyTable(elements)}`,
  ].join('\n\n');
  return replaceBetween(document, ELEMENTS_BEGIN, '<!-- /elements -->', sections);
}

/**
 * Replaces the list of the elements' languages between its markers.
 *
 * @throws Error if a marker is missing
 */
export function withLanguages(document: string): string {
  const rows = Object.entries(sharedLanguages).map(([tag, name]) => [code(tag), name]);
  return replaceBetween(
    document,
    LANGUAGES_BEGIN,
    '<!-- /languages -->',
    markdownTable(['`lang`', 'language'], rows),
  );
}

if (import.meta.main) {
  const elements = elementsOf(await elementsManifest());
  writeFileSync(ELEMENTS, withElements(readFileSync(ELEMENTS, 'utf8'), elements));
  writeFileSync(LANGUAGES, withLanguages(readFileSync(LANGUAGES, 'utf8')));
}
