import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';
import { onlyPlans } from './read-plans.ts';

const ENTRY = 'entry.ts';
const bundleOf = async (code: string): Promise<string> => {
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === ENTRY ? id : null),
    load: (id: string) => (id === ENTRY ? code : null),
  };
  const made = await rolldown({ input: ENTRY, plugins: [entry, onlyPlans] });
  const { output } = await made.generate();
  await made.close();
  return output[0].code;
};

it('a bundle of an element that reads by a schema is not built', async () => {
  const code = `import * as z from '${import.meta.resolve('zod/mini')}'; export const schema = z.string();`;
  await expect(bundleOf(code.replace('file://', ''))).rejects.toThrow('reads by a schema');
  expect(await bundleOf('export const plan = "text";')).toContain('text');
});
