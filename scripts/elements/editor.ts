import { type ElementDescription, valuesOf } from './manifest.ts';

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
      attributes: attributes.map(({ name, description: said, type }) => {
        const values = valuesOf(type?.text);
        return {
          name,
          description: { kind: 'markdown', value: said },
          ...(values.length > 0 ? { values: values.map((value) => ({ name: value })) } : {}),
        };
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
            const values = valuesOf(type?.text);
            return {
              name,
              description,
              ...(values.length > 0
                ? { value: { kind: 'plain', type: values.map((value) => `'${value}'`).join(' | ') } }
                : {}),
            };
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
