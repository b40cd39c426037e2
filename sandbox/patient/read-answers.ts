import * as z from 'zod/mini';
import { checkBody, readBytes, readJson } from '../service/http/body.ts';
import type { GivenAnswer } from './answer-service.ts';

/** Far more than any instrument has questions; keeps a hostile body from costing much. */
const MAX_ANSWERS = 500;

const Answers = z.object({
  answers: z
    .array(
      z.object({
        questionId: z.int().check(z.gte(1)),
        value: z.optional(z.string().check(z.maxLength(2_000))),
        values: z.optional(z.array(z.string().check(z.maxLength(2_000))).check(z.maxLength(100))),
      }),
    )
    .check(z.maxLength(MAX_ANSWERS)),
});

/** Name of the radio buttons of a question in the form. */
export const fieldName = (questionId: number): string => `q${questionId}`;

/**
 * Reads `{"answers":[{"questionId":1,"value":"…"}]}`.
 * @throws ServiceError 413 over 64 KB, 415 for another media type, 400 that names the field.
 */
export async function readJsonAnswers(request: Request): Promise<readonly GivenAnswer[]> {
  return (checkBody(Answers, await readJson(request)) as z.infer<typeof Answers>).answers;
}

/**
 * Reads the page's own form, `q101=…&q102=…`. A field sent twice gives two answers, so that it can be refused.
 * @throws ServiceError 413 over 64 KB.
 */
export async function readFormAnswers(request: Request): Promise<readonly GivenAnswer[]> {
  const form = new URLSearchParams(new TextDecoder().decode(await readBytes(request)));
  const answers: GivenAnswer[] = [];
  for (const [name, value] of form) {
    const id = /^q([1-9]\d{0,8})$/.exec(name)?.[1];
    if (id !== undefined && answers.length < MAX_ANSWERS) answers.push({ questionId: Number(id), value });
  }
  return answers;
}
