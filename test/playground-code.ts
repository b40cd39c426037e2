import { COMPONENTS, type Markup } from '../widget/playground/framework-code.ts';
import { samplesOf } from '../widget/playground/samples/states.ts';

const IDS = {
  'professional-id': '9b1f5a40-8a55-4f7a-9c5d-3f0d8a4e2b11',
  'patient-id': '9b1f5a40-8a55-4f7a-9c5d-3f0d8a4e2b12',
  'form-id': '9b1f5a40-8a55-4f7a-9c5d-3f0d8a4e2b13',
};
const around = { lang: 'en', dir: 'rtl' } as const;
const withIds = (tag: string, ...more: Markup['attributes']): Markup => ({
  ...{ ...around, tag, slots: [], data: undefined },
  attributes: [
    ...Object.entries(IDS).filter(([name]) => tag !== 'instrument-apply' || name !== 'form-id'),
    ...more,
  ],
});

/** What the playground can show: an element that reads, one that takes data, and texts that a template could misread. */
export const MARKUPS: Readonly<Record<string, Markup>> = {
  reading: {
    ...withIds('instrument-panel', ['density', 'compact'], ['heading-level', '3']),
    slots: [['footer', ['5 > 4 & "so" {on} {{now}} @if `$', '{later}` \\'].join('')]],
  },
  fed: {
    ...withIds('instrument-panel'),
    data: samplesOf('instrument-panel').find(({ data }) => data !== undefined)?.data,
  },
  applying: withIds('instrument-apply'),
};

/** The playground's code of each of them in a framework, by the name of its file. */
export const playgroundCode = (framework: string, extension: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(MARKUPS).map(([name, markup]) => [
      `${name}.${extension}`,
      COMPONENTS[framework]?.(markup) ?? '',
    ]),
  );
