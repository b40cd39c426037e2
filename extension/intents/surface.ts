import { ApplicationInput } from '@instrument-panel/client/contract';
import * as z from 'zod/mini';
import { INTENTS, type IntentName } from './intents.ts';
import type { Problem } from './port.ts';
import type { SurfaceAnswers } from './surface-answers.ts';
import type { TabLook } from './tab-look.ts';

/** Name of the port between a page of the extension (popup, options, side panel) and the background. */
export const SURFACE_PORT = 'surface';

/** From a page of the extension to the background. */
export type FromSurface =
  /** Which tab it speaks of from now on: one by its id, or the active one of a window, as it changes. */
  | { readonly type: 'look'; readonly at: { readonly tabId: number } | { readonly windowId: number } }
  | {
      readonly type: 'ask';
      readonly id: number;
      /** The epoch of the context that was shown; null for what concerns no patient. */
      readonly epoch: string | null;
      readonly intent: string;
      readonly input: unknown;
    }
  /** Nobody waits for the answer any more. What was written stays written. */
  | { readonly type: 'drop'; readonly id: number }
  /** Somebody looks at it: the background stays awake. */
  | { readonly type: 'here' };

/** From the background to a page of the extension. */
export type ToSurface =
  /** After `look`, and whenever anything of it changes. With another epoch nothing of the patient before may stay. */
  | { readonly type: 'tab'; readonly look: TabLook }
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'refusal'; readonly id: number; readonly problem: Problem }
  /** Something may have changed at the service; what is shown of this epoch, or of nobody, is to be read again. */
  | { readonly type: 'changed'; readonly epoch: string | null }
  /** A panel asked for a place of the side panel. */
  | { readonly type: 'go'; readonly at: z.infer<(typeof INTENTS)['side.open']>['at'] };

const uuid = z.guid();
const profileId = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,62}$/));
const none = z.strictObject({});
const text = (most: number) =>
  z.string().check(
    z.maxLength(most),
    z.refine((typed) => typed.trim() !== '', 'must not be empty'),
  );

/** What a clinician says of the patient to link or register; the key comes from the page, never from here. */
const person = z.strictObject({
  name: text(200),
  surname: z.optional(text(200)),
  birthday: z.optional(z.iso.date()),
  email: z.optional(text(200)),
  phone: z.optional(text(40)),
});

const {
  'list.read': _rows,
  'side.open': _opens,
  'context.confirm': _confirms,
  'chart.read': chart,
  'item.read': item,
  'analysis.read': analysis,
  'apply.patient': applyPatient,
  'apply.library': applyLibrary,
  'apply.applications': applyApplications,
  'apply.applicationsOf': applyApplicationsOf,
  'application.recur': recur,
  'application.finish': finish,
  'application.cancel': cancel,
  'submission.cancel': cancelOne,
  'submission.delete': deleteOne,
} = INTENTS;

/** What concerns the patient of the tab's context: asked with its epoch, refused as `stale` after it. */
export const OF_PATIENT = {
  'chart.read': chart,
  'item.read': item,
  'apply.patient': applyPatient,
  'apply.library': applyLibrary,
  'apply.applications': applyApplications,
  'apply.applicationsOf': applyApplicationsOf,
  'apply.create': z.strictObject({ formId: uuid, input: z.omit(ApplicationInput, { patientId: true }) }),
  'application.recur': recur,
  'application.finish': finish,
  'application.cancel': cancel,
  'submission.cancel': cancelOne,
  'submission.delete': deleteOne,
  /** Every application and submission of the patient. */
  'history.read': none,
  'analysis.read': analysis,
  'notifications.read': z.strictObject({ formId: uuid }),
  /** Who the page's key is linked to; the one patient who agrees in name and a further identifier is linked by it. */
  'patient.resolve': none,
  /** Links the page's key to the one patient who agrees in name and a further identifier. */
  'patient.link': person,
  /** Registers the patient for the page's key; who exists already is linked. Needs e-mail or phone. */
  'patient.register': person,
  'patient.unlink': none,
  'patient.inactivate': none,
  'patient.reactivate': none,
} as const;

