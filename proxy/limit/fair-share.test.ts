import { describe, expect, it } from 'vitest';
import { createFairShare } from './fair-share.ts';

/** Enters requests such as `a1 a2 b1`, each of the person of its letter; tells who has a place, and gives it back. */
function openHall(places: number) {
  const { enter, waitingOf } = createFairShare(places);
  const inside = new Map<string, () => void>();
  const leaving = new Map<string, () => void>();
  return {
    enter: (...names: string[]) => {
      for (const name of names) {
        const giveUp = enter(name.slice(0, 1), (leave) => inside.set(name, leave));
        leaving.set(name, giveUp);
      }
    },
    leave: (name: string) => {
      const leave = inside.get(name);
      inside.delete(name);
      leave?.();
    },
    giveUp: (name: string) => leaving.get(name)?.(),
    waitingOf,
    inside: () => [...inside.keys()].join(' '),
  };
}

describe('a fair share', () => {
  it('lets in at once while there are places', () => {
    const hall = openHall(4);
    hall.enter('a1', 'b1', 'a2');
    expect(hall.inside()).toBe('a1 b1 a2');
  });

  it('gives half of the places to one person at most, and keeps the others for others', () => {
    const hall = openHall(4);
    hall.enter('a1', 'a2', 'a3', 'a4', 'b1');
    expect(hall.inside()).toBe('a1 a2 b1');
    hall.leave('a1');
    expect(hall.inside()).toBe('a2 b1 a3');
  });

  it('calls those who wait in turn, person by person', () => {
    const hall = openHall(2);
    hall.enter('x1', 'y1', 'a1', 'a2', 'a3', 'b1', 'c1');
    for (const name of ['x1', 'y1', 'a1']) hall.leave(name);
    expect(hall.inside()).toBe('b1 c1');
    hall.leave('b1');
    hall.leave('c1');
    expect(hall.inside()).toBe('a2');
  });

  it('passes over what was given up while it waited', () => {
    const hall = openHall(1);
    hall.enter('a1', 'a2', 'b1');
    expect([hall.waitingOf('a'), hall.waitingOf('b'), hall.waitingOf('c')]).toEqual([1, 1, 0]);
    hall.giveUp('a2');
    expect(hall.waitingOf('a')).toBe(0);
    hall.leave('a1');
    expect(hall.inside()).toBe('b1');
  });

  it('frees a place once, however often it is given back', () => {
    const { enter } = createFairShare(2);
    const places: (() => void)[] = [];
    for (const person of ['a', 'b', 'c', 'd']) enter(person, (leave) => places.push(leave));
    places[0]?.();
    places[0]?.();
    expect(places.length).toBe(3);
  });

  it('has one place for a person where there is one in all', () => {
    const hall = openHall(1);
    hall.enter('a1', 'b1');
    expect(hall.inside()).toBe('a1');
  });
});
