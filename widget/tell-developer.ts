import type { Attributes } from './element.ts';

/**
 * Reports an error of the page's developer on the console; `about` is the attribute concerned, or empty. The texts
 * about attributes are loaded on demand, since a correct page never needs them.
 */
export function tellDeveloper(
  element: Element,
  { about, message }: { readonly about: string; readonly message: string },
  attributes: Attributes,
): void {
  // Read now: the value may have changed when the texts are loaded.
  const given = element.getAttribute(about);
  const say = (text: string): void => console.error(`<${element.localName}> ${text}`, element);
  if (!about) say(message);
  else
    import('./misuse.ts').then(
      ({ tellMisuse }) => tellMisuse(element, about, given, attributes, say),
      () => say(message),
    );
}
