import { type Endpoint, PATH_PARAMS, type PathParamName, type QueryParams } from './endpoint.ts';
import { INVALID, type Param } from './param.ts';

/** A field of a request that breaks its rule: `field` is its name on the wire, `message` a whole sentence. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** What a raw path is: an endpoint with its parameters as text, a known path with another method, or nothing. */
export type RouteMatch<E = Endpoint> =
  | { readonly kind: 'endpoint'; readonly endpoint: E; readonly raw: Readonly<Record<string, string>> }
  | { readonly kind: 'method'; readonly allowed: readonly string[] }
  | { readonly kind: 'none' };

/** What stands between two slashes of a template: literal text, or the name of a parameter. */
type Segment = { readonly literal: string } | { readonly name: string };

/** A segment of a route by its index: the literal text that stands there, or the name of the parameter. */
interface Place {
  readonly at: number;
  readonly text: string;
}

interface Route<E> {
  readonly endpoint: E;
  readonly length: number;
  readonly literals: readonly Place[];
  readonly parameters: readonly Place[];
}

const PLACEHOLDER = /^\{(\w+)\}$/;

const known = new Map<string, readonly Segment[]>();

/** The segments of a template, worked out once: templates are few and belong to the contract. */
function segmentsOf(path: string): readonly Segment[] {
  let segments = known.get(path);
  if (!segments) {
    segments = path.split('/').map((segment) => {
      const name = PLACEHOLDER.exec(segment)?.[1];
      return name === undefined ? { literal: segment } : { name };
    });
    known.set(path, segments);
  }
  return segments;
}

function compile<E extends Pick<Endpoint, 'path'>>(endpoint: E): Route<E> {
  const segments = segmentsOf(endpoint.path);
  const literals: Place[] = [];
  const parameters: Place[] = [];
  for (const [at, segment] of segments.entries()) {
    if ('literal' in segment) literals.push({ at, text: segment.literal });
    else parameters.push({ at, text: segment.name });
  }
  return { endpoint, length: segments.length, literals, parameters };
}

/** What no segment of a path can hold. */
const NO_PATH = /[?#\\\s]/;

/**
 * The parameters of a path that a route's template fits, as text, or null. A segment is matched raw, escapes and
 * all: what it stands for is decided by its parameter, which takes no percent sign, dot or slash. So a malformed
 * identifier is a 400 that names it, and never another path.
 */
function parametersOf(
  { literals, parameters }: Route<unknown>,
  given: readonly string[],
): Record<string, string> | null {
  for (const { at, text } of literals) if (given[at] !== text) return null;
  const raw: Record<string, string> = {};
  for (const { at, text: name } of parameters) {
    const text = given[at];
    if (text === undefined || text === '') return null;
    raw[name] = text;
  }
  return raw;
}

/**
 * Makes the function that finds the endpoint of a method and a raw path (relative to the base path, not
 * percent-decoded). Literal segments win over parameters: `/forms/library` is never an instrument's id.
 */
export function createRouter<E extends Pick<Endpoint, 'method' | 'path'>>(
  endpoints: Iterable<E>,
): (method: string, path: string) => RouteMatch<E> {
  const routes = [...endpoints].map(compile).sort((a, b) => a.parameters.length - b.parameters.length);
  const byLength = Map.groupBy(routes, ({ length }) => length);
  return (method, path) => {
    if (NO_PATH.test(path)) return { kind: 'none' };
    const allowed: string[] = [];
    let fewest = Number.POSITIVE_INFINITY;
    const given = path.split('/');
    for (const route of byLength.get(given.length) ?? []) {
      if (route.parameters.length > fewest) break;
      const raw = parametersOf(route, given);
      if (!raw) continue;
      if (route.endpoint.method === method) return { kind: 'endpoint', endpoint: route.endpoint, raw };
      fewest = route.parameters.length;
      allowed.push(route.endpoint.method);
    }
    return allowed.length > 0 ? { kind: 'method', allowed: [...new Set(allowed)].sort() } : { kind: 'none' };
  };
}

export type Decoded = Readonly<Record<string, unknown>>;

function encodeSegment(name: string, values: Decoded): string {
  const param = PATH_PARAMS[name as PathParamName] as Param<unknown>;
  const text = param.encode(values[name]);
  if (values[name] === undefined || param.decode(text) === INVALID) {
    throw new TypeError(`${name} must be ${param.expects}.`);
  }
  return encodeURIComponent(text);
}

/** Decodes the parameters of a path; the problems name each one that breaks its rule. */
export function decodePath(raw: Readonly<Record<string, string>>): {
  values: Decoded;
  problems: FieldProblem[];
} {
  const values: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const name in raw) {
    const param = PATH_PARAMS[name as PathParamName];
    const value = param.decode(raw[name] ?? '');
    if (value === INVALID) problems.push({ field: name, message: `${name} must be ${param.expects}.` });
    else values[name] = value;
  }
  return { values, problems };
}

/** Decodes a query by its declaration. Unknown names are dropped; a known name given twice is a problem. */
export function decodeQuery(
  declared: QueryParams,
  query: URLSearchParams,
): { values: Decoded; problems: FieldProblem[] } {
  const values: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const [name, param] of Object.entries(declared)) {
    const texts = query.getAll(name);
    const text = texts[0];
    if (texts.length > 1) problems.push({ field: name, message: `${name} must be given once.` });
    else if (text === undefined) {
      if (param.required) problems.push({ field: name, message: `${name} is required: ${param.expects}.` });
    } else {
      const value = param.decode(text);
      if (value === INVALID) problems.push({ field: name, message: `${name} must be ${param.expects}.` });
      else if (value !== undefined) values[name] = value;
    }
  }
  return { values, problems };
}

/** Writes the path of an endpoint from typed values; each is encoded as one segment. An error names the parameter, never its value. */
export function encodePath(endpoint: Pick<Endpoint, 'path'>, values: Decoded): string {
  return segmentsOf(endpoint.path)
    .map((segment) => ('literal' in segment ? segment.literal : encodeSegment(segment.name, values)))
    .join('/');
}

/** Writes a query (`''` or `?a=1&b=2`) from typed values, in the order of the declaration. */
export function encodeQuery(endpoint: Pick<Endpoint, 'query'>, values: Decoded): string {
  const query: string[][] = [];
  for (const [name, param] of Object.entries(endpoint.query)) {
    const value = values[name];
    if (value !== undefined && value !== null) query.push([name, param.encode(value)]);
  }
  return query.length > 0 ? `?${new URLSearchParams(query)}` : '';
}
