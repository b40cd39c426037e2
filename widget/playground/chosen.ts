import type { ElementFacts, Facts } from './facts.ts';
import { IDS } from './samples/course.ts';
import { type Sample, samplesOf } from './samples/states.ts';

/** Everything that can be chosen on the page; what is shown follows from it alone. */
export interface Chosen {
  lang: string;
  element: ElementFacts;
  sample: Sample;
  source: 'sample' | 'sandbox';
  /** CSS `color-scheme`. */
  scheme: string;
  dir: string;
  /** Pixels. */
  width: number;
  readonly attributes: Map<string, string>;
  readonly slots: Map<string, string>;
  /** Name of the theme that the tokens began with; empty for none. */
  theme: string;
  readonly tokens: Map<string, string>;
  /** Whom and what the sandbox is asked for. */
  patientId: string;
  formId: string;
}

/** What is chosen when the page opens. */
export function firstChoice({ elements }: Facts, lang: string): Chosen {
  const element = elements.find(({ tagName }) => tagName === 'instrument-panel') ?? elements[0];
  const sample = samplesOf(element?.tagName ?? '')[0];
  if (!element || !sample) throw new Error('There is no element to show.');
  const chosen: Chosen = {
    lang,
    element,
    sample,
    source: 'sample',
    scheme: 'light dark',
    dir: 'ltr',
    // As wide as it can be seen whole, as far as that is.
    width: Math.max(360, Math.min(720, Math.floor((innerWidth - 66) / 10) * 10)),
    theme: '',
    attributes: new Map(),
    slots: new Map(),
    tokens: new Map(),
    patientId: '',
    formId: '',
  };
  setIdentifiers(chosen, '');
  return chosen;
}

/** Another element: its first sample, without attributes and slots that it does not have. */
export function chooseElement(chosen: Chosen, element: ElementFacts, professionalId: string): void {
  chosen.element = element;
  chosen.sample = samplesOf(element.tagName)[0] ?? chosen.sample;
  const keep = (kept: Map<string, string>, has: readonly { readonly name: string }[]): void => {
    for (const name of kept.keys()) if (!has.some((one) => one.name === name)) kept.delete(name);
  };
  keep(chosen.attributes, element.attributes);
  keep(chosen.slots, element.slots);
  setIdentifiers(chosen, professionalId);
}

/** Sets the ids of patient, professional and instrument, as far as the element has these attributes. */
export function setIdentifiers(chosen: Chosen, professionalId: string): void {
  const isSample = chosen.source === 'sample';
  const ids = {
    'patient-id': isSample ? IDS.patient : chosen.patientId,
    'professional-id': isSample ? IDS.professional : professionalId,
    'form-id': isSample ? IDS.form : chosen.formId,
  };
  for (const [name, value] of Object.entries(ids)) {
    if (chosen.element.attributes.some((one) => one.name === name)) chosen.attributes.set(name, value);
  }
}
