import { Hono } from 'hono';
import { tourMessages } from '../words/index.ts';
import type { EhrDependencies, EhrEnv } from './options.ts';
import { connectClinic, createPageFrame, sendPage } from './request.ts';
import { fullName } from './roster.ts';
import { extensionPage, tourPage } from './tour.ts';

/** Creates the tour's page, and the addresses at which it finds its patients: names are in no address. */
export function createTourRoutes(ehr: EhrDependencies): Hono<EhrEnv> {
  const app = new Hono<EhrEnv>();
  const { tour } = ehr.options;
  app.get('/tour', async (c) => c.html(await tourPage(createPageFrame(c, ehr), tour?.hasPhones ?? false)));
  app.get('/tour/extension', async (c) => {
    const frame = createPageFrame(c, ehr);
    return sendPage(c, frame, tourMessages[frame.language].title, extensionPage(frame));
  });
  for (const who of ['flagged', 'course'] as const) {
    for (const page of ['', '/apply']) {
      app.get(`/tour/${who}${page}`, async (c) => {
        const { session } = c.var;
        if (!session || !tour) return c.redirect('/patients', 303);
        const { clinic } = connectClinic(c, createPageFrame(c, ehr), session);
        const patients = await clinic.patients();
        const one = patients.ok ? patients.data.find((each) => fullName(each) === tour[who]) : undefined;
        return c.redirect(one ? `/patients/${one.serviceId}${page}` : '/patients', 303);
      });
    }
  }
  return app;
}
