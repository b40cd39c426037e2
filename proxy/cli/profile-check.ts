import * as z from 'zod';
import { PROFILE_SCHEMA } from './profile-schema.ts';

type Issue = z.core.$ZodIssue;

/** Of several forms that a part may have, the one that is missed by least says what is wrong. */
function narrow(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const forms = issue.errors.map((form) => form.flatMap(narrow));
  const [nearest] = forms.sort((one, other) => one.length - other.length);
  if (!nearest || nearest.length === 0) return [issue];
  return nearest.map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
}

const toField = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (field, part) =>
      typeof part === 'number' ? `${field}[${part}]` : [field, String(part)].filter(Boolean).join('.'),
    '',
  );

/** What makes a value no site profile, one line for each field, by the schema in docs/profile.schema.json; empty for a profile. */
export function findProfileFaults(value: unknown): readonly string[] {
  const { error } = z
    .fromJSONSchema(PROFILE_SCHEMA as Parameters<typeof z.fromJSONSchema>[0])
    .safeParse(value);
  return (error?.issues ?? []).flatMap(narrow).map(({ path, message }) => {
    const field = toField(path);
    return field === '' ? message : `${field}: ${message}`;
  });
}
