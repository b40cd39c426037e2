import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { ErrorResponse } from '../errors.ts';
import * as resources from '../resources/index.ts';
import * as webhook from '../webhook.ts';

/** The same declarations, evaluated with the light module in zod's place. */
vi.resetModules();
vi.doMock('zod/mini', () => import('./zod-mini.ts'));
const light: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...Object.entries(await import('../resources/index.ts')),
  ...Object.entries(await import('../webhook.ts')),
  ['ErrorResponse', (await import('../errors.ts')).ErrorResponse],
]);
vi.doUnmock('zod/mini');

interface Verdict {
  readonly success: boolean;
  readonly data?: unknown;
  readonly error?: {
    readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly code: string }[];
  };
}
interface Parses {
  safeParse(value: unknown): Verdict;
}

const pairs = Object.entries<unknown>({ ...resources, ...webhook, ErrorResponse }).flatMap(
  ([name, value]): [string, z.ZodMiniType][] => (value instanceof z.ZodMiniType ? [[name, value]] : []),
);

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
    if (schema instanceof z.ZodMiniRecord)
      return fc.dictionary(fc.string(), near(schema.def.valueType), { maxKeys: 3 });
    if (schema instanceof z.ZodMiniOptional) return fc.option(near(schema.def.innerType), { nil: undefined });
    if (schema instanceof z.ZodMiniNullable) return fc.option(near(schema.def.innerType), { nil: null });
    if (schema instanceof z.ZodMiniEnum) return fc.constantFrom(...Object.values(schema.def.entries));
    if (schema instanceof z.ZodMiniLiteral) return fc.constantFrom(...schema.def.values);
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

const places = (verdict: Verdict): string[] =>
  (verdict.error?.issues ?? []).map(({ path }) => path.join('/')).toSorted();

describe('the light stand-in for zod/mini', () => {
  it('meets every resource, event and error of the contract', () => {
    expect(pairs.length).toBeGreaterThan(30);
    for (const [name] of pairs) expect(light.get(name), name).toHaveProperty('safeParse');
  });

  it.each(pairs)('gives the same verdict, data and paths as zod for %s', (name, schema) => {
    const other = light.get(name) as Parses;
    fc.assert(
      fc.property(near(schema), (value) => {
        const wanted: Verdict = schema.safeParse(value);
        const found = other.safeParse(value);
        expect(found.success).toBe(wanted.success);
        expect(found.data).toEqual(wanted.data);
        expect(places(found)).toEqual(places(wanted));
      }),
      { numRuns: 300 },
    );
  });

  it('gives the messages of the contract’s own rules', async () => {
    vi.doMock('zod/mini', () => import('./zod-mini.ts'));
    vi.resetModules();
    const { createPatient } = await import('../endpoints/patients.ts');
    vi.doUnmock('zod/mini');
    const refused = (createPatient.body as unknown as Parses).safeParse({ name: ' ', email: 'nobody' });
    expect(refused.error?.issues).toMatchObject([
      { path: ['name'], message: 'must not be empty' },
      { path: ['email'], message: 'must be an e-mail address' },
    ]);
  });
});
