/**
 * Types for JSX and Vue, and the React components, from the elements' JSDoc.
 *
 * @module
 */
import { type ElementDescription, propertyOf, valuesOf } from './manifest.ts';

const HEAD = '// Made from the JSDoc of the elements’ classes by `npm run build`.';

/** Documentation that stays inside its comment, whatever it holds. */
const comment = (text: string): string => `/** ${text.replaceAll('*/', '*\\/').replaceAll('\n', ' ')} */`;

/** `InstrumentLoadEvent` and the like, as they have to be imported. */
const eventTypes = (elements: readonly ElementDescription[]): string[] => [
  ...new Set(elements.flatMap(({ events }) => events.map(({ type }) => type?.text ?? 'Event'))),
];

const imports = (elements: readonly ElementDescription[]): string =>
  `import type { ${[...elements.map(({ name }) => name), ...eventTypes(elements)].toSorted().join(', ')} } from './index.js';`;

function attributeLines({ attributes }: ElementDescription): string[] {
  return attributes.flatMap(({ name, description, type }) => {
    const values = valuesOf(type?.text);
    const accepted =
      values.length > 0
        ? values.map((value) => (/^\d+$/.test(value) ? `${value} | '${value}'` : `'${value}'`)).join(' | ')
        : type?.text === 'number'
          ? 'number'
          : type?.text === 'boolean'
            ? "boolean | ''"
            : 'string';
    return [`  ${comment(description)}`, `  '${name}'?: ${accepted} | undefined;`];
  });
}

/** Properties that are more than an attribute's twin: what only script can give. */
function ownProperties({ attributes, members }: ElementDescription): string[] {
  const twins = new Set(attributes.map(({ name }) => propertyOf(name)));
  return members
    .filter(({ kind, readonly, name }) => kind === 'field' && !readonly && !twins.has(name))
    .filter(({ name }) => name !== 'status' && name !== 'error')
    .map(({ name }) => name);
}

function propertyLines(element: ElementDescription): string[] {
  const described = new Map(element.members.map(({ name, description }) => [name, description]));
  return ownProperties(element).flatMap((name) => [
    `  ${comment(described.get(name) ?? '')}`,
    `  ${name}?: ${element.name}['${name}'] | undefined;`,
  ]);
}

const attributesName = ({ name }: ElementDescription): string => `${name}Attributes`;

/** What both frameworks share: an interface of attributes and properties for each element. */
const interfaces = (elements: readonly ElementDescription[]): string[] =>
  elements.map((element) =>
    [
      comment(element.description),
      `export interface ${attributesName(element)} {`,
      ...attributeLines(element),
      ...propertyLines(element),
      '}',
    ].join('\n'),
  );

/**
 * Types for JSX in React 19, which sets properties of custom elements and listens to their events
 * (`oninstrument-load`), and in Preact.
 */
export function jsxTypes(elements: readonly ElementDescription[]): string {
  const handlers = (element: ElementDescription): string =>
    element.events
      .map(
        ({ name, type }) => `        'on${name}'?: ((event: ${type?.text ?? 'Event'}) => void) | undefined;`,
      )
      .join('\n');
  const tags = elements.map((element) => {
    const own = attributesName(element);
    const html = `DetailedHTMLProps<HTMLAttributes<${element.name}>, ${element.name}>`;
    return `      '${element.tagName}': ${own} & Omit<${html}, keyof ${own}> & {\n${handlers(element)}\n      };`;
  });
  return [
    HEAD,
    "import type { DetailedHTMLProps, HTMLAttributes } from 'react';",
    imports(elements),
    ...interfaces(elements),
    [
      "declare module 'react' {",
      '  namespace JSX {',
      '    interface IntrinsicElements {',
      ...tags,
      '    }',
      '  }',
      '}',
    ].join('\n'),
  ].join('\n\n');
}

/** Types for templates of Vue 3 (`isCustomElement` in its compiler options makes them elements). */
export function vueTypes(elements: readonly ElementDescription[]): string {
  const tags = elements.map((element) => {
    const handlers = element.events.map(
      ({ name, type }) =>
        `    'on${name.charAt(0).toUpperCase()}${propertyOf(name).slice(1)}'?: (event: ${type?.text ?? 'Event'}) => void;`,
    );
    return [
      `    '${element.tagName}': DefineComponent<${attributesName(element)} & {`,
      ...handlers,
      '    }>;',
    ].join('\n');
  });
  return [
    HEAD,
    "import type { DefineComponent } from 'vue';",
    imports(elements),
    ...interfaces(elements),
    ["declare module 'vue' {", '  interface GlobalComponents {', ...tags, '  }', '}'].join('\n'),
  ].join('\n\n');
}

const handlerOf = (event: string): string =>
  `on${event.charAt(0).toUpperCase()}${propertyOf(event).slice(1)}`;

/** The module that registers one element and no other, beside the React components. */
function defineOf({ tagName }: ElementDescription): string {
  const name = tagName.replace('instrument-', '');
  return name === 'panel' ? '../define.js' : `../${name}/define.js`;
}

/** The module of React components, one for each element. */
export function reactModule(elements: readonly ElementDescription[]): string {
  const components = elements.map((element) => {
    const events = Object.fromEntries(element.events.map(({ name }) => [handlerOf(name), name]));
    const shape = JSON.stringify({ properties: ownProperties(element), events }).slice(1, -1);
    const define = `() => import('${defineOf(element)}')`;
    return `export const ${element.name} = component('${element.tagName}', {${shape},"define":${define}});`;
  });
  return ["'use client';", HEAD, "import { component } from './component.js';", ...components, ''].join('\n');
}

/** Its types: attributes under the names of their properties, properties, and handlers. */
export function reactTypes(elements: readonly ElementDescription[]): string {
  const events = new Set(elements.flatMap(({ events: all }) => all.map(({ type }) => type?.text ?? 'Event')));
  const imported = [...elements.map(({ name }) => `${name} as ${name}Element`), ...events].toSorted();
  const components = elements.map((element) => {
    const attributes = element.attributes.map(({ name, description, type }) => {
      const values = valuesOf(type?.text);
      const isNumber = type?.text === 'number' || values.every((value) => /^\d+$/.test(value));
      const accepted =
        values.length > 0
          ? values.map((value) => (isNumber ? value : `'${value}'`)).join(' | ')
          : (type?.text ?? 'string');
      return `  /** ${description.replaceAll('*/', '*\\/')} */\n  readonly ${propertyOf(name)}?: ${accepted} | undefined;`;
    });
    const properties = ownProperties(element).map(
      (name) => `  readonly ${name}?: ${element.name}Element['${name}'] | undefined;`,
    );
    const handlers = element.events.map(
      ({ name, type, description }) =>
        `  /** ${description.replaceAll('*/', '*\\/')} */\n  readonly ${handlerOf(name)}?: ((event: ${type?.text ?? 'Event'}) => void) | undefined;`,
    );
    const own = element.attributes.map(({ name }) => `'${propertyOf(name)}'`).join(' | ');
    return [
      `export interface ${element.name}Props extends Omit<HTMLAttributes<HTMLElement>, ${own}> {`,
      ...attributes,
      ...properties,
      ...handlers,
      '}',
      `export declare const ${element.name}: ComponentType<${element.name}Props & RefAttributes<${element.name}Element>>;`,
    ].join('\n');
  });
  return [
    HEAD,
    "import type { ComponentType, HTMLAttributes, RefAttributes } from 'react';",
    `import type { ${imported.join(', ')} } from '../index.js';`,
    ...components,
    '',
  ].join('\n\n');
}
