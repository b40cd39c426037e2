import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { toParserSource } from '../../scripts/compiled-schemas.ts';
import * as summaries from '../../shared/client/contract/summaries.ts';

/** What a service may send where something else was meant. */
const junk = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    '',
    'ANSWERED',
    'NONE',
    0,
    -1,
    1.5,
    true,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 60,
  ),
  fc.constantFrom(
    '2026-02-29T00:00:00Z',
    '2026-02-28T10:00:00-03:00',
    '2026-02-28T10:00Z',
    '2024-02-29T23:59:59.123Z',
  ),
  fc.constantFrom('a3bb189e-8bf9-3888-9912-ace4e6543002', 'A3BB189E-8BF9-3888-9912-ACE4E6543002', 'a3bb189e'),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Mostly what a schema asks for, now and then something else, at every depth. */
function near(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { def } = schema._zod;
  const meant = (): fc.Arbitrary<unknown> => {
    if (schema instanceof z.ZodMiniObject) {
      const fields = Object.entries(schema.def.shape as Record<string, z.core.$ZodType>).map(
        ([name, field]) => [name, near(field)],
      );
      return fc.record({ ...Object.fromEntries(fields), unheardOf: junk }, { requiredKeys: [] });
    }
    if (schema instanceof z.ZodMiniArray) return fc.array(near(schema.def.element), { maxLength: 3 });
    if (schema instanceof z.ZodMiniOptional) return fc.option(near(schema.def.innerType), { nil: undefined });
    if (schema instanceof z.ZodMiniNullable) return fc.option(near(schema.def.innerType), { nil: null });
    if (schema instanceof z.ZodMiniEnum) return fc.constantFrom(...Object.values(schema.def.entries));
    if (schema instanceof z.ZodMiniBoolean) return fc.boolean();
    if (schema instanceof z.ZodMiniGUID) return fc.uuid();
    if (schema instanceof z.ZodMiniISODateTime) {
      return fc
        .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
        .map((date) => date.toISOString());
    }
    if (schema instanceof z.ZodMiniNumber) return fc.integer();
    if (def.type === 'string') return fc.string();
    return junk;
  };
  return fc.oneof({ weight: 40, arbitrary: meant() }, { weight: 1, arbitrary: junk });
}

const INVALID = Symbol('invalid');
const compile = (schema: z.core.$ZodType): ((input: unknown) => unknown) =>
  new Function('INVALID', `return ${toParserSource(schema)};`)(INVALID);

describe('the parsers that a page reads by', () => {
  it.each(Object.entries(summaries))(
    'take and refuse what zod does, and give the same data: %s',
    (_, schema) => {
      const parse = compile(schema);
      fc.assert(
        fc.property(near(schema), (value) => {
          const wanted = (schema as z.ZodMiniType).safeParse(value);
          expect(parse(value)).toEqual(wanted.success ? wanted.data : INVALID);
        }),
        { numRuns: 300 },
      );
    },
  );

  it('leave `Function` as it was', () => {
    const before = globalThis.Function;
    toParserSource(z.object({ id: z.guid() }));
    expect(globalThis.Function).toBe(before);
  });

  it('are not made of a schema that refers to something of its own', () => {
    const own = z.string().check(z.refine((text) => text !== 'x'));
    expect(() => toParserSource(own)).toThrow(/cannot be written as source/);
  });
});
