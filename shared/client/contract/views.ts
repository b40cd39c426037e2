import type * as z from 'zod/mini';
import { ENDPOINTS } from './endpoints/all.ts';
import type { Role } from './roles.ts';
import {
  canSee,
  DEFAULT_PATIENT_VISIBILITY,
  type PatientVisibility,
  readSensitivity,
  type Sensitivity,
} from './visibility.ts';

interface Definition {
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly element?: z.ZodMiniType;
  readonly valueType?: z.ZodMiniType;
  readonly innerType?: z.ZodMiniType;
}

function collectSensitive(schema: z.ZodMiniType, found: Map<string, Set<Sensitivity>>): void {
  const { shape = {}, element, valueType, innerType } = schema.def as unknown as Definition;
  for (const [name, field] of Object.entries(shape)) {
    const sensitivity = readSensitivity(field);
    if (sensitivity) found.set(name, (found.get(name) ?? new Set()).add(sensitivity));
    collectSensitive(field, found);
  }
  for (const inner of [element, valueType, innerType]) if (inner) collectSensitive(inner, found);
}

let known: ReadonlyMap<string, ReadonlySet<Sensitivity>> | undefined;

/** Returns the name of every field that is declared as sensitive in an answer, with its sensitivities. */
export function listSensitiveFields(): ReadonlyMap<string, ReadonlySet<Sensitivity>> {
  if (!known) {
    const found = new Map<string, Set<Sensitivity>>();
    for (const { response } of ENDPOINTS) collectSensitive(response, found);
    known = found;
  }
  return known;
}

/**
 * Returns the names of the fields that a role never sees, wherever they stand: also in parts of an answer whose
 * structure the service does not show, where only the name tells what a field is.
 */
export function hiddenFields(
  role: Role,
  patients: PatientVisibility = DEFAULT_PATIENT_VISIBILITY,
): readonly string[] {
  return [...listSensitiveFields()].flatMap(([name, sensitivities]) =>
    [...sensitivities].every((sensitivity) => canSee(role, sensitivity, patients)) ? [] : [name],
  );
}
