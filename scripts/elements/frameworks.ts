/**
 * Types for JSX and Vue, and the React components, from the elements' JSDoc.
 *
 * @module
 */
import { type ElementDescription, propertyOf, valuesOf } from './manifest.ts';

export const HEAD = '// Made from the JSDoc of the elements’ classes by `npm run build`.';

type Typed = ElementDescription['events'][number];

/** Documentation that stays inside its comment, whatever it holds. */
export const comment = (text: string): string => `/** ${text.replaceAll('*/', '*\\/')} */`;
const line = (text: string): string => comment(text.replaceAll('\n', ' '));

export const eventType = ({ type }: Typed): string => type?.text ?? 'Event';
const handlerType = (event: Typed): string => `(event: ${eventType(event)}) => void`;
/** `onInstrumentLoad` for `instrument-load`. */
const handlerOf = (event: string): string => propertyOf(`on-${event}`);

/** `InstrumentLoadEvent` and the like, as they have to be imported. */
export const eventTypes = (elements: readonly ElementDescription[]): string[] => [
  ...new Set(elements.flatMap(({ events }) => events.map(eventType))),
];

export function acceptedInMarkup(type: string | undefined): string {
  const values = valuesOf(type);
  if (values.length === 0) return { number: 'number', boolean: "boolean | ''" }[type ?? ''] ?? 'string';
  return values.map((value) => (/^\d+$/.test(value) ? `${value} | '${value}'` : `'${value}'`)).join(' | ');
}

export function acceptedInScript(type = 'string'): string {
  const values = valuesOf(type);
  const isNumber = values.every((value) => /^\d+$/.test(value));
  return values.length === 0 ? type : values.map((value) => (isNumber ? value : `'${value}'`)).join(' | ');
}

/** Properties that are more than an attribute's twin: what only script can give. */
export function ownProperties({ attributes, members }: ElementDescription) {
  const known = new Set(['status', 'error', ...attributes.map(({ name }) => propertyOf(name))]);
  return members.filter(({ kind, readonly, name }) => kind === 'field' && !readonly && !known.has(name));
}

const attributesName = ({ name }: ElementDescription): string => `${name}Attributes`;

/**
 * An interface of attributes and properties.
 *
 * @param toName how the templates of the framework spell an attribute
 */
const attributesInterface = (element: ElementDescription, toName: (attribute: string) => string): string =>
  [
    line(element.description),
    `export interface ${attributesName(element)} {`,
    ...element.attributes.flatMap(({ name, description, type }) => [
      `  ${line(description)}`,
      `  '${toName(name)}'?: ${acceptedInMarkup(type?.text)} | undefined;`,
    ]),
    ...ownProperties(element).flatMap(({ name, description }) => [
      `  ${line(description)}`,
      `  ${name}?: ${element.name}['${name}'] | undefined;`,
    ]),
    '}',
  ].join('\n');

/** A file of types: `needs` is what it imports of the framework, `declared` what it adds to that. */
function frameworkTypes(
  elements: readonly ElementDescription[],
  needs: string,
  declared: readonly string[],
  toName = (attribute: string) => attribute,
) {
  const imported = [...elements.map(({ name }) => name), ...eventTypes(elements)].toSorted().join(', ');
  return [
    HEAD,
    needs,
    `import type { ${imported} } from './index.js';`,
    ...elements.map((element) => attributesInterface(element, toName)),
    declared.join('\n'),
  ].join('\n\n');
}

/** The entry of each tag in a table of tags: its attributes over those of `html`, and `on` before an event's name. */
const tagEntries = (elements: readonly ElementDescription[], html: (name: string) => string): string[] =>
  elements.flatMap((element) => {
    const own = attributesName(element);
    return [
      `      '${element.tagName}': ${own} & Omit<${html(element.name)}, keyof ${own}> & {`,
      ...element.events.map((one) => `        'on${one.name}'?: (${handlerType(one)}) | undefined;`),
      '      };',
    ];
  });

/**
 * Types for JSX in React 19, which sets properties of custom elements and listens to their events
 * (`oninstrument-load`), and in Preact.
 */
