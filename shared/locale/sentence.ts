/** Lines as one text that is read aloud: each ends with a full stop. */
export const sentence = (lines: readonly string[]): string =>
  lines.map((line) => (line.endsWith('.') ? line : `${line}.`)).join(' ');
