/** The kinds of person or program that a token can speak for. */
export const ROLES = ['professional', 'patient', 'operations'] as const;
export type Role = (typeof ROLES)[number];

/** The rules of a role that hold everywhere, whichever endpoint is called. */
interface RoleRules {
  /** A token of this role names the one professional that it acts as; without, it may act for every professional. */
  readonly needsProfessional: boolean;
  /** A token of this role names at least one patient, and reaches no other. */
  readonly needsPatients: boolean;
  /** A token of this role may be given to a page or an app; otherwise it is for servers only. */
  readonly isForBrowsers: boolean;
  /** A token of this role reads a score graph only if the professional shows it to the patient. */
  readonly needsShownGraph: boolean;
}

/** The rules of each role. Exhaustive, as is every other table by role: a new role does not compile until decided. */
export const ROLE_RULES: Readonly<Record<Role, RoleRules>> = {
  professional: {
    needsProfessional: true,
    needsPatients: false,
    isForBrowsers: true,
    needsShownGraph: false,
  },
  patient: { needsProfessional: true, needsPatients: true, isForBrowsers: true, needsShownGraph: true },
  operations: {
    needsProfessional: false,
    needsPatients: false,
    isForBrowsers: false,
    needsShownGraph: false,
  },
};

/**
 * What a role may do with an endpoint:
 * - `deny`: never;
 * - `own`: as the professional that the path names, and on the patients of the token where it is narrowed;
 * - `self`: on the patients of the token only, and as the token's professional;
 * - `any`: for every professional of the partner.
 */
type AccessRule = 'deny' | 'own' | 'self' | 'any';

/** The access of every role to one endpoint. Exhaustive: an undecided role does not compile. */
export type Access = Readonly<Record<Role, AccessRule>>;

/** The actions that a token can allow; a token lists its own in `ops`. */
export const ACTIONS = ['read', 'apply', 'patients', 'erase', 'recommend', 'account'] as const;
export type Action = (typeof ACTIONS)[number];
