/** Text inside a cell of a table: a bar would end it. */
export const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ').trim();
export const code = (text: string): string => `\`${cell(text)}\``;

/** Renders a table. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The anchor that GitHub gives a heading. */
export const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
