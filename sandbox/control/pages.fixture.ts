import { type Clinic, ORIGIN } from '../service/clinic.fixture.ts';

/** What a browser without scripts sees of the control pages. */
export interface Visit {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** The text of the page, blanks collapsed. */
  readonly text: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

async function visit(response: Response): Promise<Visit> {
  const html = await response.text();
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ');
  return { status: response.status, headers: response.headers, html, text };
}

/** Opens a page. */
export const open = async ({ sandbox }: Clinic, path: string, headers: Record<string, string> = {}) =>
  visit(await sandbox.fetch(new Request(`${ORIGIN}${path}`, { headers })));

/** Sends a form of a page, as a browser does. */
export const send = async (
  { sandbox }: Clinic,
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = { Origin: ORIGIN },
): Promise<Visit> =>
  visit(
    await sandbox.fetch(
      new Request(`${ORIGIN}${path}`, { method: 'POST', headers, body: new URLSearchParams(form) }),
    ),
  );

/** The JSON of an address under `/sandbox`. */
export const json = async <Body>({ sandbox }: Clinic, path: string): Promise<Body> =>
  (await (await sandbox.fetch(new Request(`${ORIGIN}${path}`))).json()) as Body;
