import { createPatient } from '@instrument-panel/client/contract';
import * as z from 'zod/mini';

const { name, surname, email, cellphone } = createPatient.body.shape;

/** Blanks around a key come from the page that it was read from, and would make it another key. */
const word = (most: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(most, `must have at most ${most} characters`),
    z.refine((text) => text !== '', 'must not be empty'),
  );
const uuid = z.pipe(
  z.guid(),
  z.transform((text) => text.toLowerCase()),
);
const birthday = z.optional(z.nullable(z.iso.date('must be a day such as 1990-02-28')));

const key = {
  /** Which of a partner's systems the key belongs to. */
  system: z.optional(word(100)),
  /** The EHR's key of a patient: personal data, so that it stands in no URL, log or message. */
  key: word(200),
  /** UUID; needed for a token of `operations`. */
  professionalId: z.optional(uuid),
};

/** Body of `DELETE /patients/link`. Strict, as the others: a misspelt identifier must not go unheeded. */
export const LinkBody = z.strictObject(key);
export type LinkBody = z.infer<typeof LinkBody>;

/** Most keys of one `POST /patients/lookup`. */
const MOST_KEYS = 500;

const { professionalId } = key;

/** Body of `POST /patients/lookup`. */
export const LookupBody = z.strictObject({
  professionalId,
  keys: z
    .array(
      z.strictObject({
        system: key.system,
        key: key.key,
        /** Whom the caller recognises in the row: asked whether they have another key already. */
        patientId: z.optional(uuid),
      }),
    )
    .check(z.minLength(1), z.maxLength(MOST_KEYS, `must hold at most ${MOST_KEYS} keys`)),
});
export type LookupBody = z.infer<typeof LookupBody>;

/** Body of `POST /patients/resolve`. */
export const ResolveBody = z.strictObject({ ...key, name, surname, birthday, email, phone: cellphone });
export type ResolveBody = z.infer<typeof ResolveBody>;

/**
 * Body of `POST /patients/register`. E-mail or phone are needed: the service stores them with the name in one
 * step, so that a registration whose answer was lost is found again rather than repeated.
 */
export const RegisterBody = ResolveBody.check(
  z.refine(
    (person) => Boolean(person.email || person.phone),
    'needs email or phone: a patient registered with a name only could not be recognised later',
  ),
);
