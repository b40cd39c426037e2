/** What is shown, as code of any framework needs it. */
export interface Markup {
  readonly tag: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** Texts by the names of their slots. */
  readonly slots: readonly (readonly [slot: string, text: string])[];
  readonly lang: string;
  readonly dir: string;
  /** What the element is fed with; undefined where it reads by itself. */
  readonly data: unknown;
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** For templates in which braces and `@` begin an expression. */
const escapedInTemplate = (text: string): string =>
  escaped(text).replace(/[{}@`$\\]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The import that registers an element. */
export function entryOf(tag: string): string {
  const name = tag.replace('instrument-', '');
  return `import '@instrument-panel/widget/${name === 'panel' ? '' : `${name}/`}define';`;
}

/**
 * The call that says where the elements read, with the callback for tokens.
 *
 * @param more further options, each on a line of its own
 */
export const configureCode = (more = ''): string => `configure({
  baseUrl: 'https://scores.clinic.example', // the proxy that you host
  fetchToken: async ({ scope, signal }) => {
    const { patientId, actions } = scope;
    const reply = await fetch('https://scores.clinic.example/session', {
      method: 'POST',
      credentials: 'include',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...(patientId && { patients: [patientId] }), actions }),
      signal,
    });
    if (!reply.ok) throw new Error(\`No session: \${reply.status}\`);
    return reply.json(); // { token, expiresIn }, in seconds
  },${more}
});`;

const isNumber = (value: string): boolean => /^\d+$/.test(value);

/** How a framework's template writes an attribute, a text, and the property \`data\`. */
interface Template {
  readonly attribute: (name: string, value: string) => string;
  readonly text: (text: string) => string;
  readonly data: string;
  /** How it names a slot. Default: by the attribute. */
  readonly slot?: (slot: string) => string;
}

const inBraces = {
  attribute: (name, value) => {
    if (value === '') return name;
    return isNumber(value) ? `${name}={${value}}` : `${name}={${JSON.stringify(value)}}`;
  },
  text: (text) => `{${JSON.stringify(text)}}`,
  data: 'data={data}',
} as const satisfies Template;

const inVue: Template = {
  attribute: (name, value) => {
    if (value === '') return name;
    return isNumber(value) ? `:${name}="${value}"` : `${name}="${escaped(value)}"`;
  },
  text: escapedInTemplate,
  data: ':data.prop="data"',
  // The attribute is missing in Vue's types, since it was Vue's own in version 2.
  slot: (slot) => `v-bind="{ slot: '${escaped(slot)}' } as object"`,
};

const inAngular: Template = {
  attribute: (name, value) => `${name}="${escapedInTemplate(value)}"`,
  text: escapedInTemplate,
  data: '[data]="data"',
  // Angular looks for {{ }} in what an escaped text says.
  slot: (slot) => `ngNonBindable slot="${escaped(slot)}"`,
};

function templateOf({ tag, attributes, slots, lang, dir, data }: Markup, template: Template): string {
  const given = attributes.map(([name, value]) => template.attribute(name, value));
  if (data !== undefined) given.push(template.data);
  const inside = slots.map(
    ([slot, text]) =>
      `    <span ${template.slot?.(slot) ?? `slot="${escaped(slot)}"`}>${template.text(text)}</span>\n`,
  );
  const start = [`  <${tag}`, ...given.map((one) => `    ${one}`)].join('\n');
  return `<div ${template.attribute('lang', lang)} ${template.attribute('dir', dir)}>
${start}
  >${inside.length > 0 ? `\n${inside.join('')}  ` : ''}</${tag}>
</div>`;
}

const indented = (code: string, spaces: number): string => code.replaceAll('\n', `\n${' '.repeat(spaces)}`);

/** Imports and set-up before a component: where the element reads, or its data. */
function setupOf({ data }: Markup, imports: readonly string[], more: string): string {
  const reads = data === undefined ? [`import { configure } from '@instrument-panel/widget';`] : [];
  const code = data === undefined ? configureCode(more) : `const data = ${JSON.stringify(data, null, 2)};`;
  return [...imports, ...reads, '', code].join('\n');
}

/** Registers an element, and types its tag in a framework's templates. */
const typed = ({ tag }: Markup, types: string): string[] => [
  entryOf(tag),
  `import type {} from '@instrument-panel/widget/${types}';`,
];

/** The name of an element's class: `InstrumentPanel`. */
const classOf = ({ tag }: Markup): string =>
  tag.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());

/** The file of a component that shows the same, by framework. */
export const COMPONENTS: Readonly<Record<string, (markup: Markup, more?: string) => string>> = {
  React: (markup, more = '') => `${setupOf(markup, typed(markup, 'jsx'), more)}

export function Chart() {
  return (
    ${indented(templateOf(markup, inBraces), 4)}
  );
}`,
  Vue: (markup, more = '') => `<script setup lang="ts">
${setupOf(markup, typed(markup, 'vue'), more)}
</script>

<template>
  ${indented(templateOf(markup, inVue), 2)}
</template>`,
  Svelte: (markup, more = '') => `<script lang="ts">
  ${indented(setupOf(markup, typed(markup, 'svelte'), more), 2)}
</script>

${templateOf(markup, inBraces)}`,
  Angular: (markup, more = '') => `${setupOf(
    markup,
    [
      `import { Component } from '@angular/core';`,
      `import { ${classOf(markup)} } from '@instrument-panel/widget/angular';`,
    ],
    more,
  )}

@Component({
  selector: 'clinic-chart',
  imports: [${classOf(markup)}],
  template: \`
    ${indented(templateOf(markup, inAngular), 4)}
  \`,
})
export class Chart {${markup.data === undefined ? '' : '\n  readonly data = data;\n'}}`,
};
