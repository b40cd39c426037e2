import { globSync, readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ElementDescription, elementsManifest, elementsOf } from '../../scripts/elements/manifest.ts';
import { editorData, webTypes } from '../../scripts/elements/write.ts';
import * as apply from '../../widget/apply/index.ts';
import * as caseload from '../../widget/caseload/index.ts';
import * as panel from '../../widget/index.ts';
import * as overview from '../../widget/overview/index.ts';
import { component } from '../../widget/react-component.ts';
import * as seenBy from '../../widget/seen-by/index.ts';
import * as sparkline from '../../widget/sparkline/index.ts';

/** What the widget's entries export. */
const kit = { ...panel, ...apply, ...caseload, ...overview, ...seenBy, ...sparkline };
let elements: ElementDescription[] = [];
let sources: ReadonlyMap<string, string>;
const packageJson = readFileSync('package.json', 'utf8');

beforeAll(async () => {
  const manifest = await elementsManifest();
  elements = elementsOf(manifest);
  sources = new Map(
    manifest.modules.map(({ declarations }) => {
      const element = declarations[0] as ElementDescription;
      const folder = `widget/${element.tagName.replace('instrument-', '')}`;
      const files = globSync(`${folder}/**/*.ts`, { exclude: ['**/*.test.ts'] });
      const shared = globSync(['shared/chart/*.ts', 'shared/ui/**/*.ts']);
      const text = [...files, ...shared].map((file) => readFileSync(file, 'utf8')).join('\n');
      return [element.tagName, text];
    }),
  );
}, 60_000);

/** Runs a check for every element, and fails where there is none. */
function eachElement(check: (element: ElementDescription, source: string) => void): void {
  expect(elements.map(({ tagName }) => tagName)).toContain('instrument-panel');
  for (const element of elements) check(element, sources.get(element.tagName) ?? '');
}

const found = (source: string, pattern: RegExp): string[] => [
  ...new Set([...source.matchAll(pattern)].map(([, name = '']) => name)),
];

describe('the JSDoc of an element, from which its types and its editors’ data are made', () => {
  it('names exactly the attributes that the class observes, besides those of HTML', () => {
    eachElement(({ name, attributes }) => {
      const { observedAttributes } = Reflect.get(kit, name) as {
        observedAttributes: readonly string[];
      };
      const documented = attributes.map((attribute) => attribute.name).filter((one) => one !== 'dir');
      expect(documented.toSorted(), name).toEqual(
        observedAttributes.filter((one) => one !== 'dir').toSorted(),
      );
    });
  });

  it('names every custom property that its style sheet reads', () => {
    eachElement(({ name, cssProperties }, source) => {
      const read = found(source, /var\(\s*(--instrument-[a-z-]+)/g);
      const documented = cssProperties.map((property) => property.name);
      expect(documented, name).toEqual(
        expect.arrayContaining(documented.filter((one) => read.includes(one))),
      );
      expect(
        documented.filter((one) => !read.includes(one)),
        `${name}: documented and never read`,
      ).toEqual([]);
    });
  });

  it('describes everything that it names', () => {
    eachElement(({ name, attributes, events, slots, cssParts, cssProperties, cssStates }) => {
      const named = [attributes, events, slots, cssParts, cssProperties, cssStates].flat();
      expect(
        named.filter(({ description }) => description.trim() === '').map((one) => one.name),
        name,
      ).toEqual([]);
    });
  });

  it('names an event class that the kit exports for each event', () => {
    eachElement(({ events }) => {
      for (const { type } of events) expect(kit).toHaveProperty(type?.text ?? '(no type)');
    });
  });

  it('leaves package.json as it is', () => {
    expect(readFileSync('package.json', 'utf8')).toBe(packageJson);
  });
});

describe('data for editors', () => {
  it('offers Visual Studio Code the values that an attribute accepts', () => {
    const { tags } = editorData(elements) as {
      tags: { name: string; attributes: { name: string; values?: { name: string }[] }[] }[];
    };
    const panel = tags.find(({ name }) => name === 'instrument-panel');
    const density = panel?.attributes.find(({ name }) => name === 'density');
    expect(density?.values).toEqual([{ name: 'comfortable' }, { name: 'compact' }]);
    expect(panel?.attributes.find(({ name }) => name === 'patient-id')).not.toHaveProperty('values');
  });

  it('offers JetBrains’ editors parts, slots and events', () => {
    const text = JSON.stringify(webTypes(elements, '1.0.0'));
    for (const name of ['instrument-select', 'headline', 'footer', '--instrument-accent']) {
      expect(text).toContain(`"name":"${name}"`);
    }
  });
});

describe('the React component on a server', () => {
  const Panel = component<HTMLElement, Record<string, unknown>>('instrument-panel', {
    properties: ['fetchToken', 'data'],
    events: { onInstrumentLoad: 'instrument-load' },
    define: () => Promise.reject(new Error('A server registers nothing.')),
  });

  it('is a shell: the tag with its attributes and what stands in its slots', () => {
    const given = {
      patientId: 'p-1',
      headingLevel: 3,
      className: 'course',
      'aria-label': 'Course',
      fetchToken: async () => null,
      onInstrumentLoad: () => {},
    };
    const slot = createElement('p', { slot: 'loading' }, 'One moment');
    expect(renderToString(createElement(Panel, given, slot))).toBe(
      '<instrument-panel patient-id="p-1" heading-level="3" class="course" aria-label="Course">' +
        '<p slot="loading">One moment</p></instrument-panel>',
    );
  });

  it('writes text as text', () => {
    const html = renderToString(createElement(Panel, { patientId: '"><script>alert(1)</script>' }));
    expect(html).not.toContain('<script>');
  });
});
