import { Hono } from 'hono';
import { html } from 'hono/html';
import type { EhrDependencies, EhrEnv } from './options.ts';
import { connectClinic, createPageFrame, sendPage } from './request.ts';

/** Creates the route of the caseload: all patients of the signed-in professional, in the element that shows them. */
export function createCaseloadRoutes(ehr: EhrDependencies): Hono<EhrEnv> {
  const app = new Hono<EhrEnv>();
  app.get('/caseload', async (c) => {
    const { session } = c.var;
    if (!session) return c.redirect('/sign-in?next=/caseload', 303);
    const frame = createPageFrame(c, ehr);
    const { words, language, timeZone } = frame;
    const { professionalId } = connectClinic(c, frame, session);
    const content = html`
    <h1>${words.caseload}</h1>
    <script type="module" src="/assets/panels.js"></script>
    <noscript><p class="notice warning">${words.scriptNeeded}</p></noscript>
    <p class="notice bad" role="alert" id="panel-script-failed" hidden>${words.panelScriptFailed}</p>
    <instrument-caseload professional-id="${professionalId}" lang="${language}" time-zone="${timeZone}"></instrument-caseload>`;
    return sendPage(c, frame, words.caseload, content);
  });
  return app;
}
