/** The pages that the proxy shows to people. @module */
import { hash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { ProxyResponse } from './exchange.ts';

const STYLE = `
:root { color-scheme: light dark; --page: #f4f6f7; --card: #fff; --ink: #1a2327; --soft: #4c5b62; --line: #b9c5ca; --accent: #0b6268; --on-accent: #fff; --caution: #8a4b00; }
@media (prefers-color-scheme: dark) { :root { --page: #101517; --card: #1a2124; --ink: #e9eff1; --soft: #aebbc1; --line: #3d494e; --accent: #6fcfd3; --on-accent: #06282a; --caution: #f2b866; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; background: var(--page); color: var(--ink); font: 1.125rem/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif; overflow-wrap: anywhere; }
main { max-width: 34rem; margin: 6vh auto 0; padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: .625rem; }
main:has(table) { max-width: 72rem; margin-top: 0; } main:has(table) button { max-inline-size: 24rem; }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; text-wrap: balance; }
p, ul { margin: 0 0 .75rem; } ul { padding-inline-start: 1.25rem; }
.soft { color: var(--soft); font-size: .9375rem; }
form { display: flex; flex-wrap: wrap; gap: .75rem; margin-block: 1.25rem .75rem; }
button { flex: 1 1 10rem; min-height: 3rem; padding: .5rem 1rem; font: inherit; font-weight: 600; color: var(--accent); background: transparent; border: 2px solid var(--accent); border-radius: .375rem; cursor: pointer; }
button.allow { color: var(--on-accent); background: var(--accent); }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
.scroll { overflow-x: auto; margin-block: 1.25rem; }
table { border-collapse: collapse; width: 100%; font-size: 1rem; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
th, td { padding: .5rem .75rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: baseline; }
th:first-child, td:first-child { padding-inline-start: 0; }
thead th { color: var(--soft); font-size: .875rem; }
td.number, th.number { text-align: end; }
td.note { min-width: 14rem; } td.note strong { color: var(--caution); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; } dd { margin: 0; color: var(--soft); }
h2 { margin: 1.5rem 0 .5rem; font-size: 1.125rem; line-height: 1.25; } h3 { margin: 1.5rem 0 .25rem; font-size: 1rem; }
form.sheet { display: block; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; margin-block: 1.25rem .75rem; } .actions form { margin: 0; flex: 1 1 10rem; }
.groups button { flex: 0 1 auto; min-height: 2.75rem; font-weight: 400; color: var(--ink); border: 1px solid var(--soft); } .groups button[aria-current] { font-weight: 600; border: 2px solid var(--accent); }
td button { min-height: 2.75rem; padding: .25rem .75rem; }
label { display: block; margin-block: 1rem .25rem; font-weight: 600; }
input, select, textarea { display: block; width: 100%; min-height: 3rem; padding: .5rem .75rem; font: inherit; color: inherit; background: var(--page); border: 1px solid var(--soft); border-radius: .375rem; }
.notice { margin-block-end: 1rem; padding: .5rem 1rem; border-inline-start: 4px solid var(--accent); background: var(--page); }
.differs { color: var(--caution); font-weight: 600; }
@media (max-width: 40rem) { .rows table { overflow-wrap: anywhere; } .sides table { table-layout: fixed; overflow-wrap: break-word; hyphens: auto; } :is(.rows, .sides) :is(td, th) { padding-inline: .25rem; } .rows .number { overflow-wrap: normal; } .stack thead { position: absolute; clip-path: inset(50%); } .stack tbody tr { display: grid; grid-template-columns: auto 1fr; gap: .125rem .75rem; padding-block: .75rem; border-bottom: 1px solid var(--line); } .stack tbody :is(td, th) { padding: 0; border: 0; text-align: start; } .stack tbody td:not(.number) { grid-column: 1 / -1; } .stack td.number::before { content: attr(data-name) ' '; } .stack td.side::before { content: attr(data-name) ': '; color: var(--soft); } td button { inline-size: 100%; padding-inline: 0; font-size: .9375rem; overflow-wrap: anywhere; } td.note { min-width: 7.5rem; } dl { grid-template-columns: 1fr; } dd { margin-block-end: .5rem; } }
`;
const STYLE_HASH = hash('sha256', STYLE, 'base64');

/** Markup in which every value from outside is escaped (hono/html). */
export type Markup = ReturnType<typeof html>;

interface PageParts {
  readonly status: number;
  readonly lang: string;
  readonly title: string;
  readonly content: Markup;
  /** Origins to which a form of the page may lead, beside the proxy's own: a browser holds its redirects to them as well. */
  readonly formTargets?: readonly string[];
  /** Whether another site may show it in a frame: for what holds no button. Default: `false`. */
  readonly isFramed?: boolean;
}

/** Makes a page without script or frames, as an answer. */
export async function htmlPage(parts: PageParts): Promise<ProxyResponse> {
  const { status, lang, title, content, formTargets = [], isFramed = false } = parts;
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    ...(isFramed ? [] : ["frame-ancestors 'none'"]),
    "base-uri 'none'",
  ];
  const markup = await html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body><main>
<h1>${title}</h1>
${content}
</main></body>
</html>`;
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': lang,
      'content-security-policy': policy.join('; '),
      ...(isFramed ? {} : { 'x-frame-options': 'DENY' }),
      // Not no-referrer: it would turn the Origin of the page's own form into "null".
      'referrer-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    },
    body: String(markup),
  };
}

/** Selects the words that a browser prefers (`Accept-Language`); without any of its languages, English. */
export function acceptedWords<Words extends { readonly lang: string }>(
  all: Readonly<Record<string, Words>> & { readonly en: Words },
  accepted: string | undefined,
): Words {
  const readPrimary = (tag: string): string | undefined => tag.trim().toLowerCase().split(/[-;]/)[0];
  for (const tag of (accepted ?? '').split(',')) {
    const found = Object.values(all).find(({ lang }) => readPrimary(lang) === readPrimary(tag));
    if (found) return found;
  }
  return all.en;
}
