/** Accents of the Latin, Greek and Cyrillic scripts; the vowel signs of others change a name and stay. */
const ACCENTS = /[\u0300-\u036f]/g;
const APOSTROPHES = /['’‘ʼ`´]/g;
const NOT_IN_A_NAME = /[^\p{L}\p{M}\p{N}]+/gu;

/**
 * A name as it is compared: without case, accents, punctuation and doubled spaces, `LIMA, Ana` the right way
 * round. Nothing is shortened or guessed: names with and without a middle name stay two. Empty where no letter
 * is left.
 */
export function comparableName(name: string): string {
  const [last = '', first, ...more] = name.split(',');
  const ordered = first !== undefined && more.length === 0 ? `${first} ${last}` : name;
  return ordered
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(APOSTROPHES, '')
    .replace(NOT_IN_A_NAME, ' ')
    .trim();
}

/** Whether two names are one, or `unknown` where either has no letter. */
export function compareNames(given: string, recorded: string): 'agrees' | 'contradicts' | 'unknown' {
  const [one, other] = [comparableName(given), comparableName(recorded)];
  if (one === '' || other === '') return 'unknown';
  return one === other ? 'agrees' : 'contradicts';
}
