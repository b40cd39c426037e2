import * as z from 'zod/mini';
import { FaultInput } from '../service/faults/fault.ts';
import type { ControlField } from '../words/control/index.ts';

/** Fields of the form, each with the name that the fault has for it. */
export const FAULT_FIELDS = [
  'kind',
  'method',
  'endpoint',
  'path',
  'ms',
  'retryAfter',
  'field',
  'times',
] as const satisfies readonly ControlField[];
export type FaultField = (typeof FAULT_FIELDS)[number];

/** Reads a number as it stands, so that `1e3` or `0x10` are refused rather than understood. */
const number = (text: string): number => (/^\d+$/.test(text) ? Number(text) : Number.NaN);

/** The fault that a form asks for, or the fields that are wrong. What is empty is left out. */
export function readFault(
  value: (name: FaultField) => string,
): { readonly fault: FaultInput } | { readonly wrong: readonly FaultField[] } {
  const filled = (names: readonly FaultField[], read: (text: string) => unknown) =>
    Object.fromEntries(names.flatMap((name) => (value(name) === '' ? [] : [[name, read(value(name))]])));
  const result = z.safeParse(FaultInput, {
    kind: value('kind'),
    match: filled(['method', 'endpoint', 'path'], (text) => text),
    ...filled(['field'], (text) => text),
    ...filled(['ms', 'retryAfter', 'times'], number),
  });
  if (result.success) return { fault: result.data };
  const names = new Set(result.error.issues.map(({ path }) => path.at(-1)));
  return { wrong: FAULT_FIELDS.filter((name) => names.has(name)) };
}
