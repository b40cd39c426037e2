import { ApplicationInput, CASELOAD_SUBMISSIONS_MAX } from '@instrument-panel/client/contract';
import * as z from 'zod/mini';
import { CHOSEN_LANGUAGES } from '../words/languages.ts';
import { LIST_ROWS_MAX, SIDE_PLACES } from './protocol.ts';

/**
 * Effect of an intent:
 * - `read` changes nothing, and is asked again if the background stopped before it answered;
 * - `write` changes what the service holds about a patient: every frame of the page is read again first, it is sent
 *   once, and a lost answer means that the outcome is unknown;
 * - `act` does something else, and is never repeated.
 */
export type Effect = 'read' | 'write' | 'act';
/**
 * Subject of an intent: the patient of the tab's context (asked with its epoch, refused as `stale` after it), the
 * professional who is signed in at the tab's profile, the extension itself, or the tab that asks.
 */
export type Subject = 'patient' | 'professional' | 'extension' | 'tab';
/** Who may ask: panels and list marks in host pages, or the extension's own pages. */
type IntentCaller = 'panel' | 'own-page';

const intent = <
  E extends Effect,
  S extends Subject,
  C extends readonly IntentCaller[],
  I extends z.ZodMiniType,
>(
  effect: E,
  about: S,
  from: C,
  input: I,
) => ({ effect, about, from, input });

const PANEL = ['panel'] as const;
const OWN_PAGE = ['own-page'] as const;
const BOTH = ['panel', 'own-page'] as const;

const none = z.strictObject({});
const uuid = z.guid();
/** Number of an application or a submission at the service. */
const wireId = z.int().check(z.positive());
const text = (maxLength: number) => z.string().check(z.maxLength(maxLength));
const filled = (maxLength: number) =>
  text(maxLength).check(z.refine((typed) => typed.trim() !== '', 'must not be empty'));

const ofChart = z.strictObject({ isAnew: z.optional(z.literal(true)) });
const ofForm = z.strictObject({ formId: uuid });
const ofApplication = z.strictObject({ applicationId: wireId, formId: uuid });
const ofSubmission = z.strictObject({ submissionId: wireId, formId: uuid });
const ofRecurrence = z.strictObject({ applicationId: wireId, formId: uuid, cycle: text(40) });
const ofNewApplication = z.strictObject({
  formId: uuid,
  input: z.omit(ApplicationInput, { patientId: true }),
});
/** The fields that a clinician enters to link or register the patient. The key comes from the page, never from here. */
const person = z.strictObject({
  name: filled(200),
  surname: z.optional(filled(200)),
  birthday: z.optional(z.iso.date()),
  email: z.optional(filled(200)),
  phone: z.optional(filled(40)),
});
/** Who is registered, with the patients who were shown beside them and are somebody else. */
const newPerson = z.extend(person, { apartFrom: z.optional(z.array(uuid).check(z.maxLength(20))) });
/** The identifiers in each row of a list. */
const ofRows = z.strictObject({
  rows: z
    .array(
      z.strictObject({
        keys: z
          .array(
            z.strictObject({ system: text(100), value: z.string().check(z.minLength(1), z.maxLength(200)) }),
          )
          .check(z.minLength(1), z.maxLength(5)),
        name: z.exactOptional(text(200)),
        birthday: z.exactOptional(z.iso.date()),
        email: z.exactOptional(text(200)),
        phone: z.exactOptional(text(50)),
      }),
    )
    .check(z.maxLength(LIST_ROWS_MAX)),
});
const ofCase = z.strictObject({ caseText: filled(10_000) });
const ofPage = z.strictObject({ page: z.int().check(z.positive()), search: z.optional(filled(200)) });
const moment = z.iso.datetime();
const offset = z.optional(z.int().check(z.gte(0)));
const ofSubmissions = z.strictObject({
  startDate: z.optional(moment),
  layout: z.optional(z.enum(['courses', 'flagged'])),
  offset,
  ids: z.optional(z.array(wireId).check(z.maxLength(CASELOAD_SUBMISSIONS_MAX))),
});
/** The professional is the one whose list was shown: another who signed in meanwhile has not seen it. */
const ofSeen = z.strictObject({ professionalId: uuid, seenAt: moment });
const ofListed = z.strictObject({ patientId: uuid });
const ofProfile = z.strictObject({ profileId: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,62}$/)) });
const ofProxy = z.strictObject({ proxy: filled(300) });
const ofPasted = z.strictObject({ profile: z.unknown() });
const ofTest = z.strictObject({ tabId: z.int(), profile: z.unknown() });
const ofPointing = z.strictObject({
  tabId: z.int(),
  what: z.enum(['key', 'address', 'name', 'birthday', 'email', 'phone', 'place']),
});
const ofLanguage = z.strictObject({ language: z.enum(CHOSEN_LANGUAGES) });

