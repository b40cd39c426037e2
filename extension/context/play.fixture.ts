import type { FrameFacts, Identifier } from '../site/facts.ts';
import {
  type ContextEvent,
  type ContextState,
  emptyContext,
  reduceContext,
  type TabContext,
} from './context.ts';

export const SETTLE = 300;
export const key = (value: string, system = ''): Identifier => ({ kind: 'key', system, value });
export const named = (value: string): Identifier => ({ kind: 'name', system: '', value });
export const chart = (...found: Identifier[]): FrameFacts => ({
  version: 1,
  type: 'chart',
  page: 0,
  found,
  gaps: [],
  place: 0,
});
export const LIST: FrameFacts = { ...chart(), type: 'list', place: null };
export const UNMATCHED: FrameFacts = { ...chart(), type: 'none', page: null, place: null };

/** Feeds events one after the other; epochs are e1, e2, … */
export function play(events: readonly ContextEvent[], from: ContextState = emptyContext(SETTLE)) {
  let made = 0;
  const states = [from];
  for (const event of events) {
    const before = states.at(-1) ?? from;
    states.push(
      reduceContext(before, event, () => {
        made += 1;
        return `e${made}`;
      }),
    );
  }
  return { state: states.at(-1) ?? from, contexts: states.slice(1).map(({ context }) => context) };
}
export const facts = (at: number, frameId: number, one: FrameFacts): ContextEvent => ({
  type: 'facts',
  at,
  frameId,
  facts: one,
});
export const gone = (at: number, frameId: number): ContextEvent => ({ type: 'gone', at, frameId });
export const time = (at: number): ContextEvent => ({ type: 'time', at });
export const states = (contexts: readonly TabContext[]): string =>
  contexts.map((one) => (one.state === 'known' ? one.epoch : one.state)).join(' ');
