import type { PointWords } from './words.ts';

export const en: PointWords = {
  pointAt: {
    key: 'Click on the patient’s record number.',
    name: 'Click on the patient’s name.',
    birthday: 'Click on the patient’s date of birth.',
    email: 'Click on the patient’s e-mail address.',
    phone: 'Click on the patient’s phone number.',
    place: 'Click on what the panel should stand after.',
    any: 'Click on what says who the patient is.',
  },
  keys: 'Arrow keys: larger, smaller, previous, next. Enter takes it, Esc leaves.',
};
