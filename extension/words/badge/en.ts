import type { BadgeWords } from './words.ts';

export const en: BadgeWords = {
  idle: 'instrument-panel: scores of the patient in this tab',
  news: (answers, risks, unknown) =>
    [
      `instrument-panel: ${answers === 1 ? '1 new answer' : `${answers} new answers`} since you last looked`,
      risks === 0 ? '' : risks === 1 ? ', 1 of them with high risk' : `, ${risks} of them with high risk`,
      unknown === 0 ? '' : `; of ${unknown} it is not known yet whether there is a high risk`,
    ].join(''),
  unclear: 'instrument-panel: it is not clear whose chart this is, so nothing is shown',
  signInEnded: 'instrument-panel: your sign-in has ended; open to sign in again',
};
