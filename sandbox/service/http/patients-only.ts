import { ANSWER_PATH } from '../records/application.ts';

/** The page behind a link, and its stylesheet and script. */
const PATIENT_ADDRESS = new RegExp(`^${ANSWER_PATH}/(?:[\\w-]+|assets/answer\\.(?:css|js))$`);

type Serve = (request: Request, address: string) => Promise<Response>;

/** Serves the patient's page and the calls behind its link, and answers every other address with 404. */
export const servePatientsOnly =
  (serve: Serve): Serve =>
  async (request, address) =>
    PATIENT_ADDRESS.test(new URL(request.url).pathname)
      ? serve(request, address)
      : new Response('Nothing is here. Open the link that you were given.\n', {
          status: 404,
          headers: { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' },
        });
