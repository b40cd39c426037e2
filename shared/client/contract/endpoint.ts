import type * as z from 'zod/mini';
import { integerId, type Param, uuid } from './param.ts';
import { type Schema, toPlanOf } from './plan.ts';
import type { Access, Action } from './roles.ts';

/** The version is part of the path (docs/service.md#versioning). */
export const BASE_PATH = '/third-party/api/v1';

/**
 * Where the patient whom a call concerns can be found, so that the proxy can compare before the first byte:
 * - `none`: no patient is concerned (library, tags, the professional);
 * - `path`, `body`: `patientId` of the request;
 * - `items`: a list, of which each item names its patient in `field`;
 * - `response`: the answer names its patient in `field`;
 * - `application`, `submission`: read that one by its id first, then act;
 * - `all`: concerns patients at large; a token narrowed to patients may not.
 */
type PatientLocator =
  | { readonly at: 'none' | 'path' | 'body' | 'application' | 'submission' | 'all' }
  | { readonly at: 'items' | 'response'; readonly field: 'patientId' | 'serviceId' };

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** Every name of a path parameter, and its kind (docs/service.md#formats). */
export const PATH_PARAMS = {
  professionalId: uuid,
  patientId: uuid,
  formId: uuid,
  applicationId: integerId,
  submissionId: integerId,
} as const;
export type PathParamName = keyof typeof PATH_PARAMS;

type ParamValue<P> = P extends Param<infer T> ? T : never;

/** The typed values of a path's parameters. */
export type PathValues<Path extends string> = {
  readonly [Name in ParamNames<Path> & PathParamName]: ParamValue<(typeof PATH_PARAMS)[Name]>;
};

// biome-ignore lint/suspicious/noExplicitAny: a set of parameters of any value type; each use narrows it.
export type QueryParams = Readonly<Record<string, Param<any>>>;

/** The typed values of a query. */
export type QueryValues<Q extends QueryParams> = {
  readonly [Name in keyof Q as Q[Name]['required'] extends true ? Name : never]: ParamValue<Q[Name]>;
} & {
  readonly [Name in keyof Q as Q[Name]['required'] extends true ? never : Name]?:
    | ParamValue<Q[Name]>
    | undefined;
};

/** How a call is made and what its answer is: all that a client needs of an endpoint. */
export interface Call<
  Path extends string = string,
  Query extends QueryParams = QueryParams,
  Body extends Schema | null = Schema | null,
  Reply extends Schema = Schema,
> {
  /** Name of the call, and `operationId` of the OpenAPI document. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to `base`, with `{name}` for each parameter. */
  readonly path: Path;
  /** Path that `path` continues. Default: {@link BASE_PATH}; the proxy's own endpoints have `''`. */
  readonly base?: '';
  readonly query: Query;
  readonly body: Body;
  readonly response: Reply;
  /** The plan by which `response` is read; absent where `response` is one already. */
  readonly readPlan?: () => Reply;
  /** Writes a body as declared: without it none is sent. @throws {TypeError} that names the broken fields */
  readonly writeBody?: ((body: unknown) => string) | undefined;
  /** Another media type that the endpoint can answer with. */
  readonly binary?: 'application/pdf';
  /** Whether the call changes anything. A write is sent once, and a lost answer leaves its outcome unknown. */
  readonly effect: 'read' | 'write';
  /** Name of the same read as a part of `POST /courses`; absent where it is none. */
  readonly part?: string | undefined;
}

/** What a token needs for a call, and whose patient the call is about. */
export interface Permission {
  readonly action: Action;
  readonly patient: PatientLocator;
  readonly access: Access;
}

/** One endpoint of the service: client, proxy, sandbox and OpenAPI document follow from it. */
export interface Endpoint<
  Path extends string = string,
  Query extends QueryParams = QueryParams,
  Body extends Schema | null = z.ZodMiniType | null,
  Reply extends Schema = z.ZodMiniType,
> extends Call<Path, Query, Body, Reply>,
    Permission {
  readonly summary: string;
  /** Success statuses, the usual one first. A client takes any 2xx. */
  readonly success: readonly number[];
}

type Defaulted = 'method' | 'query' | 'body' | 'success';
type Declared<
  Path extends string,
  Query extends QueryParams,
  Body extends z.ZodMiniType | null,
  Reply extends z.ZodMiniType,
> = Omit<
  Endpoint<Path, Query, Body, Reply>,
  'id' | 'effect' | 'part' | 'readPlan' | 'writeBody' | Defaulted
> &
  Partial<Pick<Endpoint<Path, Query, Body, Reply>, Defaulted>>;

/** Declares an endpoint. Default: GET, no query, no body, success 200. Everything but a GET is a write. */
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<
  const Path extends string,
  Reply extends z.ZodMiniType,
  Query extends QueryParams = Record<never, never>,
  Body extends z.ZodMiniType | null = null,
>(id: string, declared: Declared<Path, Query, Body, Reply>): Endpoint<Path, Query, Body, Reply> {
  const { method = 'GET' } = declared;
  const effect = method === 'GET' ? 'read' : 'write';
  const readPlan = (): Reply => toPlanOf(declared.response);
  return {
    query: {} as Query,
    body: null as Body,
    success: [200],
    effect,
    ...declared,
    id,
    method,
    // A part has the fields of a summary alone.
    part: undefined,
    readPlan,
    writeBody: writerOf(declared.body),
  };
}

/** What writes bodies of this schema: unknown fields are left out. */
export const writerOf = (schema: z.ZodMiniType | null | undefined): Call['writeBody'] =>
  schema
    ? (body) => {
        const { data, error } = schema.safeParse(body);
        if (!error) return JSON.stringify(data);
        const fields = error.issues.map(({ path }) => path.join('.') || 'body');
        throw new TypeError(`correct ${fields.join(', ')}`);
      }
    : undefined;

/** Declares a call that reads, without what an endpoint has beside it; `part` is its name in `POST /courses`. */
/* @__NO_SIDE_EFFECTS__ */
export const readCall = <
  const Path extends string,
  Reply extends z.ZodMiniType,
  Query extends QueryParams = Record<never, never>,
>(
  id: string,
  path: Path,
  response: Reply,
  part?: string,
  query: Query = {} as Query,
): Call<Path, Query, null, Reply> => ({
  id,
  method: 'GET',
  path,
  body: null,
  query,
  effect: 'read',
  response,
  part,
});
