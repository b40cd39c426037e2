import { globSync, readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { type ElementDescription, elementsManifest, elementsOf } from '../../scripts/elements/manifest.ts';
import { withElements, withLanguages } from '../../scripts/elements/readme.ts';
import { toPublished } from '../../scripts/packages.ts';

const readme = readFileSync('widget/README.md', 'utf8');
const reference = readFileSync('docs/reference/elements.md', 'utf8');
const behaviour = readFileSync('docs/widget.md', 'utf8');
let elements: ElementDescription[] = [];
beforeAll(async () => {
  elements = elementsOf(await elementsManifest());
}, 60_000);

it('the widget’s reference describes the elements as their classes do', () => {
  expect(
    withElements(reference, elements),
    'Run node scripts/elements/readme.ts, and commit docs/reference/elements.md.',
  ).toBe(reference);
  expect(withLanguages(behaviour)).toBe(behaviour);
});

it('it names every attribute, event, slot, state, part and custom property', () => {
  for (const { tagName, attributes, events, slots, cssStates, cssParts, cssProperties } of elements) {
    const [, section = ''] = reference.split(`## \`<${tagName}>\``);
    for (const { name } of [attributes, events, slots, cssParts].flat())
      expect(section).toContain(`| \`${name}\` |`);
    for (const { name } of cssStates) expect(section).toContain(`\`:state(${name})\``);
    for (const { name } of cssProperties) expect(reference).toContain(`| \`${name}\` |`);
  }
});

it('the README names every element', () => {
  for (const { tagName } of elements) expect(readme).toContain(`| \`<${tagName}>\` |`);
});

it('a bar in a description does not end its cell', () => {
  const [first] = elements;
  if (!first) throw new Error('There is no element.');
  const barred = {
    ...first,
    attributes: [{ name: 'a', description: 'one | two', type: { text: 'string' } }],
  };
  expect(withElements(reference, [barred])).toContain('| `a` | `a` | string | one \\| two |');
});

it('a document without the markers is refused', () => {
  expect(() => withElements('# The widget', elements)).toThrow('needs the lines');
});

it('every entry that README and documents import is one of the package', () => {
  const { exports } = toPublished('widget') as { exports: Record<string, unknown> };
  const documents = [readme, ...globSync('docs/**/*.md').map((file) => readFileSync(file, 'utf8'))];
  const named = [...documents.join('\n').matchAll(/['"]@instrument-panel\/widget\/([\w/.-]+)['"]/g)].map(
    ([, entry = '']) => `./${entry}`,
  );
  expect(named.length).toBeGreaterThan(5);
  const known = [
    ...Object.keys(exports),
    ...['contrast', 'paper', 'slate'].map((theme) => `./themes/${theme}.css`),
  ];
  expect(named.filter((entry) => !known.includes(entry))).toEqual([]);
});
