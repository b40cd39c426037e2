/**
 * Puts plans in place of the schemas by which a page reads (`summaries.ts`, `later-summaries.ts` and others of the contract):
 * data that the reader works by, a tenth of the bytes of the schemas and of zod.
 *
 * @module
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'rolldown';
import type * as z from 'zod/mini';
import * as apply from '../shared/client/contract/apply-summaries.ts';
import * as caseload from '../shared/client/contract/caseload-summaries.ts';
import * as item from '../shared/client/contract/item-summaries.ts';
import * as later from '../shared/client/contract/later-summaries.ts';
import { toReadPlan } from '../shared/client/contract/plan.ts';
import * as seenBy from '../shared/client/contract/seen-by-summaries.ts';
import * as summaries from '../shared/client/contract/summaries.ts';

const contract = fileURLToPath(new URL('../shared/client/contract/', import.meta.url));
const SCHEMAS: Readonly<Record<string, Readonly<Record<string, z.ZodMiniType>>>> = {
  [`${contract}summaries.ts`]: summaries,
  [`${contract}item-summaries.ts`]: item,
  [`${contract}later-summaries.ts`]: later,
  [`${contract}apply-summaries.ts`]: apply,
  [`${contract}caseload-summaries.ts`]: caseload,
  [`${contract}seen-by-summaries.ts`]: seenBy,
};

/** The plugin of the bundler. */
export const readPlans: Plugin = {
  name: 'read-plans',
  load(id) {
    const schemas = SCHEMAS[id];
    if (!schemas) return null;
    const plans = Object.entries(schemas).map(
      ([name, schema]) => `export const ${name} = ${JSON.stringify(toReadPlan(schema))};`,
    );
    return { code: plans.join('\n'), moduleType: 'js', moduleSideEffects: false };
  },
};

const PLAN = `${contract}plan.ts`;

/**
 * The plugin of what an element loads: it leaves out what makes a plan of a schema, and fails if a schema is
 * in the bundle all the same.
 */
export const onlyPlans: Plugin = {
  name: 'only-plans',
  load: (id) =>
    id === PLAN
      ? 'export const toReadPlan = (plan) => plan, toPlanOf = toReadPlan, summary = toReadPlan;'
      : null,
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => id.includes('/node_modules/zod/')))
        this.error(`${chunk.fileName} reads by a schema. Read a summary, or fetch what reads it on its own.`);
    }
  },
};
