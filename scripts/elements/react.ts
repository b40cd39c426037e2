import { ownProperties } from './framework-types.ts';
import { type ElementDescription, propertyOf, valuesOf } from './manifest.ts';

const HEAD = '// Made from the JSDoc of the elements’ classes by `npm run build`.';
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