/** What concerns the professional of the tab's profile, with or without a patient. */
export const OF_PROFESSIONAL = {
  'library.read': none,
  'library.tags': none,
  /**
   * Free text about a case. Where the tab has a patient, the epoch is given, and a text that names them is not sent:
   * the answer says what was found in it.
   */
  'recommend.ask': z.strictObject({ caseText: text(10_000) }),
  'recommend.history': z.strictObject({ page: z.int().check(z.positive()), search: z.optional(text(200)) }),
} as const;

/** What concerns the extension itself. The epoch is null. */
export const OF_EXTENSION = {
  /** After the host permission was granted in the click (`TabLook.asks`); also after `site.disable`. */
  'site.enable': z.strictObject({ profileId }),
  'site.disable': z.strictObject({ profileId }),
  /** Opens the browser's sign-in window, from a click. The answer comes when it is closed. */
  'sign.in': z.strictObject({ proxy: text(300) }),
  'sign.out': z.strictObject({ proxy: text(300) }),
  'profiles.list': none,
  /** A profile as it was pasted: JSON that was parsed, not yet checked. */
  'profiles.add': z.strictObject({ profile: z.unknown() }),
  'profiles.remove': z.strictObject({ profileId }),
  /** Reads the proxy's `/.well-known/instrument-panel.json` and keeps its profiles. */
  'profiles.from': z.strictObject({ proxy: text(300) }),
  'profiles.forget': z.strictObject({ proxy: text(300) }),
  /** What was pointed at so far, as a profile that can be completed; null where nothing was. */
  'profiles.draft': none,
  'profiles.discard': none,
  /** What a profile finds in a tab, frame by frame; by its id, or as it was pasted. */
  'profiles.test': z.strictObject({ tabId: z.int(), profile: z.unknown() }),
  /** The person points at something in the tab; what comes of it is in `profiles.draft` and pushed by `tab`. */
  'point.start': z.strictObject({
    tabId: z.int(),
    what: z.enum(['key', 'name', 'birthday', 'email', 'phone', 'place']),
  }),
  'point.stop': none,
  'diagnostics.read': none,
  'language.read': none,
  'language.set': z.strictObject({ language: z.enum(['auto', 'en', 'pt-BR']) }),
  /** What the badge counts, newest first: `TabLook.site.news` in full. */
  'news.read': z.strictObject({ profileId }),
  /** Somebody looked at what the badge counts. */
  'badge.seen': z.strictObject({ profileId }),
} as const;

/** Everything that a page of the extension can ask of the background. */
export const SURFACE_INTENTS = { ...OF_PATIENT, ...OF_PROFESSIONAL, ...OF_EXTENSION } as const;

export type SurfaceIntents = typeof SURFACE_INTENTS;
export type SurfaceIntentName = keyof SurfaceIntents;
export type SurfaceInput<Name extends SurfaceIntentName> = z.input<SurfaceIntents[Name]>;
export type SurfaceAnswer<Name extends SurfaceIntentName> = SurfaceAnswers[Name];

/** Writes that concern a patient: the page is read again first, and nothing is repeated. */
export const SURFACE_WRITES: ReadonlySet<SurfaceIntentName | IntentName> = new Set([
  'apply.create',
  'application.recur',
  'application.finish',
  'application.cancel',
  'submission.cancel',
  'submission.delete',
  'patient.link',
  'patient.register',
  'patient.unlink',
  'patient.inactivate',
  'patient.reactivate',
]);

/**
 * What writes nothing, asks no person and costs nothing to ask twice: where the background went away before it
 * answered, it is asked again.
 */
export const SURFACE_READS: ReadonlySet<SurfaceIntentName> = new Set([
  'chart.read',
  'item.read',
  'apply.patient',
  'apply.library',
  'apply.applications',
  'apply.applicationsOf',
  'history.read',
  'analysis.read',
  'notifications.read',
  'library.read',
  'library.tags',
  'recommend.history',
  'profiles.list',
  'profiles.draft',
  'diagnostics.read',
  'language.read',
  'news.read',
]);
