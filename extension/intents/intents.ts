import * as z from 'zod/mini';

/** A number of the wire: an application's or a submission's. */
const wireId = z.int().check(z.positive());
const uuid = z.guid();
const text = (most: number) => z.string().check(z.maxLength(most));

const identity = z.strictObject({
  keys: z
    .array(z.strictObject({ system: text(100), value: z.string().check(z.minLength(1), z.maxLength(200)) }))
    .check(z.minLength(1), z.maxLength(5)),
  name: z.optional(text(200)),
  birthday: z.optional(z.iso.date()),
  email: z.optional(text(200)),
  phone: z.optional(text(50)),
});

/**
 * Everything that a panel can ask of the background. An intent says what is wanted, never an address; whose it is
 * comes from the context of the tab, never from the panel (design.md, The extension).
 */
export const INTENTS = {
  /** The patient, their applications, and per instrument graph, scale, submissions: `ChartReading`. */
  'chart.read': z.strictObject({ isAnew: z.optional(z.literal(true)) }),
  /** One submission with its answers, and its instrument: `ItemReading`. */
  'item.read': z.strictObject({ submissionId: wireId, formId: uuid }),
  /** Whether there is a longitudinal analysis of a course, of when, and whether it is current. */
  'analysis.read': z.strictObject({ formId: uuid }),
  /** The calls of `ApplyService` (shared/ui/apply), for the patient of the context. */
  'apply.patient': z.strictObject({}),
  'apply.library': z.strictObject({}),
  'apply.applications': z.strictObject({}),
  'apply.applicationsOf': z.strictObject({ formId: uuid }),
  'apply.create': z.strictObject({ formId: uuid, input: z.record(z.string(), z.unknown()) }),
  /** Changes of one application. */
  'application.recur': z.strictObject({ applicationId: wireId, formId: uuid, cycle: text(40) }),
  'application.finish': z.strictObject({ applicationId: wireId, formId: uuid }),
  'application.cancel': z.strictObject({ applicationId: wireId, formId: uuid }),
  /** The specification deletes no application, only a submission, for good. */
  'submission.cancel': z.strictObject({ submissionId: wireId, formId: uuid }),
  'submission.delete': z.strictObject({ submissionId: wireId, formId: uuid }),
  /** Whether this is still the patient, after every frame of the page read itself anew. */
  'context.confirm': z.strictObject({}),
  /** Opens the side panel at a place of it; only from a click. */
  'side.open': z.strictObject({ at: z.enum(['link', 'register', 'history', 'recommend', 'sign-in']) }),
  /** The rows of a list that came into view: `ListReading`. */
  'list.read': z.strictObject({ rows: z.array(identity).check(z.maxLength(500)) }),
} as const;

export type Intents = typeof INTENTS;
export type IntentName = keyof Intents;
export type IntentInput<Name extends IntentName> = z.infer<Intents[Name]>;

/** Writes: each needs a click that a person made on what they saw, and a context that was read again. */
export const WRITES: ReadonlySet<IntentName> = new Set([
  'apply.create',
  'application.recur',
  'application.finish',
  'application.cancel',
  'submission.cancel',
  'submission.delete',
]);
