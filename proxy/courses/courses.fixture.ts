import { createRouter, ENDPOINTS, ROLES } from '../../shared/client/contract/index.ts';
import {
  COURSE_PARTS,
  type CoursePart,
  type CoursePartName,
} from '../../shared/client/contract/proxy-api/index.ts';
import { nameOf, sample } from '../fixtures/sample.ts';
import type { Recorded, StubAnswer } from '../fixtures/stub-service.ts';
import {
  FORM,
  OTHER_PATIENT,
  OTHER_PROFESSIONAL,
  PATIENT,
  PROFESSIONAL,
  tokenFor,
} from '../fixtures/world.ts';

/** The names of all parts. */
export const NAMES = Object.keys(COURSE_PARTS) as CoursePartName[];

const route = createRouter(ENDPOINTS);

/** The service: a submission by its id is its owner's, anything else is about the patient of the path; writes are done. */
export function serve({ method, url }: Recorded): StubAnswer {
  if (method !== 'GET') return { body: {} };
  const { pathname, searchParams } = new URL(url, 'http://service');
  const found = route('GET', pathname.replace('/third-party/api/v1', ''));
  if (found.kind !== 'endpoint') throw new Error(`the service has no ${url}`);
  const { endpoint, raw } = found;
  if (raw.submissionId === '404')
    return { status: 404, body: { code: 'NOT_FOUND', message: nameOf(OTHER_PATIENT) } };
  const owner = raw.submissionId === '2' ? OTHER_PATIENT : PATIENT;
  const body = sample(endpoint.response, raw.patientId ?? owner);
  return { body: Array.isArray(body) ? body.slice(Number(searchParams.get('offset') ?? 0)) : body };
}

/** A part with all that its endpoint needs. */
export const partOf = (part: CoursePartName, more: Partial<CoursePart> = {}): CoursePart => {
  const named = COURSE_PARTS[part].path;
  return {
    part,
    ...(named.includes('{professionalId}') ? { professionalId: PROFESSIONAL } : {}),
    ...(named.includes('{patientId}') ? { patientId: PATIENT } : {}),
    ...(named.includes('{formId}') ? { formId: FORM } : {}),
    ...(named.includes('{submissionId}') ? { submissionId: 1 } : {}),
    ...more,
  };
};

/** An answer to a part, as it came over the wire. */
export type Answered = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
};

export type Claims = NonNullable<Parameters<typeof tokenFor>[0]>;

/** Sends `POST /courses` to a proxy, with a token of these claims. */
export const sendCourses = async (
  proxyUrl: string,
  body: unknown,
  claims: Claims = {},
  more: HeadersInit = {},
): Promise<Response> =>
  fetch(`${proxyUrl}/courses`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await tokenFor(claims)}`,
      'content-type': 'application/json',
      ...more,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** Every role, narrowed or not, that asks about its own or another professional and patient, by a title. */
export const OWNERSHIPS = ROLES.flatMap((role) =>
  [PROFESSIONAL, OTHER_PROFESSIONAL].flatMap((professionalId) =>
    [PATIENT, OTHER_PATIENT].flatMap((patientId) =>
      (role === 'patient' ? [true] : [true, false]).map((narrowed) => {
        const owner = (id: string): string => ([PROFESSIONAL, PATIENT].includes(id) ? 'own' : 'other');
        const title = `${role}${narrowed ? ' narrowed' : ''}, ${owner(professionalId)} professional, ${owner(patientId)} patient`;
        const submissionId = patientId === PATIENT ? 1 : 2;
        return [title, { role, narrowed, ids: { professionalId, patientId, submissionId } }] as const;
      }),
    ),
  ),
);
