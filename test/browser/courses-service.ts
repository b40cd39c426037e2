import { BASE_PATH } from '../../shared/client/contract/index.ts';
import { COURSE_PARTS, type CoursePart, END_HEADER } from '../../shared/client/contract/proxy-api/index.ts';

/** A request that waits for its answer, in a browser or without one. */
export interface AnyRoute {
  request(): { url(): string; postDataJSON(): unknown };
  fulfill(reply: { status?: number; json?: unknown }): Promise<void>;
  abort(): Promise<void>;
}

/** Answers `POST /courses`: a part is what `serve` answers to the read by itself, and a list is given whole. */
export async function serveCourses<R extends AnyRoute>(
  route: R,
  serve: (route: R) => unknown,
): Promise<void> {
  const { origin } = new URL(route.request().url());
  const { parts } = route.request().postDataJSON() as { parts: CoursePart[] };
  const answerPart = (part: CoursePart) =>
    new Promise((resolve) => {
      const path = COURSE_PARTS[part.part].path.replace(/\{(\w+)\}/g, (_, name: keyof CoursePart) =>
        String(part[name]),
      );
      const fulfill: AnyRoute['fulfill'] = async ({ status = 200, json }) => {
        const end = Array.isArray(json) ? { [END_HEADER]: 'true' } : {};
        resolve({ status, headers: { 'content-type': 'application/json', ...end }, body: json });
      };
      const abort = () => fulfill({ status: 503, json: { code: 'SERVICE_UNAVAILABLE', message: 'no' } });
      const request = () => ({
        url: () => origin + BASE_PATH + path,
        method: () => 'GET',
        postDataJSON: () => null,
      });
      serve({ request, fulfill, abort } as AnyRoute as R);
    });
  await route.fulfill({ json: { parts: await Promise.all(parts.map(answerPart)) } });
}
