import { describe, it } from 'vitest';
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

/** Kinds of rules that are left out of a world. `proxied`: those that a proxy before the service passes on. */
export type LeftOut = 'malformed' | 'direct' | 'proxied';

/** Makes each rule of these sections a test against the world, but for the kinds that are left out. */
export function stateRules(
  sections: Readonly<Record<string, Rules>>,
  world: () => World,
  ...leftOut: readonly LeftOut[]
): void {
  for (const [section, rules] of Object.entries(sections)) {
    const stated: Parameters<State>[] = [];
    const stating =
      (...kinds: readonly LeftOut[]): State =>
      (...given) => {
        if (!kinds.some((kind) => leftOut.includes(kind))) stated.push(given);
      };
    const rule = Object.assign(stating('proxied'), {
      malformed: stating('malformed', 'proxied'),
      direct: stating('direct'),
      malformedDirect: stating('malformed', 'direct'),
    });
    rules(rule);
    if (stated.length > 0)
      describe(section, () => {
        for (const [sentence, test] of stated) it(sentence, () => test(world()));
      });
  }
}
