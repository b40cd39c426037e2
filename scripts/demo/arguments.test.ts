import { describe, expect, it } from 'vitest';
import { UsageError } from '../arguments.ts';
import { readDemoArguments } from './arguments.ts';

const read = (line: string) => readDemoArguments(line === '' ? [] : line.split(' '));

describe('the demo’s arguments', () => {
  it('are port 4100, clinic 1, in memory, with the browser, where none is given', () => {
    expect(read('')).toEqual({
      opens: true,
      hasExtension: false,
      hasTour: false,
      portBase: 4100,
      seed: 1,
      roster: 'clinic',
    });
  });

  it('are taken as given', () => {
    expect(read('--no-open --port-base 5100 --seed 7 --db clinic.db')).toEqual({
      opens: false,
      hasExtension: false,
      hasTour: false,
      portBase: 5100,
      seed: 7,
      roster: 'clinic',
      db: 'clinic.db',
    });
  });

  it('take the extension at the usual ports', () => {
    expect(read('--extension')).toMatchObject({ opens: true, hasExtension: true });
    expect(read('--extension --port-base 4100')).toMatchObject({ portBase: 4100 });
  });

  it.each([
    ['--port 5100', '--port'],
    ['later', 'later'],
    ['--port-base x', '--port-base'],
    ['--port-base 0', '--port-base'],
    ['--port-base high', '--port-base'],
    ['--port-base 70000', '--port-base'],
    ['--nonsense', '--nonsense'],
    ['--port-base 65336', '65335'],
    ['--seed none', '--seed'],
    ['--tour --seed fixtures', '--tour'],
    ['--seed -1', '--seed'],
    ['--seed many', '--seed'],
    ['--db', '--db'],
    ['--extension --port-base 5100', 'without --port-base'],
  ])('refuses "%s" and names what is wrong', (line, named) => {
    expect(() => read(line)).toThrow(UsageError);
    expect(() => read(line)).toThrow(named);
  });
});
