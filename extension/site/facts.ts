import * as z from 'zod/mini';
import { IDENTIFIER_KINDS, type IdentifierKind, type Profile } from '../profile/profile.ts';

// The script of a site imports nothing but types from here: the background checks what frames report.

const count = z.int().check(z.gte(0), z.lte(Number.MAX_SAFE_INTEGER));
const text = (maxLength: number) => z.string().check(z.maxLength(maxLength));

/** One identifier that a source of the profile found, made comparable (blanks, a birthday as `YYYY-MM-DD`). */
const Identifier = z.strictObject({
  kind: z.enum(IDENTIFIER_KINDS),
  /** Empty if the profile names none. */
  system: text(100),
  value: text(1_000),
});
export type Identifier = z.infer<typeof Identifier> & {
  /**
   * Where it stands, as the background finds (context/header.ts): in the `header` of its page, whose content came all at
   * once, part by part as it was filled (`filled`), or part of it in place of another (`parted`); or in an address and no element. Absent: elsewhere on the page.
   */
  readonly at?: 'header' | 'filled' | 'parted' | 'address';
  /** Of a key in an address: the kinds that confirm it. */
  readonly confirm?: readonly IdentifierKind[];
};

/** Why a frame cannot say who the patient is, or where a panel could be placed. */
const Gap = z.union([
  z.strictObject({
    why: z.enum([
      /** A source that has to find something found nothing. */
      'missing',
      /** The text does not have the expected form: the pattern, a day. */
      'unreadable',
      'selector',
      /** Two sources of one kind and system found different values. */
      'disagree',
    ]),
    /** Index among the page's sources; -1 for the selector of the page itself. */
    source: z.int().check(z.gte(-1), z.lte(1_000)),
  }),
  /** No place was found and visible. */
  z.strictObject({ why: z.literal('place') }),
]);
export type Gap = z.infer<typeof Gap>;

/** Facts that one frame reports: its type and the identifiers of its patient; no longer than a real page makes them. */
export const FrameFacts = z.strictObject({
  /** Counts up with each change within the frame's document. */
  version: count,
  type: z.enum(['chart', 'list', 'none']),
  /** Index among the profile's pages; null if none matched, `type` is `none` then. */
  page: z.nullable(count),
  found: z.readonly(z.array(Identifier).check(z.maxLength(20))),
  gaps: z.readonly(z.array(Gap).check(z.maxLength(40))),
  /** Index among the page's places; null if the frame has none to show something in. */
  place: z.nullable(count),
});
export type FrameFacts = Omit<z.infer<typeof FrameFacts>, 'found'> & {
  readonly found: readonly Identifier[];
};

/** What is wrong with a place, found once the panel stood there, with what was measured. */
const PlaceFault = z.strictObject({
  why: z.enum([
    /** Its selector finds nothing that is seen; said where the panel stands nowhere. */
    'missing',
    /** CSS pixels of its width. */
    'narrow',
    /** Percent of it that can be seen: the page cuts off the rest. */
    'clipped',
    /** Percent of it that lies under the page's own content. */
    'covered',
    /** Elements of the page whose text lies under it. */
    'covers',
    /** CSS pixels by which it moves the page's content down, or out of sight. */
    'pushes',
    /** Percent of its width that an element of the page keeps beside it. */
    'squeezes',
    /** Percent of its size at which the page draws it. */
    'scaled',
    'turned',
  ]),
  measure: z.int().check(z.gte(0), z.lte(1_000_000)),
});
export type PlaceFault = z.infer<typeof PlaceFault>;

/** How the places of a frame's chart have turned out, by their index among the page's places. */
export const PlaceReport = z.strictObject({
  /** Where the panel stands; null if it stands nowhere. */
  at: z.nullable(count),
  refused: z.readonly(z.array(z.strictObject({ place: count, fault: PlaceFault })).check(z.maxLength(20))),
});
export type PlaceReport = z.infer<typeof PlaceReport>;

/** Rules for the script of a site: the part of the profile that a frame needs. */
export interface SiteRules {
  readonly profileId: string;
  readonly settleMs: number;
  readonly pages: Profile['pages'];
  readonly top: string;
  /** Attributes whose changes matter: those that the pages speak of, and those that hide and show. */
  readonly attributes: readonly string[];
  /** Regular expression of the months' names in the site's language, else in those of the panel: group n for month n. */
  readonly months: string;
  /** BCP 47 tag that the user chose for the extension; the browser's own where absent. */
  readonly language?: string;
}
