/**
 * Draws the state tables into docs/behaviour.md: `node sandbox/service/states/diagram.ts`.
 *
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs';
import {
  applicationMachine,
  integrationMachine,
  type Machine,
  relationMachine,
  submissionMachine,
} from './machines.ts';

const DOCUMENT = new URL('../../docs/behaviour.md', import.meta.url);
const BEGIN = '<!-- states: drawn from service/states by `node sandbox/service/states/diagram.ts` -->';
const END = '<!-- /states -->';

type Tables = Pick<Machine<string, string>, 'starts' | 'table'>;

const MACHINES: Readonly<Record<string, Tables>> = {
  Application: applicationMachine,
  Submission: submissionMachine,
  'Integration of a professional': integrationMachine,
  'Relation of patient and professional': relationMachine,
};

/** One machine as a Mermaid state diagram: an arrow for each pair of states, with every trigger that leads along it. */
export function stateDiagram({ starts, table }: Tables): string {
  const labelled = [
    ...starts.map(([to, by]) => ({ arrow: `[*] --> ${to}`, label: by })),
    ...table.flatMap(([from, trigger, to, source]) =>
      from.map((state) => ({
        arrow: `${state} --> ${to}`,
        label: source === 'chosen' ? `${trigger} (chosen)` : trigger,
      })),
    ),
  ];
  const lines = [...Map.groupBy(labelled, ({ arrow }) => arrow)].map(
    ([arrow, along]) => `  ${arrow}: ${along.map(({ label }) => label).join(', ')}`,
  );
  return ['```mermaid', 'stateDiagram-v2', ...lines, '```'].join('\n');
}

/**
 * Replaces the diagrams of the document.
 * @throws Error if the markers are missing.
 */
export function withDiagrams(readme: string): string {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END);
  if (begin === -1 || end < begin) {
    throw new Error(`sandbox/docs/behaviour.md needs the lines ${BEGIN} and ${END}, in this order.`);
  }
  const diagrams = Object.entries(MACHINES).map(
    ([title, machine]) => `### ${title}\n\n${stateDiagram(machine)}\n`,
  );
  return `${readme.slice(0, begin)}${BEGIN}\n${diagrams.join('\n')}${readme.slice(end)}`;
}

if (import.meta.main) writeFileSync(DOCUMENT, withDiagrams(readFileSync(DOCUMENT, 'utf8')));
