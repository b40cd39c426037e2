import { type Asked, concerns, type FaultInput } from './fault.ts';

/** A fault that is switched on, and how often it has happened. */
export interface Fault extends FaultInput {
  readonly id: number;
  readonly happened: number;
}

/** The faults that are switched on. They are kept in memory: a restart mends everything. */
export interface FaultList {
  /** In the order in which they were asked for; one that has happened `times` stays in the list. */
  all(): readonly Fault[];
  /** Puts these in place of all others. */
  replace(faults: readonly FaultInput[]): void;
  /** Switches one more on, after all others. */
  add(fault: FaultInput): void;
  /** Switches one off; the others keep how often they happened. */
  remove(id: number): void;
  /** Those that concern a request and are not used up. */
  of(asked: Asked): readonly Fault[];
  /** Notes that a fault happens; false where it is used up meanwhile. */
  use(fault: Fault): boolean;
}

/** Makes an empty list. */
export function createFaultList(): FaultList {
  let faults: readonly (FaultInput & { readonly id: number })[] = [];
  const happened = new Map<number, number>();
  let lastId = 0;
  const count = (id: number) => happened.get(id) ?? 0;
  const isLeft = ({ id, times }: { readonly id: number; readonly times?: number | undefined }) =>
    times === undefined || count(id) < times;
  const numbered = (fault: FaultInput) => {
    lastId += 1;
    return { id: lastId, ...fault };
  };
  const all = () => faults.map((fault) => ({ ...fault, happened: count(fault.id) }));
  return {
    all,
    replace(given) {
      happened.clear();
      faults = given.map(numbered);
    },
    add(fault) {
      faults = [...faults, numbered(fault)];
    },
    remove(id) {
      faults = faults.filter((fault) => fault.id !== id);
      happened.delete(id);
    },
    of: (asked) =>
      faults.length === 0 ? [] : all().filter((fault) => isLeft(fault) && concerns(fault, asked)),
    use(fault) {
      if (!isLeft(fault)) return false;
      happened.set(fault.id, count(fault.id) + 1);
      return true;
    },
  };
}
