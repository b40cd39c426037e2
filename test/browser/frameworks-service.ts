import { expect, type Page, type Route } from '@playwright/test';
import { ApplyService } from './apply-service.ts';
import { serveCourses } from './courses-service.ts';
import { test as base } from './own-page.ts';
import { BRUNO, phq9 } from './panel-data.ts';

/** What the proxy answers to a page of any origin. */
export interface Answering {
  readonly service: ApplyService<Route>;
  /** How often the instrument, which a panel asks for once for each reading, was asked for. */
  readings(): number;
  /** Answers about Bruno wait from now on; the function that is given lets them go. */
  holdBruno(): () => void;
}

async function answer(page: Page): Promise<Answering> {
  const service = new ApplyService<Route>();
  let count = 0;
  let gate = Promise.resolve();
  await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
  await page.route('**/session', (route) => route.fulfill({ json: { token: 'test-token', expiresIn: 600 } }));
  const serve = async (route: Route): Promise<void> => {
    const { pathname, searchParams } = new URL(route.request().url());
    const [, patientId = ''] = /patients\/([^/]+)/.exec(pathname) ?? [];
    const course = patientId === BRUNO ? phq9({ patientId, scores: [16, 12, 8] }) : phq9();
    if (patientId === BRUNO) await gate;
    if (pathname.endsWith('/score-graph')) return route.fulfill({ json: course.graph });
    if (pathname.endsWith('/submissions')) {
      return route.fulfill({ json: course.submissions.slice(Number(searchParams.get('offset') ?? 0)) });
    }
    if (/\/forms\/[0-9a-f-]{36}$/.test(pathname)) {
      count++;
      return route.fulfill({ json: course.instrument });
    }
    return service.answer(route);
  };
  await page.route('**/third-party/**', serve);
  await page.route('**/courses', (route) => serveCourses(route, serve));
  return {
    service,
    readings: () => count,
    holdBruno() {
      let release = (): void => {};
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
  };
}

/** A test with a proxy that answers; it fails where the console holds an error or a warning. */
export const test = base.extend<{ answering: Answering }>({
  answering: async ({ page }, use) => {
    const said: string[] = [];
    page.on('pageerror', (error) => said.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) said.push(message.text());
    });
    await use(await answer(page));
    expect(said, 'errors and warnings on the console').toEqual([]);
  },
});
export { expect };
