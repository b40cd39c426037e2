/** What a JSON text can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** What the extension reads at `/.well-known/instrument-panel.json`, besides addresses and origins. */
export interface WellKnownOptions {
  /** What people call this installation, such as the clinic's name. */
  readonly name: string;
  /** Site profiles of the extension, as they are; the extension checks them. @default [] */
  readonly profiles?: readonly Json[];
}

/** Largest text of all profiles, bytes. */
const MOST_PROFILE_BYTES = 262_144;

/** Fails with a sentence that names the option. */
type Need = (option: string, holds: boolean, sentence: string) => void;

/** The profiles as a JSON text, or null for what is not plain JSON. */
function written(profiles: unknown): string | null {
  try {
    return JSON.stringify(profiles);
  } catch {
    return null;
  }
}

/**
 * Checks the option; null where it is not given. Profiles are copied, so that a later change reaches nobody.
 *
 * @param need throws the `ProxyOptionError`
 */
export function checkWellKnown(
  given: WellKnownOptions | undefined,
  need: Need,
): Required<WellKnownOptions> | null {
  if (given === undefined) return null;
  const { name, profiles = [] } = given;
  const named = typeof name === 'string' && name.trim() !== '' && name.length <= 200;
  need('wellKnown.name', named, 'must be what people call this installation, in at most 200 characters.');
  const text = Array.isArray(profiles) ? written(profiles) : null;
  need('wellKnown.profiles', text !== null, 'must be a list of profiles in plain JSON.');
  const fits = Buffer.byteLength(text ?? '') <= MOST_PROFILE_BYTES;
  need('wellKnown.profiles', fits, `must have at most ${MOST_PROFILE_BYTES} bytes as JSON.`);
  return { name, profiles: JSON.parse(text ?? '[]') as Json[] };
}
