import type * as z from 'zod/mini';

interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodMiniType>>;
  readonly element?: z.ZodMiniType;
  readonly valueType?: z.ZodMiniType;
  readonly innerType?: z.ZodMiniType;
}

export const ANSWER_TOKEN = 'ANSWER-TOKEN-CANARY';
export const UNDECLARED = 'UNDECLARED-CANARY';
/** A name by which a patient's data is recognised wherever it turns up. */
export const nameOf = (patient: string): string => `NAME-CANARY-${patient.slice(0, 4)}`;

function field(name: string, schema: z.ZodMiniType, patient: string): unknown {
  if (name === 'answerToken') return ANSWER_TOKEN;
  if (name === 'patientId' || name === 'serviceId') return patient;
  return sample(schema, patient);
}

/**
 * A value with every declared field of a schema, about one patient, whose every text names that patient, and
 * with an undeclared field in every object.
 */
export function sample(schema: z.ZodMiniType, patient: string): unknown {
  const { type, shape, element, valueType, innerType } = schema.def as unknown as Definition;
  if (shape) {
    const fields = Object.entries(shape).map(([name, part]) => [name, field(name, part, patient)]);
    return Object.fromEntries([...fields, ['undeclared', UNDECLARED], ['answerToken', ANSWER_TOKEN]]);
  }
  if (element) return [sample(element, patient)];
  if (type === 'record' && valueType)
    return { someKey: sample(valueType, patient), answerToken: ANSWER_TOKEN };
  if (innerType) return sample(innerType, patient);
  if (type === 'number') return 7;
  if (type === 'boolean') return true;
  if (type === 'unknown') return { deep: [{ answerToken: ANSWER_TOKEN, name: nameOf(patient) }] };
  return nameOf(patient);
}