/**
 * Everything that a panel or a page of the extension can ask of the background. An intent says what is wanted, never
 * an address; its patient comes from the context of the tab, never from the caller (`listed.*` excepted: our own page names
 * a patient of the list that it shows). The types of the port, the check
 * of each input, who may ask, and what counts as a write all follow from this table. A new intent is a line here, a
 * handler in background/handlers, and a call.
 */
export const INTENTS = {
  /** The patient, their applications, and the graph, instrument and submissions of each instrument. */
  'chart.read': intent('read', 'patient', BOTH, ofChart),
  /**
   * The chart as this tab read it last, in the last minutes; null for none. The patient is found as for `chart.read`, and a
   * further identifier has to agree.
   */
  'chart.recall': intent('read', 'patient', PANEL, none),
  /** One submission with its answers, and its instrument. */
  'item.read': intent('read', 'patient', BOTH, ofSubmission),
  /** Whether the instrument has a longitudinal analysis, from when, and whether it is current. */
  'analysis.read': intent('read', 'patient', BOTH, ofForm),
  /** The calls of `ApplyService` (shared/ui/apply). */
  'apply.patient': intent('read', 'patient', BOTH, none),
  'apply.library': intent('read', 'patient', BOTH, none),
  'apply.applications': intent('read', 'patient', BOTH, none),
  'apply.applicationsOf': intent('read', 'patient', BOTH, ofForm),
  'apply.create': intent('write', 'patient', BOTH, ofNewApplication),
  'application.recur': intent('write', 'patient', BOTH, ofRecurrence),
  'application.finish': intent('write', 'patient', BOTH, ofApplication),
  'application.cancel': intent('write', 'patient', BOTH, ofApplication),
  'submission.cancel': intent('write', 'patient', BOTH, ofSubmission),
  /** The service deletes a submission for good; it deletes no application. */
  'submission.delete': intent('write', 'patient', BOTH, ofSubmission),
  /** Every application and submission of the patient. */
  'history.read': intent('read', 'patient', OWN_PAGE, none),
  'notifications.read': intent('read', 'patient', OWN_PAGE, ofForm),
  /** Who the page's key is linked to. Links the one patient who agrees in name and a further identifier. */
  'patient.resolve': intent('act', 'patient', OWN_PAGE, none),
  /** Links the page's key to the one patient who agrees in name and a further identifier. */
  'patient.link': intent('write', 'patient', OWN_PAGE, person),
  /** Registers the patient for the page's key, or links one who exists. Needs an e-mail address or a phone number. */
  'patient.register': intent('write', 'patient', OWN_PAGE, newPerson),
  /** The professional's patients who are like the page's, whose key is not linked: to be compared by a person. Links nobody. */
  'patient.alike': intent('read', 'patient', OWN_PAGE, none),
  'patient.unlink': intent('write', 'patient', OWN_PAGE, none),
  /** Removes the other record number that the patient is linked to, and links the page's. */
  'patient.relink': intent('write', 'patient', OWN_PAGE, none),
  'patient.inactivate': intent('write', 'patient', OWN_PAGE, none),
  'patient.reactivate': intent('write', 'patient', OWN_PAGE, none),

  'library.read': intent('read', 'professional', OWN_PAGE, none),
  'library.tags': intent('read', 'professional', OWN_PAGE, none),
  /**
   * Sends a free text about a case. If the tab has a patient, the epoch is given, and a text that names them is not
   * sent: the answer says what was found in it.
   */
  'recommend.ask': intent('act', 'professional', OWN_PAGE, ofCase),
  'recommend.history': intent('read', 'professional', OWN_PAGE, ofPage),
  /** The calls of `CaseloadCalls` (shared/caseload): all patients of the professional. */
  'caseload.patients': intent('read', 'professional', OWN_PAGE, none),
  'caseload.applications': intent('read', 'professional', OWN_PAGE, z.strictObject({ offset })),
  'caseload.submissions': intent('read', 'professional', OWN_PAGE, ofSubmissions),
  /** Says until when the list was seen; goes on where the page is closed. */
  'caseload.seen': intent('act', 'professional', OWN_PAGE, ofSeen),
  /** As `chart.read`, `item.read`, `analysis.read`: of a patient who was chosen in the list. None of these writes. */
  'listed.chart': intent('read', 'professional', OWN_PAGE, z.extend(ofListed, ofChart.shape)),
  'listed.item': intent('read', 'professional', OWN_PAGE, z.extend(ofListed, ofSubmission.shape)),
  'listed.analysis': intent('read', 'professional', OWN_PAGE, z.extend(ofListed, ofForm.shape)),

  /** After the host permission was granted in the click (`SiteStatus.asks`); also after `site.disable`. */
  'site.enable': intent('act', 'extension', OWN_PAGE, ofProfile),
  'site.disable': intent('act', 'extension', OWN_PAGE, ofProfile),
  /** Opens the browser's sign-in window, from a click. Answered when it is closed. */
  'sign.in': intent('act', 'extension', OWN_PAGE, ofProxy),
  'sign.out': intent('act', 'extension', OWN_PAGE, ofProxy),
  'profiles.list': intent('read', 'extension', OWN_PAGE, none),
  /** Stores a profile as it was pasted: parsed JSON that was not checked yet. */
  'profiles.add': intent('act', 'extension', OWN_PAGE, ofPasted),
  'profiles.remove': intent('act', 'extension', OWN_PAGE, ofProfile),
  /** Reads the proxy's `/.well-known/instrument-panel.json` and stores its profiles. */
  'profiles.from': intent('act', 'extension', OWN_PAGE, ofProxy),
  'profiles.forget': intent('act', 'extension', OWN_PAGE, ofProxy),
  /** The profile that was drafted by pointing, to be completed; null if there is none. */
  'profiles.draft': intent('read', 'extension', OWN_PAGE, none),
  'profiles.discard': intent('act', 'extension', OWN_PAGE, none),
  /** What a profile, given by its id or as it was pasted, finds in each frame of a tab. */
  'profiles.test': intent('act', 'extension', OWN_PAGE, ofTest),
  /** Lets the person point at something in the tab. The result is in `profiles.draft`, announced by `tab`. */
  'point.start': intent('act', 'extension', OWN_PAGE, ofPointing),
  'point.stop': intent('act', 'extension', OWN_PAGE, none),
  'diagnostics.read': intent('read', 'extension', OWN_PAGE, none),
  'language.read': intent('read', 'extension', OWN_PAGE, none),
  'language.set': intent('act', 'extension', OWN_PAGE, ofLanguage),
  /** The new answers since somebody looked, newest first (`SiteStatus.news`). */
  'news.read': intent('read', 'extension', OWN_PAGE, ofProfile),
  /** The user has seen these answers. Which risk flags were seen moves by `caseload.seen` alone. */
  'badge.seen': intent('act', 'extension', OWN_PAGE, ofProfile),

  /** Whether the tab still shows this patient, after every frame of the page was read again. */
  'context.confirm': intent('read', 'tab', PANEL, none),
  /** Opens the side panel at one of its places; only from a click. */
  'side.open': intent('act', 'tab', PANEL, z.strictObject({ at: z.enum(SIDE_PLACES) })),
  /** The scores of the rows of a list that came into view. */
  'list.read': intent('read', 'tab', PANEL, ofRows),
};

