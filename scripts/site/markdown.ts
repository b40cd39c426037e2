/**
 * Renders the repository's documents as pages: links between files point to pages, and headings have the anchors that
 * GitHub gives them.
 *
 * @module
 */
import { relative } from 'node:path';
import type { MarkdownOptions, MarkdownRenderer } from 'vitepress';
import { cell, code, markdownTable, toAnchor } from '../markdown.ts';
import { withInstallLines } from './install-lines.ts';
import { root, toDocument, toSiteAddress } from './pages.ts';

type Tokens = ReturnType<MarkdownRenderer['parse']>;

const isOfRepository = (link: string): boolean => !/^(?:[a-z]+:|#|\/)/i.test(link);

/** Points a link to its page; null if its file has none. */
function rewriteLink(token: Tokens[number], from: string): string | null {
  const link = token.attrGet('href') ?? '';
  const address = isOfRepository(link) ? toSiteAddress(from, decodeURI(link)) : link;
  if (address === null) return null;
  token.attrSet('href', address);
  // Not a page, which the site would look for.
  if (/^\/.*\.json$/.test(address)) token.attrSet('target', '_self');
  return address;
}

/** Points links to pages. A link to a file without a page becomes plain text, which names the file. */
function rewriteLinks(tokens: Tokens, from: string): void {
  let isDropped = false;
  for (const token of tokens) {
    if (token.children) rewriteLinks(token.children, from);
    if (token.type === 'link_open') isDropped = rewriteLink(token, from) === null;
    if (!isDropped || !/^link_/.test(token.type)) continue;
    const isEnd = token.type === 'link_close';
    Object.assign(token, { tag: 'span', attrs: null, type: isEnd ? 'em_close' : 'em_open' });
    isDropped = !isEnd;
  }
}

/** The rows of a state diagram as a table; a drawing of thirty arrows is not read in a page. */
function toStateTable(diagram: string): string {
  const rows = [...diagram.matchAll(/^\s*(\S+) --> (\w+): (.+)$/gm)].map(
    ([, from = '', to = '', by = '']) => [from === '[*]' ? '' : code(from), cell(by), code(to)],
  );
  return markdownTable(['from', 'by', 'to'], rows);
}

/** Diagrams that a repository's view draws: states as a table, any other as the text that stands below it. */
const withoutDiagrams = (markdown: string): string =>
  markdown
    .replace(/^```mermaid\nstateDiagram-v2\n([\s\S]*?)^```$/gm, (_, diagram: string) => toStateTable(diagram))
    .replace(/^```mermaid\n[\s\S]*?^```\n+<details>/gm, '<details open>');

/** Makes an empty heading of a table a plain cell. */
function dropEmptyHeadings(tokens: Tokens): void {
  for (const [index, token] of tokens.entries()) {
    const isEmpty = tokens[index + 1]?.type === 'inline' && tokens[index + 1]?.content === '';
    if (token.type !== 'th_open' || !isEmpty) continue;
    for (const part of [token, tokens[index + 2]]) if (part) part.tag = 'td';
  }
}

function configure(renderer: MarkdownRenderer): void {
  renderer.core.ruler.push('repository-links', ({ tokens, env }) =>
    rewriteLinks(tokens, toDocument(relative(root, String(env.path)).replaceAll('\\', '/'))),
  );
  renderer.core.ruler.push('empty-headings', ({ tokens }) => dropEmptyHeadings(tokens));
  renderer.core.ruler.before('normalize', 'as-on-the-site', (state) => {
    state.src = withoutDiagrams(withInstallLines(state.src));
  });
}

export const markdown: MarkdownOptions = {
  config: configure,
  anchor: { slugify: toAnchor },
  theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
};
