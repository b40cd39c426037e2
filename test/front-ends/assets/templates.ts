/** Copies and fills the page's templates: the words of the page are in its markup, none in a script. */

/** A patient in the list; the chart's header adds phone and e-mail. */
export interface ListedPatient {
  readonly record: string;
  readonly name: string;
  readonly born: string;
  readonly bornOn: string;
  readonly phone?: string;
  readonly email?: string;
}

/** Returns the element with an id, which the page must have. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (!element) throw new Error(`There is no element ${id}.`);
  return element as E;
}

/** Returns a copy of the contents of a template. */
export const copyOf = (id: string): DocumentFragment =>
  byId<HTMLTemplateElement>(id).content.cloneNode(true) as DocumentFragment;

/** Returns a copy of the one element of a template. */
export function copyElement(id: string): HTMLElement {
  const element = copyOf(id).firstElementChild;
  if (!(element instanceof HTMLElement)) throw new Error(`The template ${id} is empty.`);
  return element;
}

/** Writes each value into the element that names it by `data-field`. */
export function fill<E extends ParentNode>(element: E, values: object): E {
  for (const [name, value] of Object.entries(values)) {
    const field = element.querySelector(`[data-field="${name}"]`);
    if (field && field.textContent !== value) field.textContent = value;
  }
  const born = element.querySelector('time');
  if (born && 'bornOn' in values) born.dateTime = String(values.bornOn);
  return element;
}

/**
 * Reads JSON of this EHR.
 * @throws Error if there is none.
 */
export async function read<T>(path: string): Promise<T> {
  const response = await fetch(`/spa-data/${path}`, { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`The EHR answered ${response.status}.`);
  return response.json();
}
