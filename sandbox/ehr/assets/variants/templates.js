/** Copies of the page's templates, and filling them: the words of the page stand in its markup, none in a script. */

/** A copy of what a template holds; one element, or a fragment of several. */
export function copyOf(id) {
  const content = document.getElementById(id).content.cloneNode(true);
  return content.childElementCount === 1 ? content.firstElementChild : content;
}

/** Writes each value into the element that names it by `data-field`. */
export function fill(element, values) {
  for (const [name, value] of Object.entries(values)) {
    const field = element.querySelector(`[data-field="${name}"]`);
    if (field && field.textContent !== value) field.textContent = value;
  }
  const born = element.querySelector('time');
  if (born && values.bornOn !== undefined) born.dateTime = values.bornOn;
  return element;
}

/** Reads JSON of this EHR. Throws where there is none. */
export async function read(path) {
  const response = await fetch(`/spa-data/${path}`, { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`The EHR answered ${response.status}.`);
  return response.json();
}
