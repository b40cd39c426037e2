import { createClient } from '@instrument-panel/client';
import {
  createApplication,
  getSubmission,
  listInstrumentApplications,
  type Submission,
} from '@instrument-panel/client/contract';
import * as z from 'zod/mini';
import type { InstrumentDefinition } from './library/define.ts';
import { findInstrument, LIBRARY } from './library/index.ts';
import { checkAnswers, type GivenAnswer, scoreAnswers } from './library/score.ts';
import { answerSheet } from './seed/answer-sheet.ts';
import { DEMO_CREDENTIALS } from './seed/clinic.ts';
import { createRandom } from './seed/random.ts';
import type { Store } from './service/database.ts';
import { FaultInput, type FaultList } from './service/faults/fault.ts';

/** A patient with the ids that calls and elements take. */
export interface SandboxPatient {
  /** `patientId`, `patient-id`. */
  readonly id: string;
  readonly name: string;
  /** The first of the patient's professionals: `professionalId`, `professional-id`. */
  readonly professionalId: string;
  /** Short titles of the instruments that the patient has answered, the most often answered first. */
  readonly answered: readonly string[];
}

/** How a patient answers: a score, or the option of each question by its place from 0. */
export type GivenAnswers =
  | readonly number[]
  | {
      /** Global score, such as 14 of the PHQ-9's 27. Default: about 40 % of the scale. */
      readonly score?: number;
      /** Level of the items that can raise a risk signal, from 0, which raises none. Default: `0`. */
      readonly risk?: number;
    };

/** Any origin: nothing leaves the process, and the service reads only the path. */
const ORIGIN = 'http://sandbox.invalid';

function readPatients(store: Store): readonly SandboxPatient[] {
  const rows = store.all<Omit<SandboxPatient, 'answered'>>(
    `SELECT patient.serviceId AS id, trim(patient.name || ' ' || coalesce(surname, '')) AS name, professionalId,
       min(relation.createdAt) FROM relation JOIN patient ON patient.serviceId = patientId
     WHERE relation.status = 'ACTIVE' GROUP BY patient.serviceId ORDER BY patient.rowid`,
  );
  return rows.map(({ id, name, professionalId }) => {
    const answered = store.all<{ formTemplateId: string }>(
      `SELECT formTemplateId FROM submission WHERE patientId = ? AND professionalId = ? AND completedFillAt IS NOT NULL
       GROUP BY formTemplateId ORDER BY count(*) DESC`,
      id,
      professionalId,
    );
    const titles = answered.flatMap(({ formTemplateId }) => findInstrument(formTemplateId)?.shortTitle ?? []);
    return { id, name, professionalId, answered: titles };
  });
}

function requireInstrument(named: string): InstrumentDefinition {
  const found = LIBRARY.find(({ shortTitle }) => shortTitle === named) ?? findInstrument(named);
  if (found) return found;
  const known = LIBRARY.map(({ shortTitle }) => shortTitle).join(', ');
  throw new RangeError(`No instrument "${named}". Name one by its short title (${known}) or by its id.`);
}

/** The answers that give a score, or those whose options are named. */
function toSheet(instrument: InstrumentDefinition, given: GivenAnswers): readonly GivenAnswer[] {
  const { questions, shortTitle } = instrument;
  if ('length' in given)
    return questions.map(({ id, options }, index) => ({
      questionId: id,
      value: options[given[index] ?? -1]?.text.en ?? '',
    }));
  const { score, risk = 0 } = given;
  const weights = questions.map(({ options }) =>
    options.map(({ weight }) => weight).toSorted((a, b) => a - b),
  );
  const lowest = weights.reduce((sum, [least = 0]) => sum + least, 0);
  const [least = 0, next = 1] = weights[0] ?? [];
  const units = score === undefined ? undefined : Math.round((score - lowest) / (next - least));
  const sheet = answerSheet(instrument, { burden: 0.4, units, riskLevel: risk }, createRandom(shortTitle));
  const { total } = scoreAnswers(instrument, checkAnswers(instrument, sheet).answers);
  if (score !== undefined && total !== score) {
    const message = `${shortTitle} has no answers with the score ${score} and the risk level ${risk}; the nearest is ${total}.`;
    throw new RangeError(message);
  }
  return sheet;
}

/** Creates what a partner's tests reach by hand: people, faults, and answers of patients. */
export function createTestKit(
  store: Store,
  faults: FaultList,
  serve: (request: Request) => Promise<Response>,
) {
  const client = createClient({
    baseUrl: ORIGIN,
    auth: DEMO_CREDENTIALS,
    fetch: (url, init) => serve(new Request(url, init)),
  });

  function requirePatient(named: SandboxPatient | string | undefined): SandboxPatient {
    const id = typeof named === 'string' ? named : named?.id;
    const found = readPatients(store).find((patient) => patient.id === id);
    if (found) return found;
    throw new RangeError(`No active patient with the id "${id}". sandbox.patients has those that there are.`);
  }

  async function send(link: string, answers: readonly GivenAnswer[]): Promise<number | null> {
    const headers = { 'Content-Type': 'application/json' };
    const reply = await serve(
      new Request(link, { method: 'POST', headers, body: JSON.stringify({ answers }) }),
    );
    const body = (await reply.json()) as { submissionId?: number; message?: string };
    if (reply.status === 400) throw new RangeError(`The answers do not fit. ${body.message}`);
    return body.submissionId ?? null;
  }

  return {
    listPatients: () => readPatients(store),
    instruments: Object.fromEntries(LIBRARY.map(({ shortTitle, id }) => [shortTitle, id])),
    fault(fault: FaultInput) {
      const { success, data, error } = z.safeParse(FaultInput, fault, { error: z.locales.en().localeError });
      if (!success) throw new RangeError(`This fault cannot happen. ${z.prettifyError(error)}`);
      const id = faults.add(data);
      return () => faults.remove(id);
    },
    async answer(
      patient: SandboxPatient | string | undefined,
      instrument: string,
      answers: GivenAnswers = {},
    ): Promise<Submission> {
      const { id: patientId, professionalId } = requirePatient(patient);
      const definition = requireInstrument(instrument);
      const sheet = toSheet(definition, answers);
      const params = { professionalId, formId: definition.id };
      const { data: open } = await client(listInstrumentApplications, {
        params: { ...params, patientId },
        query: { status: ['IN_PROGRESS'] },
      });
      for (const { urlToAnswer } of open) {
        const submissionId = urlToAnswer ? await send(urlToAnswer, sheet) : null;
        if (submissionId !== null)
          return (await client(getSubmission, { params: { professionalId, submissionId } })).data;
      }
      const body = { patientId, recurrenceCycle: 'NOW' } as const;
      const { data: made } = await client(createApplication, { params, body });
      const submissionId = (made.urlToAnswer && (await send(made.urlToAnswer, sheet))) || 0;
      return (await client(getSubmission, { params: { professionalId, submissionId } })).data;
    },
  };
}
