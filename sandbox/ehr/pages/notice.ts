import { html } from 'hono/html';
import type { EhrWords } from '../../words/ehr/index.ts';
import type { Missing, Part } from '../clinic/part.ts';
import type { Markup, PageFrame } from './layout.ts';

const reference = (words: EhrWords, why: Missing): Markup | '' =>
  why.traceId === undefined ? '' : html`<p class="quiet-text">${words.trace(why.traceId)}</p>`;

/** Says that a part of the page is missing, why, and offers to try again (at `again`, else the page itself). */
export const outageNotice = (
  { words, path }: PageFrame,
  why: Missing,
  what: string,
  again: string = path,
): Markup => html`
  <div class="notice warning" role="alert">
    <h2>${words.outages[why.outage].title}</h2>
    <p>${words.partMissing(what)} ${words.outages[why.outage].detail}</p>
    ${reference(words, why)}
    <p><a class="button" href="${again}">${words.retry}</a></p>
  </div>`;

/** The whole page where what it is about cannot be shown; `title` is its heading. */
export const outagePage = (
  frame: PageFrame,
  title: string,
  why: Missing,
  what: string,
  again: string = frame.path,
): Markup => html`<h1>${title}</h1>${outageNotice(frame, why, what, again)}`;

/** Said where a form could not be carried out and its page cannot be shown either. */
export const nothingSent = (words: EhrWords): Markup =>
  html`<p class="notice error" role="alert">${words.nothingSent}</p>`;

/** Says how many entries of a list are not shown, where any are. */
export const unreadableNotice = (words: EhrWords, part: Part<unknown>): Markup | '' =>
  part.ok && part.unreadable > 0
    ? html`<p class="notice warning">${words.unreadableItems(part.unreadable)}</p>`
    : '';

/** A page that holds nothing but a sentence: not found, forbidden, broken. */
export const sentencePage = (
  title: string,
  detail: string,
  link: { href: string; text: string },
): Markup => html`
  <div class="card narrow">
    <h1>${title}</h1>
    <p>${detail}</p>
    <p><a class="button" href="${link.href}">${link.text}</a></p>
  </div>`;
