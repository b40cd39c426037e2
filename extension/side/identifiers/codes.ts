import { fold } from './fold.ts';
import type { Stretch } from './names.ts';

const LEAST_CHARACTERS = 4;
const isCode = (word: string): boolean => /\d/.test(word) && /\p{L}/u.test(word);
const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

const places = (folded: string, pattern: RegExp): Stretch[] =>
  [...folded.matchAll(pattern)].map(({ 0: found, index }) => ({ from: index, to: index + found.length }));

/**
 * Where a key of letters and figures stands in a folded text: whole, whatever punctuation it is written with, or a
 * group of it that has letters and figures both. Groups of figures only are {@link findKey}'s.
 */
export function findCode(folded: string, key: string): Stretch[] {
  const words = fold(key).match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = words.join('');
  if (letters.length < LEAST_CHARACTERS || /^\d+$/.test(letters)) return [];
  const groups = words.filter((word) => word.length >= LEAST_CHARACTERS && isCode(word));
  const whole = [...letters].join('[^\\p{L}\\p{N}\\s]?');
  const patterns = [words.join('[^\\p{L}\\p{N}]{0,3}'), whole, ...groups];
  return patterns.flatMap((pattern) =>
    places(folded, new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'gu')),
  );
}

/** Any e-mail address, also one that was made hard to read for machines; whose it is does not matter. */
const EMAIL =
  /[\p{L}\p{N}._%+-]{1,64}\s?(?:@|[[({]\s?(?:at|arroba)\s?[\])}])\s?[\p{L}\p{N}-]{1,64}(?:\s?(?:\.|[[({]\s?(?:dot|ponto)\s?[\])}])\s?[\p{L}\p{N}-]{1,64}){1,8}/gu;
/** A shorter name of a mailbox may be any word. */
const LEAST_MAILBOX = 5;

/** Where e-mail addresses stand in a folded text, and the mailbox of the patient's own without its host. */
export function findEmails(folded: string, own: readonly string[]): Stretch[] {
  const mailboxes = own
    .map((address) => fold(address).split('@')[0] ?? '')
    .filter((mailbox) => mailbox.length >= LEAST_MAILBOX);
  return [
    ...places(folded, EMAIL),
    ...mailboxes.flatMap((mailbox) =>
      places(folded, new RegExp(`(?<![\\p{L}\\p{N}])${literal(mailbox)}(?![\\p{L}\\p{N}])`, 'gu')),
    ),
  ];
}
