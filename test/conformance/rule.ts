import { it } from 'vitest';
import type { World } from './world.ts';

type Test = (world: World) => Promise<void>;
type State = (sentence: string, test: Test) => void;

/** States one documented rule as a sentence. */
export interface Rule extends State {
  /** Sends on purpose what the interface description forbids: a validating proxy would rightly complain. */
  readonly malformed: State;
  /** Concerns what the signing proxy is there to change, so that it holds of the service alone. */
  readonly direct: State;
  /** Both: malformed, and of the service alone. */
  readonly malformedDirect: State;
}

/** The rules of one section of docs/service.md. */
export type Rules = (rule: Rule) => void;

/** Makes each rule a test against the world, but for the kinds that are left out. */
export function ruleOf(
  world: () => World,
  leftOut: { readonly malformed?: boolean; readonly direct?: boolean },
): Rule {
  const state: State = (sentence, test) => it(sentence, () => test(world()));
  const none: State = () => {};
  const malformed = leftOut.malformed ? none : state;
  const direct = leftOut.direct ? none : state;
  const malformedDirect = leftOut.malformed || leftOut.direct ? none : state;
  return Object.assign((...given: Parameters<State>) => state(...given), {
    malformed,
    direct,
    malformedDirect,
  });
}
