import { type Endpoint, PATH_PARAMS, type PathParamName, type QueryParams } from './endpoint.ts';
import { INVALID, type Param } from './param.ts';

/** A field of a request that breaks its rule: `field` is its name on the wire, `message` a whole sentence. */
export interface Problem {
  readonly field: string;
  readonly message: string;
}

/** What a raw path is: an endpoint with its parameters as text, a known path with another method, or nothing. */
export type RouteMatch =
  | { readonly kind: 'endpoint'; readonly endpoint: Endpoint; readonly raw: Readonly<Record<string, string>> }
  | { readonly kind: 'method'; readonly allowed: readonly string[] }
  | { readonly kind: 'none' };

/** What stands between two slashes of a template: literal text, or the name of a parameter. */
type Segment = { readonly literal: string } | { readonly name: string };

interface Route {
  readonly endpoint: Endpoint;
  readonly segments: readonly Segment[];
  readonly parameters: number;
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

function compile(endpoint: Endpoint): Route {
  const segments = segmentsOf(endpoint.path);
  return { endpoint, segments, parameters: segments.filter((segment) => 'name' in segment).length };
}

/** What can stand in the place of a parameter. */
const TEXT = /^[^?#\\\s]+$/;

/**
 * The parameters of a path that a route's template fits, as text, or null. A segment is matched raw, escapes and
 * all: what it stands for is decided by its parameter, which takes no percent sign, dot or slash. So a malformed
 * identifier is a 400 that names it, and never another path.
 */
function parametersOf({ segments }: Route, given: readonly string[]): Record<string, string> | null {
  const raw: Record<string, string> = {};
  let index = 0;
  for (const segment of segments) {
    const text = given[index++] ?? '';
    if ('literal' in segment) {
      if (segment.literal !== text) return null;
    } else if (TEXT.test(text)) raw[segment.name] = text;
    else return null;
  }
  return raw;
}

/**
 * Makes the function that finds the endpoint of a method and a raw path (relative to the base path, not
 * percent-decoded). Literal segments win over parameters: `/forms/library` is never an instrument's id.
 */
export function createRouter(endpoints: Iterable<Endpoint>): (method: string, path: string) => RouteMatch {
  const routes = [...endpoints].map(compile).sort((a, b) => a.parameters - b.parameters);
  const byLength = Map.groupBy(routes, ({ segments }) => segments.length);
  return (method, path) => {
    const allowed = new Set<string>();
    let fewest = Number.POSITIVE_INFINITY;
    const given = path.split('/');
    for (const route of byLength.get(given.length) ?? []) {
      if (route.parameters > fewest) break;
      const raw = parametersOf(route, given);
      if (!raw) continue;
      if (route.endpoint.method === method) return { kind: 'endpoint', endpoint: route.endpoint, raw };
      fewest = route.parameters;
      allowed.add(route.endpoint.method);
    }
    return allowed.size > 0 ? { kind: 'method', allowed: [...allowed].sort() } : { kind: 'none' };
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
export function decodePath(raw: Readonly<Record<string, string>>): { values: Decoded; problems: Problem[] } {
  const values: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const [name, text] of Object.entries(raw)) {
    const param = PATH_PARAMS[name as PathParamName];
    const value = param.decode(text);
    if (value === INVALID) problems.push({ field: name, message: `${name} must be ${param.expects}.` });
    else values[name] = value;
  }
  return { values, problems };
}

/** Decodes a query by its declaration. Unknown names are dropped; a known name given twice is a problem. */
export function decodeQuery(
  declared: QueryParams,
  query: URLSearchParams,
): { values: Decoded; problems: Problem[] } {
  const values: Record<string, unknown> = {};
  const problems: Problem[] = [];
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
  const query = new URLSearchParams();
  for (const [name, param] of Object.entries(endpoint.query)) {
    const value = values[name];
    if (value !== undefined && value !== null) query.set(name, param.encode(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
