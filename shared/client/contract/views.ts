import type * as z from 'zod/mini';
import { ENDPOINTS } from './endpoints/all.ts';
import type { Role } from './roles.ts';
import { canSee, type PatientVisibility, readSensitivity, type Sensitivity } from './visibility.ts';

type Definition = Partial<Record<'element' | 'valueType' | 'innerType', z.ZodMiniType>> & {
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
};

function collectSensitive(schema: z.ZodMiniType, found: Map<string, Set<Sensitivity>>): void {
  const { shape = {}, element, valueType, innerType } = schema.def as unknown as Definition;
  for (const [name, field] of Object.entries(shape)) {
    const sensitivity = readSensitivity(field);
    if (sensitivity) found.set(name, (found.get(name) ?? new Set()).add(sensitivity));
    collectSensitive(field, found);
  }
  for (const inner of [element, valueType, innerType]) if (inner) collectSensitive(inner, found);
}

const known = new Map<string, Set<Sensitivity>>();

/** Returns the name of every field that is declared as sensitive in an answer, with its sensitivities. */
export function listSensitiveFields(): ReadonlyMap<string, ReadonlySet<Sensitivity>> {
  if (known.size === 0) for (const { response } of ENDPOINTS) collectSensitive(response, known);
  return known;
}

/** Returns the names of the fields that a role never sees, also in parts whose structure the service does not show. */
export const hiddenFields = (role: Role, patients?: PatientVisibility): readonly string[] =>
  [...listSensitiveFields()].flatMap(([name, sensitivities]) =>
    [...sensitivities].every((sensitivity) => canSee(role, sensitivity, patients)) ? [] : [name],
  );
