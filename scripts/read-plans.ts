/**
 * Puts plans in place of the schemas by which a page reads (shared/client/contract/summaries.ts): data that the reader
 * works by, a tenth of the bytes of the schemas and of zod.
 *
 * @module
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'rolldown';
import { toReadPlan } from '../shared/client/contract/plan.ts';
import * as summaries from '../shared/client/contract/summaries.ts';

const SUMMARIES = fileURLToPath(new URL('../shared/client/contract/summaries.ts', import.meta.url));

/** The plugin of the bundler. */
export const readPlans: Plugin = {
  name: 'read-plans',
  load(id) {
    if (id !== SUMMARIES) return null;
    const plans = Object.entries(summaries).map(
      ([name, schema]) => `export const ${name} = ${JSON.stringify(toReadPlan(schema))};`,
    );
    return { code: plans.join('\n'), moduleType: 'js', moduleSideEffects: false };
  },
};