type Intents = typeof INTENTS;
export type IntentName = keyof Intents;
/** Input of an intent as a caller gives it. */
export type IntentInput<Name extends IntentName> = z.input<Intents[Name]['input']>;
/** Input of an intent as its handler gets it, after the check. */
export type CheckedInput<Name extends IntentName> = z.output<Intents[Name]['input']>;
/** A handler for each intent about a subject. */
export type Handlers<S extends Subject, Context> = {
  readonly [Name in IntentsWith<{ about: S }>]: (
    context: Context,
    input: CheckedInput<Name>,
    signal: AbortSignal,
  ) => unknown;
};
/** Names of the intents that fit all that is given: `IntentsWith<{ about: 'patient' }>`. */
export type IntentsWith<Condition> = {
  [Name in IntentName]: Intents[Name] extends Condition ? Name : never;
}[IntentName];
/** Names of the intents of one effect that a caller may ask for. */
export type IntentsFrom<Caller extends IntentCaller, E extends Effect = Effect> = {
  [Name in IntentName]: Intents[Name]['effect'] extends E
    ? Caller extends Intents[Name]['from'][number]
      ? Name
      : never
    : never;
}[IntentName];

/** The intent of a name that came in a message; null if there is none, or the caller may not ask for it. */
export function findIntent<Caller extends IntentCaller>(
  name: string,
  caller: Caller,
): IntentsFrom<Caller> | null {
  if (!Object.hasOwn(INTENTS, name)) return null;
  const found = name as IntentName;
  return INTENTS[found].from.some((one) => one === caller) ? (found as IntentsFrom<Caller>) : null;
}

/** Whether an intent is about one of the subjects: narrows its name for the table of handlers. */
export const isAbout = <S extends Subject>(name: IntentName, about: S): name is IntentsWith<{ about: S }> =>
  INTENTS[name].about === about;

export const isWrite = (name: IntentName): boolean => INTENTS[name].effect === 'write';
