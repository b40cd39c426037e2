import type { Attributes } from './element.ts';

/**
 * Says on the console what whoever maintains the page got wrong. The words for an attribute are fetched then: a page
 * that is right never needs them.
 *
 * @param fault what failed; `about` is the attribute concerned, or empty
 */
export function tellDeveloper(
  element: Element,
  { about, message }: { readonly about: string; readonly message: string },
  attributes: Attributes,
): void {
  // As it is now: it may be another one by the time the words are there.
  const given = element.getAttribute(about);
  const say = (text: string): void => console.error(`<${element.localName}> ${text}`, element);
  if (!about) say(message);
  else
    import('./misuse.ts').then(
      ({ tellMisuse }) => tellMisuse(element, about, given, attributes, say),
      () => say(message),
    );
}
