import { type Attributes, findInvalidAttribute } from './attribute-values.ts';

/**
 * Reports on the console what the page's developer can solve, with what `fetchToken` threw if that was it, and in
 * development explains every failure. The texts are loaded on demand, since a correct page never needs them.
 */
export function tellDeveloper(
  element: Element,
  error: Error & { readonly about?: string; readonly thrown?: unknown },
  attributes: Attributes,
): void {
  // Read now: the value may have changed when the texts are loaded.
  const given = element.getAttribute(error.about ?? '');
  import('./misuse.ts').then(
    ({ reportError }) => reportError(element, error, given, attributes),
    // An error without a code is not ours, and its message may repeat what it was given.
    () => 'code' in error && console.error(`<${element.localName}> ${error.message}`, element),
  );
}

/** Warns of attributes whose defaults are used. The texts are loaded on demand, since a correct page never needs them. */
export function warnOfFallbacks(element: Element, attributes: Attributes): void {
  if (!findInvalidAttribute(element, attributes)) return;
  import('./misuse.ts').then(
    ({ warn }) => warn(element, attributes),
    // Only the warning is lost: the element shows the same without it.
    () => {},
  );
}
