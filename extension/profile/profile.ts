import * as z from 'zod/mini';
import {
  type FoundByCheck,
  isThisMachine,
  languageFault,
  matchPatternFault,
  patternFault,
} from './patterns.ts';

const without = (find: (text: string) => FoundByCheck | null) =>
  z.check<string>((context) => {
    const found = find(context.value);
    if (found) context.issues.push({ code: 'custom', input: context.value, params: { ...found } });
  });

function proxyFault(address: string): FoundByCheck | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isThisMachine(url.hostname));
  if (url && isSafe && !url.username && !url.search && !url.hash) return null;
  return { check: 'proxy', detail: '' };
}

const pattern = z.optional(z.string().check(z.minLength(1), z.maxLength(300), without(patternFault)));
const matchPattern = z.string().check(z.maxLength(300), without(matchPatternFault));
const selector = z.string().check(z.minLength(1), z.maxLength(500));

/** A version of the extension, such as `1.4.0`. */
const release = z
  .string()
  .check(
    without((text) => (/^\d{1,5}(\.\d{1,5}){0,3}$/.test(text) ? null : { check: 'release', detail: '' })),
  );

/** Kinds of identifiers. `key` is the EHR's own number of a patient, of the `system` that counts it. */
export const IDENTIFIER_KINDS = ['key', 'name', 'birthday', 'email', 'phone'] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

const identifier = {
  kind: z.enum(IDENTIFIER_KINDS),
  /** Which of the EHR's systems a `key` belongs to; keys of one system must be equal, wherever they are read. */
  system: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  /** The first group that matched, or the whole match, is the identifier. */
  pattern,
  /** Order of day, month and year of a `birthday` in figures. @default ymd */
  order: z.optional(z.enum(['ymd', 'dmy', 'mdy'])),
  /** True: nothing is wrong where it finds nothing. Every other source of a page has to find something. */
  optional: z.optional(z.boolean()),
};

/** One way to read one identifier. Patterns are regular expressions with the flag `u`; there is no code. */
export const IdentifierSource = z.discriminatedUnion('from', [
  /** A part of an address: of the frame itself, or of the top frame. */
  z.strictObject({
    ...identifier,
    from: z.literal('url'),
    part: z.enum(['path', 'query', 'fragment']),
    /** Name of the parameter of a `query`, or of a fragment that is written as one. */
    name: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    of: z.optional(z.enum(['frame', 'top'])),
    /** Of a `key` that stands in no element: the identifiers that have to be found and agree with the record. */
    confirm: z.optional(z.array(z.enum(['name', 'birthday', 'email', 'phone'])).check(z.minLength(1))),
    /** Within a row of a list: the link whose address is read. @default every link of the row, which must agree */
    select: z.optional(selector),
  }),
  /** An attribute of the first visible element of a selector. */
  z.strictObject({
    ...identifier,
    from: z.literal('attribute'),
    select: selector,
    attribute: z.string().check(z.minLength(1), z.maxLength(100)),
  }),
  /** The text of the first visible element of a selector. */
  z.strictObject({ ...identifier, from: z.literal('text'), select: selector }),
  /** The text that follows a label within one element: `MRN: 1234`. */
  z.strictObject({
    ...identifier,
    from: z.literal('after'),
    label: z.string().check(z.minLength(1), z.maxLength(100)),
    select: z.optional(selector),
  }),
  /** The text of the element beside the one whose whole text is the label: `<dt>MRN</dt><dd>1234</dd>`. */
  z.strictObject({
    ...identifier,
    from: z.literal('beside'),
    label: z.string().check(z.minLength(1), z.maxLength(100)),
    select: z.optional(selector),
  }),
]);
export type IdentifierSource = z.infer<typeof IdentifierSource>;

/** A place for the panel: beside or in the first visible element of a selector. */
export const Place = z.strictObject({
  select: selector,
  at: z.enum(['before', 'after', 'first', 'last']),
});
export type Place = z.infer<typeof Place>;

/** Parts of an address, each a pattern that has to be found in it. */
const Address = z.strictObject({
  path: pattern,
  query: pattern,
  fragment: pattern,
});

/** Conditions on the frame of a page. */
const frame = {
  /** Which frame it is. @default top */
  frame: z.optional(z.enum(['top', 'child', 'any'])),
  url: z.optional(Address),
  top: z.optional(Address),
  /** An element that confirms it: visible, in this frame. */
  element: selector,
};

export const ChartPage = z.strictObject({
  type: z.literal('chart'),
  ...frame,
  /** The one element whose content the site replaces as a whole for each patient. All sources but addresses are read in it. */
  header: z.optional(selector),
  /** True: the site loads this frame's document anew for each patient, so that all of it is one patient's. */
  loadsAnew: z.optional(z.boolean()),
  /** In order; the first `key` is the one that the patient is asked for by. May be empty where another frame has them. */
  patient: z.optional(z.array(IdentifierSource).check(z.maxLength(10))),
  /** In order of preference; none: this frame only says who the patient is. */
  places: z.optional(z.array(Place).check(z.maxLength(5))),
});
export type ChartPage = z.infer<typeof ChartPage>;

const ListPage = z.strictObject({
  type: z.literal('list'),
  ...frame,
  rows: z.strictObject({
    select: selector,
    /** Looked for within the row. A `url` source is read from the row's own link (`select`). */
    patient: z.array(IdentifierSource).check(z.minLength(1), z.maxLength(10)),
    place: Place,
  }),
});

/** A page on which nothing is shown, whatever else would match: a login, a print view. */
const NonePage = z.strictObject({ type: z.literal('none'), ...frame });

export const ProfilePage = z.discriminatedUnion('type', [ChartPage, ListPage, NonePage]);
export type ProfilePage = z.infer<typeof ProfilePage>;

/** What the extension knows about one EHR. Data, never code (docs/decisions/0016-site-profiles.md). */
export const Profile = z.strictObject({
  /** Lower-case letters, digits and `-`; of two profiles with one id the higher version is used. */
  id: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,62}$/)),
  name: z.string().check(z.minLength(1), z.maxLength(100)),
  version: z.int().check(z.positive()),
  /** False: a version that switches the site off. @default true */
  enabled: z.optional(z.boolean()),
  /** Percent of the computers that use this version; the others stay with the version below it. @default 100 */
  rollout: z.optional(z.int().check(z.gte(0), z.lte(100))),
  /** Versions of the extension that may use the site; on any other it is off, whatever lower versions say. */
  extension: z.optional(
    z.strictObject({
      from: z.optional(release),
      except: z.optional(z.array(release).check(z.maxLength(50))),
    }),
  ),
  proxy: z.string().check(z.maxLength(300), without(proxyFault)),
  /** BCP 47 tag of the language in which the site writes names of months. @default the languages of the panel */
  language: z.optional(z.string().check(z.maxLength(35), without(languageFault))),
  /** Match patterns of the pages on top, such as `https://ehr.example/*`. */
  match: z.array(matchPattern).check(z.minLength(1), z.maxLength(20)),
  /** Match patterns of frames of other origins that are part of the site. */
  frames: z.optional(z.array(matchPattern).check(z.maxLength(20))),
  /** Milliseconds for which everything has to stay as it is before something is shown. */
  settle: z._default(z.int().check(z.gte(0), z.lte(5000)), 300),
  /** The first that a frame matches is what it is. */
  pages: z.array(ProfilePage).check(z.minLength(1), z.maxLength(20)),
});
export type Profile = z.infer<typeof Profile>;
/** A profile as it is written: fields with a default may be missing. */
export type GivenProfile = z.input<typeof Profile>;
