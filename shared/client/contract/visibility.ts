import type * as z from 'zod/mini';
import type { Role } from './roles.ts';

/**
 * Why a field is not for everybody:
 * - `secret`: it opens something, and never leaves the proxy;
 * - `risk`: a signal of risk, such as a flagged answer;
 * - `interpretation`: what a score means, in words, ranges or verdicts; scores and their differences are none.
 */
export type Sensitivity = 'secret' | 'risk' | 'interpretation';

const sensitivities = new WeakMap<z.ZodMiniType, Sensitivity>();

/**
 * Declares a field as sensitive.
 *
 * @param schema a schema of this field only: the mark belongs to the schema, so a shared one would mark every field
 */
/* @__NO_SIDE_EFFECTS__ */
export function sensitive<S extends z.ZodMiniType>(sensitivity: Sensitivity, schema: S): S {
  sensitivities.set(schema, sensitivity);
  return schema;
}

/** Returns the sensitivity that a field was declared with; undefined for a field that everybody may see. */
export const readSensitivity = (schema: z.ZodMiniType): Sensitivity | undefined => sensitivities.get(schema);

/** What a partner lets patients see of their own records. */
export interface PatientVisibility {
  /** Show risk flags. Default: `false`. */
  readonly showRisk: boolean;
  /** Show classifications, ranges and texts that interpret a score. Default: `false`. */
  readonly showInterpretation: boolean;
}

/** What patients see unless the partner turns more on. */
export const DEFAULT_PATIENT_VISIBILITY: PatientVisibility = { showRisk: false, showInterpretation: false };

type FieldAccess = 'always' | 'never' | keyof PatientVisibility;
/** Whether a role sees fields of each sensitivity: always, never, or where the partner turns the named option on. */
export const FIELD_ACCESS: Readonly<Record<Role, Readonly<Record<Sensitivity, FieldAccess>>>> = {
  professional: { secret: 'never', risk: 'always', interpretation: 'always' },
  patient: { secret: 'never', risk: 'showRisk', interpretation: 'showInterpretation' },
  operations: { secret: 'never', risk: 'always', interpretation: 'always' },
};

/** Whether a role sees fields of a sensitivity. */
export function canSee(
  role: Role,
  sensitivity: Sensitivity,
  patients: PatientVisibility = DEFAULT_PATIENT_VISIBILITY,
): boolean {
  const access = FIELD_ACCESS[role][sensitivity];
  return access === 'always' || (access !== 'never' && patients[access]);
}
