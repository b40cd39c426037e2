import type { Finding } from './oracle.ts';

/** False statements that are known and not mended yet; a test that finds another one fails. Mending one takes its line away. */
interface KnownFault {
  readonly why: string;
  readonly kinds: readonly string[];
  /** What leads to it: the answer and its field, as in `graph series[].points[].score`. */
  readonly field: RegExp;
}

export const KNOWN_FAULTS: readonly KnownFault[] = [];

/** True of a finding that a known fault explains. */
export const isKnown = (
  { kind }: Finding,
  mutations: readonly { readonly answer: string; readonly field: string }[],
): boolean =>
  KNOWN_FAULTS.some(
    (fault) =>
      fault.kinds.includes(kind) &&
      mutations.some(({ answer, field }) => fault.field.test(`${answer} ${field}`)),
  );
