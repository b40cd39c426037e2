import { type Endpoint, PATH_PARAMS, type PathParamName, type QueryParams } from './endpoint.ts';
import { INVALID, type Param } from './param.ts';

/** A field of a request that breaks its rule: `field` is its name on the wire, `message` a whole sentence. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** What a raw path is: an endpoint with its parameters as text, a known path with another method, or nothing. */
type RouteMatch<E> =
  | { readonly kind: 'endpoint'; readonly endpoint: E; readonly raw: Readonly<Record<string, string>> }
  | { readonly kind: 'method'; readonly allowed: readonly string[] }
  | { readonly kind: 'none' };

/** A segment of a template: literal text, or the name of a parameter. */
interface Segment {
  readonly text: string;
  readonly isParameter: boolean;
}

const known = new Map<string, readonly Segment[]>();

/** The segments of a template, worked out once: templates are few and belong to the contract. */
function segmentsOf(path: string): readonly Segment[] {
  let segments = known.get(path);
  if (!segments) {
    segments = path.split('/').map((text) => {
      const name = /^\{(\w+)\}$/.exec(text)?.[1];
      return { text: name ?? text, isParameter: name !== undefined };
    });
    known.set(path, segments);
  }
  return segments;
}

/**
 * The parameters of a path that a template fits, as text, or null. A segment is matched raw, escapes and all: its
 * meaning is decided by its parameter, which takes no percent sign, dot or slash. So a malformed identifier is a
 * 400 that names it, and never another path.
 */
function parametersOf(template: readonly Segment[], given: readonly string[]): Record<string, string> | null {
  // Most templates are told apart by their literal segments, before anything is made.
  let at = 0;
  for (const { text, isParameter } of template) {
    if (given[at] !== text && (!isParameter || given[at] === '')) return null;
    at += 1;
  }
  const raw: Record<string, string> = {};
  at = 0;
  for (const { text, isParameter } of template) {
    if (isParameter) raw[text] = given[at] ?? '';
    at += 1;
  }
  return raw;
}

const NO_PATH = /[?#\\\s]/;

/**
 * Makes the function that finds the endpoint of a method and a raw path (relative to the base path, not
 * percent-decoded). Literal segments win over parameters: `/forms/library` is never an instrument's id.
 */
export function createRouter<E extends Pick<Endpoint, 'method' | 'path'>>(
  endpoints: Iterable<E>,
): (method: string, path: string) => RouteMatch<E> {
  const routes = [...endpoints].map((endpoint) => {
    const segments = segmentsOf(endpoint.path);
    return { endpoint, segments, parameters: segments.filter(({ isParameter }) => isParameter).length };
  });
  routes.sort((a, b) => a.parameters - b.parameters);
  const byLength = new Map<number, typeof routes>();
  for (const route of routes) {
    const { length } = route.segments;
    byLength.set(length, [...(byLength.get(length) ?? []), route]);
  }
  return (method, path) => {
    if (NO_PATH.test(path)) return { kind: 'none' };
    const allowed: string[] = [];
    let fewest = Number.POSITIVE_INFINITY;
    const given = path.split('/');
    for (const { endpoint, segments, parameters } of byLength.get(given.length) ?? []) {
      if (parameters > fewest) break;
      const raw = parametersOf(segments, given);
      if (!raw) continue;
      if (endpoint.method === method) return { kind: 'endpoint', endpoint, raw };
      fewest = parameters;
      allowed.push(endpoint.method);
    }
    return allowed.length > 0 ? { kind: 'method', allowed: [...new Set(allowed)].sort() } : { kind: 'none' };
  };
}

export type Decoded = Readonly<Record<string, unknown>>;

interface DecodedParams {
  readonly values: Decoded;
  /** Names each parameter that breaks its rule. */
  readonly problems: FieldProblem[];
}

interface Decoding extends DecodedParams {
  readonly values: Record<string, unknown>;
}

function decodeInto(
  { values, problems }: Decoding,
  name: string,
  param: Param<unknown>,
  texts: readonly string[],
): void {
  const [text] = texts;
  let rule = '';
  if (texts.length > 1) rule = 'must be given once';
  else if (text !== undefined) {
    const value = param.decode(text);
    if (value === INVALID) rule = `must be ${param.expects}`;
    else if (value !== undefined) values[name] = value;
  } else if (param.required) rule = `is required: ${param.expects}`;
  if (rule) problems.push({ field: name, message: `${name} ${rule}.` });
}

/** Decodes the parameters of a path. */
export function decodePath(raw: Readonly<Record<string, string>>): DecodedParams {
  const decoded: Decoding = { values: {}, problems: [] };
  for (const name in raw) decodeInto(decoded, name, paramOf(name), [raw[name] ?? '']);
  return decoded;
}

/** Decodes a query by its declaration. Unknown names are dropped; a known name given twice is a problem. */
export function decodeQuery(declared: QueryParams, query: URLSearchParams): DecodedParams {
  const decoded: Decoding = { values: {}, problems: [] };
  for (const [name, param] of Object.entries(declared)) decodeInto(decoded, name, param, query.getAll(name));
  return decoded;
}

const paramOf = (name: string) => PATH_PARAMS[name as PathParamName] as Param<unknown>;

function encodeSegment(name: string, values: Decoded): string {
  const param = paramOf(name);
  const text = param.encode(values[name]);
  if (values[name] === undefined || param.decode(text) === INVALID) {
    throw new TypeError(`${name} must be ${param.expects}.`);
  }
  return encodeURIComponent(text);
}

/** Writes the path of an endpoint from typed values. An error names the parameter, never its value. */
export const encodePath = ({ path }: Pick<Endpoint, 'path'>, values: Decoded): string =>
  segmentsOf(path)
    .map(({ text, isParameter }) => (isParameter ? encodeSegment(text, values) : text))
    .join('/');

/** Writes a query (`''` or `?a=1&b=2`) from typed values, in the order of the declaration. */
export function encodeQuery({ query }: Pick<Endpoint, 'query'>, values: Decoded): string {
  const given = Object.entries(query).flatMap(([name, param]) =>
    values[name] == null ? [] : [[name, param.encode(values[name])]],
  );
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}
