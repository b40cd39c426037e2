import { extensionLanguages } from './compiled/languages.js';

/** Language that a person chose; `auto` follows the browser. */
export type ChosenLanguage = 'auto' | keyof typeof extensionLanguages;

/** Languages that a person can choose, in the order in which they are offered. */
export const CHOSEN_LANGUAGES: readonly ChosenLanguage[] = [
  'auto',
  ...(Object.keys(extensionLanguages) as (keyof typeof extensionLanguages)[]),
];
