import { html } from 'hono/html';
import type { Call, ProxyResponse } from '../exchange.ts';
import { htmlPage, type Markup } from '../html-page.ts';
import type { LinkOutcome, LinkResults } from '../mapping/bulk-link.ts';
import type { LinksMessages } from '../words/compiled/links/en.js';
import type { ShownLinks, UploadedList } from './list.ts';
import type { Look } from './look.ts';
import { type PageBase, sessionFoot } from './pages.ts';
import { carried, type Preview } from './preview-page.ts';

/** What came of linking what was certain, in rows of the list. */
interface ResultCounts extends Readonly<Record<LinkOutcome, number>> {
  /** Rows that need a person. */
  readonly doubtful: number;
  /** Links that were shown as certain and no longer are. */
  readonly changed: number;
  /** Rows that have become certain since they were shown. */
  readonly fresh: number;
  /** Codes of the failures. */
  readonly codes: readonly string[];
}

/** Of a row with several links, the outcome that is to be said. */
const WORST: readonly LinkOutcome[] = ['unknown', 'refused', 'linked', 'present'];

/** Counts what came of it. */
export function countResults(look: Look, results: LinkResults, shown: ShownLinks): ResultCounts {
  const counts = { linked: 0, present: look.byGroup.get('linked')?.length ?? 0, refused: 0, unknown: 0 };
  let fresh = 0;
  for (const { judgement } of look.byGroup.get('certain') ?? []) {
    const outcomes = judgement.links.map((link) => results.get(link)?.outcome);
    const worst = WORST.find((outcome) => outcomes.includes(outcome));
    if (worst) counts[worst] += 1;
    if (judgement.links.some((link) => !shown.has(link))) fresh += 1;
  }
  return {
    ...counts,
    doubtful: (look.byGroup.get('doubtful')?.length ?? 0) + (look.byGroup.get('elsewhere')?.length ?? 0),
    changed: Math.max(0, shown.count - results.size),
    fresh,
    codes: [...new Set([...results.values()].map(({ code }) => code).filter(Boolean))],
  };
}

const SAID = ['linked', 'present', 'doubtful', 'refused', 'unknown'] as const;
/** Said even if there are none. */
const ALWAYS: ReadonlySet<(typeof SAID)[number]> = new Set(['linked', 'present', 'doubtful']);

/** Says what came of it. */
export function resultNotice(counts: ResultCounts, words: LinksMessages): Markup {
  const { result, lang } = words;
  const { unknown, refused, changed, fresh, codes } = counts;
  const number = new Intl.NumberFormat(lang);
  return html`<dl>${SAID.filter((name) => ALWAYS.has(name) || counts[name] > 0).map(
    (name) => html`<dt>${result[name]}</dt><dd>${number.format(counts[name])}</dd>`,
  )}</dl>
${unknown > 0 ? html`<p><strong>${result.unknownHint}</strong></p>` : ''}
${refused > 0 ? html`<p>${result.refusedHint({ codes: codes.join(', ') })}</p>` : ''}
${changed > 0 ? html`<p>${result.changed({ count: changed })}</p>` : ''}
${fresh > 0 ? html`<p>${result.fresh({ count: fresh })}</p>` : ''}`;
}

/** Says what came of it where the list could not be compared once more. */
export function resultAlonePage(
  preview: Omit<Preview, 'look' | 'shown' | 'origins' | 'heading'>,
  notice: Markup | string,
): Promise<ProxyResponse> {
  const { words, path } = preview;
  const content = html`<div role="status" class="notice">${notice}</div>
<form class="sheet" method="post" action="${path}/preview" enctype="multipart/form-data">${carried(preview)}
<div class="actions"><button class="allow" name="show" value="">${words.again}</button></div></form>
${sessionFoot(preview)}`;
  return htmlPage({ status: 200, lang: words.lang, title: words.result.title, content });
}

/** Shows a list anew after something was done, with what came of it: alone if the list cannot be compared once more. */
export type ShowAfter = (parts: {
  readonly base: PageBase;
  readonly list: UploadedList;
  readonly call: Call;
  /** What was looked at before. */
  readonly before: Look;
  readonly heading: string;
  readonly notice: Markup | string;
  readonly show: string;
}) => Promise<ProxyResponse>;
