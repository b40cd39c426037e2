import { ACTIONS, ROLES } from '@instrument-panel/client/contract';
import * as z from 'zod/mini';

/** Longest life of a token, in seconds. */
export const MAX_TOKEN_SECONDS = 900;
/** Most patients that a token can be narrowed to: its header has to fit into a request. */
export const MAX_PATIENTS = 100;

const id = z.pipe(
  z.guid(),
  z.transform((uuid) => uuid.toLowerCase()),
);
const word = z.string().check(z.minLength(1), z.maxLength(200));
const seconds = z.int().check(z.gte(0));

/** What every token says (design.md, Token). */
export const Claims = z
  .object({
    iss: word,
    /** One audience, as text: a list would let one token serve two proxies. */
    aud: word,
    sub: word,
    iat: seconds,
    exp: seconds,
    jti: z.string().check(z.minLength(16), z.maxLength(100)),
    role: z.enum(ROLES),
    /** The professional whom the token acts as, UUID. */
    pro: z.optional(id),
    /** The patients to whom the token is narrowed, UUIDs. */
    pat: z.optional(z.array(id).check(z.minLength(1), z.maxLength(MAX_PATIENTS))),
    ops: z.array(z.enum(ACTIONS)),
    /** Origin of the page that the token was given to. */
    origin: word,
  })
  .check(
    z.refine((claims) => claims.role === 'operations' || claims.pro !== undefined, 'pro is required'),
    z.refine((claims) => claims.role !== 'patient' || claims.pat !== undefined, 'pat is required'),
    z.refine((claims) => claims.exp > claims.iat, 'exp must come after iat'),
    z.refine(
      (claims) => claims.exp - claims.iat <= MAX_TOKEN_SECONDS,
      'exp is more than 15 minutes after iat',
    ),
  );
export type Claims = z.infer<typeof Claims>;
