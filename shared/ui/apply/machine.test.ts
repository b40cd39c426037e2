import { describe, expect, it } from 'vitest';
import { next, STANDINGS, STEPS, type Step, type StepEvent } from './machine.ts';

/** Every arrow of a table. */
const arrows = (table: Readonly<Record<string, Readonly<Partial<Record<string, string>>>>>) =>
  Object.entries(table).flatMap(([from, events]) =>
    Object.entries(events).map(([event, to]) => ({ from, event, to })),
  );

describe('the steps', () => {
  it.each([
    ['one instrument, from the library to its link', 'read review reviewed apply ended', 'applied'],
    ['back to the form from the confirmation', 'read review reviewed back', 'choosing'],
    ['what the patient has cannot be read', 'read review back', 'choosing'],
    ['something changed before it was sent', 'read review reviewed apply changed', 'confirming'],
    [
      'a second try of what was refused',
      'read review reviewed apply ended again reviewed apply ended',
      'applied',
    ],
    ['a second look at what is unknown', 'read review reviewed apply ended check ended', 'applied'],
    ['nothing can be read, then it can', 'failed retry read', 'choosing'],
  ])('lead through: %s', (_, events, end) => {
    let step: Step = 'loading';
    for (const event of events.split(' ') as StepEvent[]) {
      const to: Step | null = next(STEPS, step, event);
      expect(to, `${step} takes ${event}`).not.toBeNull();
      step = to ?? step;
    }
    expect(step).toBe(end);
  });

  it('apply only from the confirmation, so a second click applies nothing', () => {
    expect(arrows(STEPS).filter(({ event }) => event === 'apply')).toEqual([
      { from: 'confirming', event: 'apply', to: 'applying' },
    ]);
  });

  it('come to the confirmation only with what was read just before', () => {
    const into = arrows(STEPS).filter(({ to }) => to === 'confirming');
    expect(into.map(({ from, event }) => `${from} ${event}`).sort()).toEqual([
      'applying changed',
      'reviewing reviewed',
    ]);
  });

  it('can all be left for an empty form, when the patient changes', () => {
    for (const step of Object.keys(STEPS) as Step[]) expect(next(STEPS, step, 'blank')).toBe('loading');
  });
});

describe('the standings of an application', () => {
  it('send once: only what waits is sent, and nothing comes back to waiting or sending', () => {
    expect(arrows(STANDINGS).filter(({ to }) => to === 'sending')).toEqual([
      { from: 'waiting', event: 'send', to: 'sending' },
    ]);
    expect(arrows(STANDINGS).filter(({ to }) => to === 'waiting')).toEqual([]);
  });

  it('end a lost answer as created, not created or unknown, after it was looked up', () => {
    expect(next(STANDINGS, 'sending', 'lost')).toBe('checking');
    expect(Object.values(STANDINGS.checking).sort()).toEqual(['created', 'not-created', 'unknown']);
    expect(STANDINGS.unknown).toEqual({ check: 'checking' });
  });
});
