/** How the variants behave for one signed-in person. */
export interface VariantSettings {
  /** Longest time that an answer waits, in milliseconds; each waits for its own time. */
  readonly slow: number;
  readonly hazards: boolean;
  /** What holds the place that a chart leaves for panels. */
  readonly place: VariantPlace;
}

export const VARIANT_PLACES = ['block', 'flex', 'grid', 'table', 'zero'] as const;
export type VariantPlace = (typeof VARIANT_PLACES)[number];

/** Delays that the page of settings offers, in milliseconds. */
export const DELAYS = [0, 100, 400, 1_000, 3_000] as const;

/** Longest delay that an address may ask for, in milliseconds. */
const LONGEST = 10_000;

export const DEFAULT_VARIANT: VariantSettings = { slow: 0, hazards: false, place: 'block' };

/** The settings after those that a form or an address names; what is no setting stays as it was. */
export function changed(
  present: VariantSettings,
  given: (name: string) => string | undefined,
): VariantSettings {
  const slow = given('slow');
  const hazards = given('hazards');
  const place = VARIANT_PLACES.find((one) => one === given('place'));
  return {
    slow: slow !== undefined && /^\d{1,5}$/.test(slow) ? Math.min(Number(slow), LONGEST) : present.slow,
    hazards: hazards === undefined ? present.hazards : hazards === 'on',
    place: place ?? present.place,
  };
}

/**
 * Waits as a slow server would, for a part of `slow` that differs from answer to answer. The parts follow the
 * golden ratio: never two alike in a row, and the same again in every run.
 */
export function wait(slow: number, answer: number): Promise<void> {
  const part = (answer * 0.618_033_988_75) % 1;
  return slow === 0
    ? Promise.resolve()
    : new Promise((resolve) => setTimeout(resolve, Math.round(slow * part)));
}
