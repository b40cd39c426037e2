/**
 * What the examples of the docs' pages read where `npm run docs -- --dev` serves them: on the same origin the widget's file,
 * a proxy in front of a sandbox, and the ids of a patient there. Begun with the first example that is opened.
 *
 * @module
 */
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import type { DefaultTheme, UserConfig } from 'vitepress';
import { DEMO_CREDENTIALS } from '../../sandbox/seed/clinic.ts';
import { listPatientSubmissions, listPatients } from '../../shared/client/contract/index.ts';
import { createClient } from '../../shared/client/index.ts';
import { buildWidget } from '../build-widget.ts';
import { isProxys, startOpenClinic } from '../stack/open-clinic.ts';
import { root } from './pages.ts';

type Plugins = NonNullable<NonNullable<UserConfig<DefaultTheme.Config>['vite']>['plugins']>;

const FOLDER = '/live-examples/';

/** The attributes that name a patient of the sandbox and the instrument that they have answered most. */
async function findExample(service: string, professionalId: string) {
  const client = createClient({ baseUrl: service, auth: DEMO_CREDENTIALS });
  const patients = (await client(listPatients, { params: { professionalId } })).data;
  const courses = await Promise.all(
    patients.map(async ({ serviceId: patientId }) => {
      const rows = (await client(listPatientSubmissions, { params: { professionalId, patientId } })).data;
      const answered = rows.filter(({ score }) => score != null).map(({ formTemplateId }) => formTemplateId);
      const most = [...Map.groupBy(answered, (formId) => formId)].toSorted(
        ([, a], [, b]) => b.length - a.length,
      );
      return { patientId, formId: most[0]?.[0] ?? '', count: most[0]?.[1].length ?? 0 };
    }),
  );
  const [longest] = courses.toSorted((a, b) => b.count - a.count);
  return { 'professional-id': professionalId, 'patient-id': longest?.patientId, 'form-id': longest?.formId };
}

async function start(url: string) {
  const [clinic, file] = await Promise.all([
    startOpenClinic({ url }),
    buildWidget(join(root, '.cache', 'live-examples'), { isFinal: false }),
  ]);
  const attributes = await findExample(clinic.sandbox, clinic.professionalId);
  return { ...clinic, file, attributes };
}

function send(response: ServerResponse, type: string, body: string): void {
  response.setHeader('content-type', type);
  response.end(body);
}

/** Serves the examples beside the site, in development alone. */
export function liveExamples(): Plugins[number] {
  return {
    name: 'live-examples',
    apply: 'serve',
    configureServer({ httpServer, middlewares }) {
      if (!httpServer) return;
      let started: ReturnType<typeof start> | undefined;
      httpServer.once('close', () => void started?.then(({ close }) => close()));
      middlewares.use((request, response, next) => {
        const path = (request.url ?? '').replace(/\?.*$/, '');
        if (!path.startsWith(FOLDER) && !(started && isProxys(path))) return next();
        const { port } = httpServer.address() as AddressInfo;
        started ??= start(`http://localhost:${port}`);
        started
          .then(async ({ handle, file, attributes }) => {
            if (!path.startsWith(FOLDER)) return handle(request, response);
            const name = basename(path);
            if (name === 'attributes.json')
              return send(response, 'application/json', JSON.stringify(attributes));
            return send(response, 'text/javascript', await readFile(join(file, '..', name), 'utf8'));
          })
          .catch(next);
      });
    },
  };
}