export function jsxTypes(elements: readonly ElementDescription[]): string {
  const tags = tagEntries(elements, (name) => `DetailedHTMLProps<HTMLAttributes<${name}>, ${name}>`);
  const needs = "import type { DetailedHTMLProps, HTMLAttributes } from 'react';";
  const opening = ["declare module 'react' {", '  namespace JSX {', '    interface IntrinsicElements {'];
  return frameworkTypes(elements, needs, [...opening, ...tags, '    }', '  }', '}']);
}

/** Types for templates of Svelte 5, which spells attributes and events as HTML does. */
export function svelteTypes(elements: readonly ElementDescription[]): string {
  const tags = tagEntries(elements, (name) => `HTMLAttributes<${name}>`);
  const opening = ["declare module 'svelte/elements' {", '    export interface SvelteHTMLElements {'];
  const needs = "import type { HTMLAttributes } from 'svelte/elements';";
  return frameworkTypes(elements, needs, [...opening, ...tags, '    }', '}']);
}

/**
 * Types for templates of Vue 3 (`isCustomElement` in its compiler options makes them elements). Its type checker looks
 * for `patient-id` under `patientId`, and under `strictTemplates` refuses what the props do not name.
 */
export function vueTypes(elements: readonly ElementDescription[]): string {
  const tags = elements.flatMap((element) => {
    const own = attributesName(element);
    return [
      `    '${element.tagName}': new () => {`,
      `      $props: ${own} & Omit<HTMLAttributes, keyof ${own}> & PublicProps & {`,
      ...element.events.map((one) => `        ${handlerOf(one.name)}?: (${handlerType(one)}) | undefined;`),
      '      };',
      '    };',
    ];
  });
  const opening = ["declare module 'vue' {", '  interface GlobalComponents {'];
  const needs = "import type { HTMLAttributes, PublicProps } from 'vue';";
  return frameworkTypes(elements, needs, [...opening, ...tags, '  }', '}'], propertyOf);
}

/** The module that registers one element and no other, beside the React components. */
export function defineOf({ tagName }: ElementDescription): string {
  const name = tagName.replace('instrument-', '');
  return name === 'panel' ? '../define.js' : `../${name}/define.js`;
}

/** The module of React components, one for each element. */
export function reactModule(elements: readonly ElementDescription[]): string {
  const components = elements.map((element) => {
    const properties = ownProperties(element).map(({ name }) => name);
    const events = Object.fromEntries(element.events.map(({ name }) => [handlerOf(name), name]));
    const shape = JSON.stringify({ properties, events }).slice(1, -1);
    const define = `() => import('${defineOf(element)}')`;
    return `export const ${element.name} = component('${element.tagName}', {${shape},"define":${define}});`;
  });
  return ["'use client';", HEAD, "import { component } from './component.js';", ...components, ''].join('\n');
}

/** Its types: attributes under the names of their properties, properties, and handlers. */
export function reactTypes(elements: readonly ElementDescription[]): string {
  const named = elements.map(({ name }) => `${name} as ${name}Element`);
  const imported = [...named, ...eventTypes(elements)].toSorted();
  const components = elements.map((element) => {
    const { name: component, attributes, events } = element;
    const optional = (name: string, type: string) => `  readonly ${name}?: ${type} | undefined;`;
    const own = attributes.map(({ name }) => `'${propertyOf(name)}'`).join(' | ');
    return [
      `export interface ${component}Props extends Omit<HTMLAttributes<HTMLElement>, ${own}> {`,
      ...attributes.flatMap(({ name, description, type }) => [
        `  ${comment(description)}`,
        optional(propertyOf(name), acceptedInScript(type?.text)),
      ]),
      ...ownProperties(element).map(({ name }) => optional(name, `${component}Element['${name}']`)),
      ...events.flatMap((event) => [
        `  ${comment(event.description)}`,
        optional(handlerOf(event.name), `(${handlerType(event)})`),
      ]),
      '}',
      `export declare const ${component}: ComponentType<${component}Props & RefAttributes<${component}Element>>;`,
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
