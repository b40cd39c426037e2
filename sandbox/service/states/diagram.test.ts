import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { stateDiagram, withDiagrams } from './diagram.ts';
import { applicationMachine, integrationMachine, relationMachine, submissionMachine } from './machines.ts';

it('docs/behaviour.md holds the diagrams of the tables as they are', () => {
  const readme = readFileSync(new URL('../../docs/behaviour.md', import.meta.url), 'utf8');
  const message = 'Run node sandbox/service/states/diagram.ts, and commit sandbox/docs/behaviour.md.';
  expect(withDiagrams(readme), message).toBe(readme);
});

it('a document without its markers is refused', () => {
  expect(() => withDiagrams('# The sandbox')).toThrow('needs the lines');
});

it('the link begins as pending or active, and both INACTIVE and pending ones wait for approval', () => {
  expect(stateDiagram(integrationMachine).split('\n')).toEqual([
    '```mermaid',
    'stateDiagram-v2',
    '  [*] --> ACTIVE: register',
    '  [*] --> PENDING: ask',
    '  PENDING --> PENDING: ask',
    '  INACTIVE --> INACTIVE: ask (chosen)',
    '  PENDING --> ACTIVE: approve',
    '  INACTIVE --> ACTIVE: approve',
    '  ACTIVE --> INACTIVE: disconnect',
    '```',
  ]);
});

it.each([
  ['application', applicationMachine],
  ['submission', submissionMachine],
  ['integration', integrationMachine],
  ['relation', relationMachine],
])('the diagram of the %s has every row of its table, and no other', (_, machine) => {
  const drawn = stateDiagram(machine)
    .split('\n')
    .flatMap((line) => {
      const [, from = '', to = '', labels = ''] = /^ {2}(\w+) --> (\w+): (.*)$/.exec(line) ?? [];
      return from === '' ? [] : labels.split(', ').map((label) => `${from} ${label} ${to}`);
    });
  const rows = machine.table.flatMap(([from, trigger, to, source]) =>
    from.map((state) => `${state} ${trigger}${source === 'chosen' ? ' (chosen)' : ''} ${to}`),
  );
  expect(drawn.toSorted()).toEqual(rows.toSorted());
});
