const getter = Object.getOwnPropertyDescriptor(Node.prototype, 'parentElement')?.get;

/**
 * The parent element of an element. A form's fields take the place of its own properties (HTML, 4.10.3: named
 * properties of a form), so that it is not asked itself: a field called `parentElement` would lead past what hides us.
 */
export const parentOf = (element: Element): Element | null => getter?.call(element) ?? null;
