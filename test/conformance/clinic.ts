import { randomUUID } from 'node:crypto';
import type { Ask } from './ask.ts';
import { type Given, listOf } from './shape.ts';
import { Application, Patient, Professional, Submission } from './wire.ts';
import { Instrument } from './wire-library.ts';

/** A word that no other rule uses. */
export const unique = (): string => randomUUID().slice(0, 13);

/** An address that no other rule uses. */
export const emailOf = (name: string): string => `${name}.${unique()}@conformance.example`;
/** A number that no other rule uses. */
export const cellphone = (): string =>
  `+55119${String(Number.parseInt(unique().slice(0, 8), 16)).padStart(10, '0')}`;

export interface Practice {
  readonly id: string;
  /** `/professionals/{professionalId}`, P of docs/service.md#formats. */
  readonly P: string;
  readonly email: string;
  readonly externalId: string;
}

/** A professional of their own, so that rules do not see each other's patients. */
export async function practice(ask: Ask): Promise<Practice> {
  const [email, externalId] = [emailOf('dr'), `ext-${unique()}`];
  const body = { email, externalId, name: 'Clara', surname: 'Lima' };
  const { serviceId: id } = (await ask.post('/professionals', body)).gives(Professional);
  return { id, P: `/professionals/${id}`, email, externalId };
}

/** A patient of the professional; e-mail and cellphone are their own unless they are given. */
export async function patientOf(
  ask: Ask,
  P: string,
  given: Readonly<Record<string, unknown>> = {},
): Promise<Given<typeof Patient>> {
  const body = { name: 'Rui', surname: 'Prado', email: emailOf('rui'), cellphone: cellphone(), ...given };
  return (await ask.post(`${P}/patients`, body)).gives(Patient);
}

const libraries = new WeakMap<Ask, Promise<Instrument[]>>();

/** The instrument of the public library with this short title. */
export async function instrument(ask: Ask, shortTitle: string): Promise<Instrument> {
  const library =
    libraries.get(ask) ?? ask.get('/forms/library').then((reply) => reply.gives(listOf(Instrument)));
  libraries.set(ask, library);
  const found = (await library).find((item) => item.shortTitle === shortTitle);
  if (!found) throw new Error(`The library has no ${shortTitle}.`);
  return found;
}

/** Applies the instrument; at once and once unless said otherwise. */
export async function apply(
  ask: Ask,
  P: string,
  formId: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Application> {
  const call = { recurrenceCycle: 'NOW', startedAt: '2026-03-02T09:00:00Z', ...body };
  return (await ask.post(`${P}/forms/${formId}/applications`, call)).gives(Application);
}

export const applicationOf = async (ask: Ask, P: string, id: number): Promise<Application> =>
  (await ask.get(`${P}/forms/applications/${id}`)).gives(Application);
export const submissionOf = async (ask: Ask, P: string, id: number): Promise<Submission> =>
  (await ask.get(`${P}/forms/submissions/${id}`)).gives(Submission);

/** Answers to the instrument's questions in their order: the option at each given place, 0 for the first. */
export function sheet(of: Instrument, places: readonly number[]) {
  const questions = [...of.questions].sort((a, b) => a.position - b.position);
  if (questions.length !== places.length) {
    throw new Error(`${of.shortTitle} has ${questions.length} questions, not ${places.length}.`);
  }
  return questions.map((question, index) => {
    const options = [...question.questionOptions].sort((a, b) => a.position - b.position);
    const option = options[places[index] ?? 0];
    if (!option) throw new Error(`Question ${index + 1} has no option ${places[index]}.`);
    return { questionId: question.id, value: option.value };
  });
}

/** Answers through the patient's link, as the patient's page does. */
export function answer(
  url: string,
  answers: readonly { questionId: number; value: string }[],
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ answers }),
  });
}

/** Applies and answers once; gives the submission as the service then has it. */
export async function answered(
  ask: Ask,
  P: string,
  of: Instrument,
  patientId: string,
  places: readonly number[],
): Promise<Submission> {
  const application = await apply(ask, P, of.id, { patientId });
  const reply = await answer(application.urlToAnswer, sheet(of, places));
  if (!reply.ok) throw new Error(`The answer was refused: ${reply.status} ${await reply.text()}`);
  const [submission] = (await applicationOf(ask, P, application.id)).submissions ?? [];
  if (!submission) throw new Error('The application has no submission.');
  return submissionOf(ask, P, submission.id);
}
