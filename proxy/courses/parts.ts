import { ENDPOINTS, type Endpoint, type PatientVisibility, ROLES } from '@instrument-panel/client/contract';
import { COURSE_PARTS, type CoursePart, type CoursePartName } from '@instrument-panel/client/proxy';
import { createRouteTable, type RouteRule } from '../forward/route-table.ts';

/** Works out the rule of each part: that of its endpoint, with the views of its summary. */
export function createPartRules(patients: PatientVisibility): Readonly<Record<CoursePartName, RouteRule>> {
  const rules = Object.entries(COURSE_PARTS).map(([name, { id, response }]) => {
    const endpoint = ENDPOINTS.find((one) => one.id === id);
    if (!endpoint) throw new TypeError(`${name}: the contract has no endpoint ${id}.`);
    const summed: Endpoint = { ...endpoint, response };
    const table = createRouteTable([endpoint, summed], patients);
    const [rule, ofSummary] = [table.get(endpoint), table.get(summed)] as [RouteRule, RouteRule];
    // A summary may take a field as it comes, so it is picked from what the role sees of the whole.
    const views = ROLES.map((role) => [
      role,
      (value: unknown) => ofSummary.views[role](rule.views[role](value)),
    ]);
    return [name, { ...rule, views: Object.fromEntries(views) }];
  });
  return Object.fromEntries(rules) as Record<CoursePartName, RouteRule>;
}

/** What a part names in the path of its endpoint, as text; a name that it lacks is empty, and refused as malformed. */
export const toRawPath = ({ endpoint }: RouteRule, part: CoursePart): Record<string, string> =>
  Object.fromEntries(
    [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
      name,
      String(part[name as keyof CoursePart] ?? ''),
    ]),
  );

/** The query of a part, as it would stand in an address; `page` is that of a list. */
export function toRawQuery(
  { endpoint }: RouteRule,
  part: CoursePart,
  page: Partial<Record<'limit' | 'offset', number>> = {},
): string {
  const values: Readonly<Record<string, unknown>> = { ...part, ...page };
  const query = new URLSearchParams();
  for (const name of Object.keys(endpoint.query))
    if (values[name] !== undefined) query.set(name, String(values[name]));
  return query.toString();
}
