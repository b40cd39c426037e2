/**
 * Angular directives for the elements, from their JSDoc: they match the tags, so that Angular's compiler knows inputs and
 * events with their types.
 *
 * @module
 */
import {
  acceptedInMarkup,
  acceptedInScript,
  comment,
  defineOf,
  eventType,
  eventTypes,
  HEAD,
  ownProperties,
} from './frameworks.ts';
import { type ElementDescription, propertyOf } from './manifest.ts';

interface Input {
  /** As a template spells it: `heading-level` and `headingLevel`, or `messages`. */
  readonly name: string;
  /** The attribute that it sets; undefined for a property that no attribute can carry. */
  readonly attribute?: string;
  readonly type: string;
  readonly description: string;
}

function inputsOf(element: ElementDescription): Input[] {
  const attributes = element.attributes.flatMap(({ name, type, description }) => {
    const own = { name, attribute: name, type: acceptedInMarkup(type?.text), description };
    const twin = { ...own, name: propertyOf(name), type: acceptedInScript(type?.text) };
    return name === twin.name ? [own] : [own, twin];
  });
  const own = ownProperties(element).map(({ name, description }) => ({
    name,
    description,
    type: `${element.name}Element['${name}']`,
  }));
  return [...attributes, ...own];
}

/**
 * The module of directives. It is in the form in which Angular's libraries are published, which each application's
 * compiler finishes for its own version. No directive has outputs: Angular listens to the element's own events, and would
 * hear each of them twice.
 */
export function angularModule(elements: readonly ElementDescription[]): string {
  const directives = elements.map((element) => {
    const inputs = inputsOf(element);
    const shape = (more: string) =>
      `{ minVersion: '14.0.0', version: '17.0.0', ngImport: i0, type: ${element.name}, ${more} }`;
    const names = Object.fromEntries(inputs.map(({ name }) => [name, name]));
    const directive = `isStandalone: true, selector: '${element.tagName}', inputs: ${JSON.stringify(names)}`;
    return [
      `export class ${element.name} extends Tag {`,
      `  define = () => import('${defineOf(element)}');`,
      ...inputs.map(({ name, attribute }) => {
        const sets = attribute
          ? `this.attribute('${attribute}', value)`
          : `this.element.${name} = value ?? null`;
        return `  set '${name}'(value) {\n    ${sets};\n  }`;
      }),
      ...element.events.map(({ name }) => `  get '${name}'() {\n    return this.heard('${name}');\n  }`),
      '  static {',
      `    this.ɵfac = i0.ɵɵngDeclareFactory(${shape('deps: [], target: i0.ɵɵFactoryTarget.Directive')});`,
      `    this.ɵdir = i0.ɵɵngDeclareDirective(${shape(directive)});`,
      '  }',
      '}',
    ].join('\n');
  });
  return [HEAD, "import * as i0 from '@angular/core';", TAG, ...directives, ''].join('\n\n');
}

/** What all directives have in common: the element, which the browser registers, and its events. */
const TAG = `class Tag {
  element = i0.inject(i0.ElementRef).nativeElement;
  ngOnInit() {
    if (typeof customElements !== 'undefined') void this.define();
  }
  attribute(name, value) {
    if (value == null) this.element.removeAttribute(name);
    else this.element.setAttribute(name, value);
  }
  heard(name) {
    return {
      subscribe: (hear) => {
        this.element.addEventListener(name, hear);
        return { unsubscribe: () => this.element.removeEventListener(name, hear) };
      },
    };
  }
}`;

/** Its types, as Angular's compiler reads them of a library. */
export function angularTypes(elements: readonly ElementDescription[]): string {
  const named = elements.map(({ name }) => `${name} as ${name}Element`);
  const imported = [...named, ...eventTypes(elements)].toSorted();
  const directives = elements.map((element) => {
    const inputs = inputsOf(element);
    const taken = inputs.map(({ name }) => `'${name}': { alias: '${name}'; required: false }`).join('; ');
    const given = element.events.map(({ name }) => `'${name}': '${name}'`).join('; ');
    const declared = `${element.name}, '${element.tagName}', never, { ${taken} }, { ${given} }, never, never, true, never`;
    return [
      comment(element.description),
      `export declare class ${element.name} {`,
      ...inputs.flatMap(({ name, type, description }) => [
        `  ${comment(description)}`,
        `  set '${name}'(value: ${type} | null | undefined);`,
      ]),
      ...element.events.flatMap((event) => [
        `  ${comment(event.description)}`,
        `  get '${event.name}'(): Heard<${eventType(event)}>;`,
      ]),
      `  static ɵfac: i0.ɵɵFactoryDeclaration<${element.name}, never>;`,
      `  static ɵdir: i0.ɵɵDirectiveDeclaration<${declared}>;`,
      '}',
    ].join('\n');
  });
  return [
    HEAD,
    "import type * as i0 from '@angular/core';",
    `import type { ${imported.join(', ')} } from '../index.js';`,
    `/** An event of the element. */
interface Heard<T extends Event> {
  subscribe(hear: (event: T) => void): { unsubscribe(): void };
}`,
    ...directives,
    '',
  ].join('\n\n');
}
