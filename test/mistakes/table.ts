/** Writes tables of mistakes that were brought about, and of the sentence that a developer gets. @module */
import { cell, markdownTable } from '../../scripts/markdown.ts';

/** What was done wrong, and what was said of it. */
export interface Mistake {
  readonly done: string;
  readonly said: string;
}

/** Names that differ from run to run, written as one. */
const plain = (text: string): string =>
  text
    .replaceAll(/(127\.0\.0\.1|localhost):\d{4,5}/g, '$1:PORT')
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/g, 'UUID')
    .replaceAll('<', '&lt;');

/** The page of some groups of mistakes, by their headings. */
export function toPage(introduction: string, groups: Readonly<Record<string, readonly Mistake[]>>): string {
  const sections = Object.entries(groups).map(([heading, mistakes]) => {
    const rows = mistakes.map(({ done, said }) => [cell(plain(done)), cell(plain(said))]);
    return `## ${heading}\n\n${markdownTable(['mistake', 'message'], rows)}\n`;
  });
  return [introduction, ...sections].join('\n');
}
