import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { angularModule, angularTypes } from './angular.ts';
import { jsxTypes, reactModule, reactTypes, svelteTypes, vueTypes } from './frameworks.ts';
import { type ElementDescription, elementsManifest, elementsOf, valuesOf } from './manifest.ts';
/**
 * Visual Studio Code's custom data for HTML: names, words and values of tags and attributes
 * (code.visualstudio.com, "Custom Data Format", version 1.1).
 */
export function editorData(elements: readonly ElementDescription[]): unknown {
  return {
    version: 1.1,
    tags: elements.map(({ tagName, description, attributes }) => ({
      name: tagName,
      description: { kind: 'markdown', value: description },
      attributes: attributes.map(({ name, description: value, type }) => {
        const values = valuesOf(type?.text).map((accepted) => ({ name: accepted }));
        return { name, description: { kind: 'markdown', value }, ...(values.length > 0 ? { values } : {}) };
      }),
    })),
  };
}

/** JetBrains' web-types: the same, with parts, slots, events and custom properties (web-types, schema 2). */
export function webTypes(elements: readonly ElementDescription[], version: string): unknown {
  return {
    $schema: 'https://raw.githubusercontent.com/JetBrains/web-types/master/schema/web-types.json',
    name: '@instrument-panel/widget',
    version,
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: elements.map((element) => ({
          name: element.tagName,
          description: element.description,
          attributes: element.attributes.map(({ name, description, type }) => {
            const values = valuesOf(type?.text).map((value) => `'${value}'`);
            const value = { kind: 'plain', type: values.join(' | ') };
            return { name, description, ...(values.length > 0 ? { value } : {}) };
          }),
          slots: element.slots,
          js: {
            events: element.events.map(({ name, description }) => ({ name, description })),
            properties: element.members
              .filter(({ kind }) => kind === 'field')
              .map(({ name, description }) => ({ name, description })),
          },
          css: { parts: element.cssParts, properties: element.cssProperties },
        })),
      },
    },
  };
}

/**
 * Writes what is made from the elements' JSDoc beside the built widget: the manifest, editors' data, types for JSX,
 * Svelte and Vue, the React components, and the Angular directives.
 *
 * @param folder of the built package, such as `dist/packages/widget`
 */
export async function writeElementFiles(folder: string): Promise<void> {
  const manifest = await elementsManifest();
  const elements = elementsOf(manifest);
  const { version } = JSON.parse(readFileSync('widget/package.json', 'utf8')) as { version: string };
  const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  const files: Readonly<Record<string, string>> = {
    'custom-elements.json': json(manifest),
    'vscode.html-custom-data.json': json(editorData(elements)),
    'web-types.json': json(webTypes(elements, version)),
    'jsx.d.ts': jsxTypes(elements),
    'svelte.d.ts': svelteTypes(elements),
    'vue.d.ts': vueTypes(elements),
    'angular/index.js': angularModule(elements),
    'angular/index.d.ts': angularTypes(elements),
    'react/index.js': reactModule(elements),
    'react/index.d.ts': reactTypes(elements),
  };
  for (const framework of ['angular', 'react']) mkdirSync(join(folder, framework), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}
