import { html } from 'hono/html';
import type { ProxyResponse } from '../exchange.ts';
import { htmlPage, type Markup } from '../html-page.ts';
import type { FileProblem } from '../mapping/link-words.ts';
import { sayFileProblem } from '../mapping/link-words.ts';
import type { LinksMessages } from '../words/compiled/links/en.js';
import { sayInstant } from './facts.ts';
import { ENCODINGS, LIST_MAX_BYTES, type UploadedList } from './list.ts';
import type { AdministratorSession } from './sessions.ts';

/** What every page of a session is made with. */
export interface PageBase {
  readonly words: LinksMessages;
  /** Path of the page, which a front server may have put something before. */
  readonly path: string;
  readonly session: AdministratorSession;
}

export const LIST_MAX_MEGABYTES = `${Math.floor(LIST_MAX_BYTES / 1_000_000)}`;

/** Asks for name and secret. */
export function signInPage(
  status: number,
  words: LinksMessages,
  path: string,
  alert?: string,
): Promise<ProxyResponse> {
  const { title, name, secret, submit, hint } = words.signIn;
  const content = html`${alert === undefined ? '' : html`<p role="alert" class="notice">${alert}</p>`}
<form class="sheet" method="post" action="${path}/sign-in">
<label for="name">${name}</label><input id="name" name="name" autocomplete="username" required maxlength="200">
<label for="secret">${secret}</label><input id="secret" name="secret" type="password" autocomplete="current-password" required maxlength="512">
<div class="actions"><button class="allow">${submit}</button></div>
</form>
<p class="soft">${hint}</p>`;
  return htmlPage({ status, lang: words.lang, title, content });
}

/** Who is signed in, with the way out. */
export function sessionFoot({ words, path, session }: PageBase): Markup {
  const time = sayInstant(new Date(session.endsAt), words);
  return html`<form method="post" action="${path}/sign-out">
<input type="hidden" name="token" value="${session.formToken}"><button>${words.signIn.out}</button></form>
<p class="soft">${words.signIn.signedIn({ name: session.name, time })}</p>`;
}

/** The sentence that refuses a list. */
export function sayRefused(problem: FileProblem, words: LinksMessages): string {
  const said = sayFileProblem(problem, words);
  const { line } = problem;
  if (line !== null) return words.upload.refusedLine({ line: `${line}`, problem: said });
  return words.upload.refused({ problem: said.charAt(0).toLocaleUpperCase(words.lang) + said.slice(1) });
}

/** Asks for a list. */
export function uploadPage(
  status: number,
  base: PageBase,
  alert?: string,
  { dates, encoding }: Partial<Pick<UploadedList, 'dates' | 'encoding'>> = {},
): Promise<ProxyResponse> {
  const { words, path, session } = base;
  const { upload } = words;
  const option = (value: string, text: string, chosen = ''): Markup =>
    html`<option value="${value}"${value === chosen ? ' selected' : ''}>${text}</option>`;
  const content = html`${alert === undefined ? '' : html`<p role="alert" class="notice">${alert}</p>`}
<p>${words.intro}</p>
<form class="sheet" method="post" action="${path}/preview" enctype="multipart/form-data">
<input type="hidden" name="token" value="${session.formToken}">
<label for="file">${upload.file}</label>
<input id="file" name="file" type="file" accept=".csv,.tsv,.txt,.json,.jsonl,text/csv" aria-describedby="file-hint columns">
<p class="soft" id="file-hint">${upload.fileHint({ megabytes: LIST_MAX_MEGABYTES })}</p>
<label for="pasted">${upload.paste}</label>
<textarea id="pasted" name="pasted" rows="5" autocomplete="off" spellcheck="false" aria-describedby="paste-hint columns"></textarea>
<p class="soft" id="paste-hint">${upload.pasteHint}</p>
<p id="columns">${upload.columns}</p>
<label for="dates">${upload.dates}</label>
<select id="dates" name="dates">${option('', '1990-02-28', dates)}${option('dmy', '28/02/1990', dates)}${option('mdy', '02/28/1990', dates)}</select>
<label for="encoding">${upload.encoding}</label>
<select id="encoding" name="encoding">${option('', upload.automatic, encoding)}${ENCODINGS.map((one) => option(one, one, encoding))}</select>
<div class="actions"><button class="allow">${upload.submit}</button></div>
</form>
${sessionFoot(base)}`;
  return htmlPage({ status, lang: words.lang, title: words.title, content });
}

/** Says why nothing was done, and leads back. */
export function failedPage(
  status: number,
  words: LinksMessages,
  path: string,
  sentence: string,
): Promise<ProxyResponse> {
  const content = html`<p role="alert">${sentence}</p><p><a href="${path}">${words.failed.open}</a></p>`;
  return htmlPage({ status, lang: words.lang, title: words.failed.title, content });
}
