import { html } from 'hono/html';
import type { Markup } from './layout.ts';

type Cell = Markup | string | number;

/**
 * A table with its caption; each row's first cell is its heading. On a narrow screen rows become cards, and the
 * roles keep them a table for screen readers.
 */
export const table = (
  caption: Cell,
  columns: readonly string[],
  rows: readonly (readonly Cell[])[],
): Markup => html`<table role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${columns.map(
  (column) => html`<th scope="col" role="columnheader">${column}</th>`,
)}</tr></thead>
<tbody role="rowgroup">${rows.map(
  (cells) =>
    html`<tr role="row">${cells.map((cell, index) =>
      index === 0
        ? html`<th scope="row" role="rowheader">${cell}</th>`
        : html`<td role="cell" data-label="${columns[index] ?? ''}"><span>${cell}</span></td>`,
    )}</tr>`,
)}</tbody>
</table>`;

/** What stands in place of a table that would have no rows. */
export const emptyState = (text: Cell): Markup => html`<p class="empty">${text}</p>`;
