import { basename, dirname } from 'node:path';
// The analyser ships no types for this entry: what it returns is parsed below.
// @ts-expect-error No declaration file.
import { cli } from '@custom-elements-manifest/analyzer/cli.js';
import * as z from 'zod';

const Named = z.object({ name: z.string(), description: z.string().default('') });
const Typed = Named.extend({ type: z.object({ text: z.string() }).optional() });
const Member = Typed.extend({
  kind: z.enum(['field', 'method']),
  static: z.boolean().default(false),
  readonly: z.boolean().default(false),
  privacy: z.enum(['public', 'protected', 'private']).default('public'),
  default: z.string().optional(),
});
const Declaration = z.looseObject({
  kind: z.string(),
  name: z.string(),
  description: z.string().default(''),
  superclass: z.object({ name: z.string() }).optional(),
  members: z.array(z.looseObject(Member.shape)).default([]),
  attributes: z.array(Typed).default([]),
  // The analyser also lists events that code dispatches: those without a name in the JSDoc are not described.
  events: z
    .array(z.unknown())
    .default([])
    .transform((events) => events.flatMap((event) => Typed.safeParse(event).data ?? [])),
  slots: z.array(Named).default([]),
  cssParts: z.array(Named).default([]),
  cssProperties: z.array(Named).default([]),
  cssStates: z.array(Named).default([]),
});
const Manifest = z.looseObject({
  schemaVersion: z.string(),
  modules: z.array(z.looseObject({ path: z.string(), declarations: z.array(Declaration).default([]) })),
});

/** One element as its class's JSDoc describes it. */
export type ElementDescription = z.infer<typeof Declaration> & { readonly tagName: string };
/** A custom elements manifest (webcomponents/custom-elements-manifest, schema 1.0.0). */
type ElementsManifest = z.infer<typeof Manifest>;

const BASE = 'KitElement';

function describe(declaration: z.infer<typeof Declaration>): ElementDescription {
  const tag = declaration.members.find((member) => member.static && member.name === 'tag');
  const tagName = tag?.default?.replace(/^'(.*)'$/, '$1') ?? '';
  if (!/^instrument-[a-z-]+$/.test(tagName)) {
    throw new TypeError(
      `${declaration.name} needs a static tag such as 'instrument-panel'; got "${tagName}".`,
    );
  }
  // What a page cannot reach is nobody's interface.
  const members = declaration.members.filter(
    ({ privacy, name, static: isStatic }) => privacy === 'public' && !name.startsWith('#') && !isStatic,
  );
  return { ...declaration, members, tagName, customElement: true };
}

/**
 * The elements of the kit as a custom elements manifest, read from the JSDoc of their classes.
 *
 * @throws TypeError for a class whose tag cannot be read
 */
export async function elementsManifest(): Promise<ElementsManifest> {
  const options = '--quiet --config scripts/elements/analyzer.config.mjs --globs';
  const argv = ['analyze', ...options.split(' '), 'widget/*/element.ts', 'widget/element.ts'];
  const made = Manifest.parse(await cli({ argv, cwd: process.cwd(), noWrite: true }));
  const modules = made.modules.flatMap(({ path, declarations }) => {
    const elements = declarations.filter(({ superclass }) => superclass?.name === BASE).map(describe);
    if (elements.length === 0) return [];
    // Bundled: the panel's class is in the package's main entry, each other's in the entry of its own folder.
    const folder = basename(dirname(path));
    const shipped = folder === 'panel' ? 'index.js' : `${folder}/index.js`;
    const exported = (kind: 'js' | 'custom-element-definition') =>
      elements.map(({ name, tagName }) => ({
        kind,
        name: kind === 'js' ? name : tagName,
        declaration: { name, module: shipped },
      }));
    const exports = [...exported('js'), ...exported('custom-element-definition')];
    return [{ kind: 'javascript-module', path: shipped, declarations: elements, exports }];
  });
  return { schemaVersion: made.schemaVersion, readme: 'README.md', modules };
}

/** The elements of a manifest, by tag name. */
export const elementsOf = ({ modules }: ElementsManifest): ElementDescription[] =>
  modules
    .flatMap(({ declarations }) => declarations as ElementDescription[])
    .toSorted((a, b) => a.tagName.localeCompare(b.tagName));

/** The values that an attribute accepts, where it accepts only some: `eager|lazy`. */
export function valuesOf(type: string | undefined): string[] {
  const parts = (type ?? '').split('|').map((part) => part.trim().replace(/^'(.*)'$/, '$1'));
  const isOpen = parts.some((part) => ['string', 'number', 'boolean', ''].includes(part));
  return isOpen ? [] : parts;
}

/** The property that goes with an attribute: `patient-id` is `patientId`. */
export const propertyOf = (attribute: string): string =>
  attribute.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
