import { html } from 'hono/html';
import { variantWords } from '../../../words/ehr/variants/index.ts';
import { STYLES } from '../../http/assets.ts';
import type { Markup, PageFrame } from '../../pages/layout.ts';
import type { Entry, Shown } from '../census.ts';
import type { VariantSettings } from '../settings.ts';
import { hazards, scoresPlace, variantStyles } from './hazards.ts';

/** The page that holds the frames. `chartOrigin` is empty where the chart is of the page's own origin. */
export const framedPage = (frame: PageFrame, chartOrigin: string, settings: VariantSettings): Markup => {
  const words = variantWords(frame.language);
  return html`
  ${variantStyles(settings)}
  <h1 class="sr-only">${chartOrigin === '' ? words.framed : words.framedCross}</h1>
  <p class="notice error" role="alert" id="frames-failed" hidden>${words.framesFailed}</p>
  <div class="frames" id="frames" data-chart-origin="${chartOrigin}">
    <iframe class="frame-navigation" name="navigation" title="${words.navigation}" src="/framed/navigation"></iframe>
    <iframe class="frame-header" name="header" title="${words.header}" src="/framed/nobody"></iframe>
    <iframe class="frame-chart" name="chart" title="${words.chart}" src="/framed/nobody"></iframe>
    <iframe class="frame-login" name="imaging" title="${words.imaging}" src="/framed/imaging"></iframe>
    <iframe name="earlier" title="${words.earlier}" hidden></iframe>
  </div>
  ${hazards(words, settings)}
  <script type="module" src="/assets/framed.js"></script>`;
};

/** A document of one frame. `title` names nobody. */
export const pane = (
  { language }: PageFrame,
  title: string,
  settings: VariantSettings,
  content: Markup,
): Markup => html`<!doctype html>
<html lang="${language}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${title}</title>
  ${STYLES.map((name) => html`<link rel="stylesheet" href="/assets/${name}">`)}
  ${variantStyles(settings)}
</head>
<body class="pane"><div class="pane-content">${content}</div></body>
</html>`;

export const navigationPane = (entries: readonly Entry[], current: string): Markup => html`
  <ul class="plain navigation">${entries.map(
    ({ record, name }) =>
      html`<li><a href="#${record}" data-record="${record}" ${current === record ? html`aria-current="true"` : ''}>${name}</a></li>`,
  )}</ul>
  <script type="module" src="/assets/navigation.js"></script>`;

export const headerPane = ({ language }: PageFrame, entry: Shown): Markup => {
  const words = variantWords(language);
  return html`<header class="patient" id="patient-banner">
    <h1 class="patient-name">${entry.name}</h1>
    <dl class="facts">
      <div><dt>${words.recordLabel}</dt> <dd class="number">${entry.record}</dd></div>
      <div><dt>${words.bornLabel}</dt> <dd><time datetime="${entry.bornOn}">${entry.born}</time></dd></div>
      <div><dt>${words.phoneLabel}</dt> <dd>${entry.phone}</dd></div>
    </dl>
  </header>`;
};

/** `record` is null where the chart must not say whose it is. */
export const chartPane = (
  { language, words: common }: PageFrame,
  { place }: VariantSettings,
  record: string | null,
  instruments: readonly string[],
): Markup => {
  const words = variantWords(language);
  return html`<p class="quiet-text chart-of">${record === null ? words.chartOfVisit : words.chartOf(record)}</p>
  ${scoresPlace(place)}
  <h2>${common.columns.inUse}</h2>
  <ul>${instruments.length === 0 ? html`<li>${words.noInstruments}</li>` : instruments.map((name) => html`<li>${name}</li>`)}</ul>`;
};

/** Another system's sign-in, as it stands in frames of EHRs. */
export const imagingPane = ({ language, words: common }: PageFrame): Markup => {
  const words = variantWords(language);
  return html`<form class="imaging">
    <h2>${words.imaging}</h2><p class="quiet-text">${words.imagingHint}</p>
    <label>${common.email} <input type="email" name="imaging-user" autocomplete="off"></label>
    <label>${common.password} <input type="password" name="imaging-password" autocomplete="off"></label>
  </form>`;
};
