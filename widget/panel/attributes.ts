/** Attributes whose change asks for something else: what was shown is blanked at once. */
export const ASKING = [
  'patient-id',
  'professional-id',
  'form-id',
  'start-date',
  'end-date',
  'base-url',
  'lang',
  'audience',
  'interpretation',
] as const;

/** Attributes that change only how it is shown. */
export const SHOWING = [
  'series',
  'heading-level',
  'loading',
  'dir',
  'time-zone',
  'density',
  'refresh',
] as const;

/** Seconds between two reads of an open graph. */
const REFRESH = 15;

/** A whole number out of an attribute, or its default where it is missing or out of range. */
const whole = (text: string | null, least: number, most: number, fallback: number): number => {
  const value = Number(text ?? Number.NaN);
  return Number.isInteger(value) && value >= least && value <= most ? value : fallback;
};

type Read = (text: string | null) => unknown;

/** How an attribute is read where it is more than its text. */
const READ: Readonly<Record<string, Read>> = {
  'heading-level': (text) => whole(text, 1, 6, 2),
  refresh: (text) => whole(text, 0, 86_400, REFRESH),
  loading: (text) => (text === 'lazy' ? 'lazy' : 'eager'),
  density: (text) => (text === 'compact' ? 'compact' : 'comfortable'),
  // Any word but the default's is taken for the audience that is shown less.
  audience: (text) => (text === null || text === 'professional' ? 'professional' : 'patient'),
};
/** Every element has these properties already. */
const BUILT_IN: readonly string[] = ['lang', 'dir'];

/** The properties that reflect an attribute (`patientId` for `patient-id`), and how each is read from its text. */
export const REFLECTED: Readonly<Record<string, readonly [attribute: string, read: Read]>> =
  Object.fromEntries(
    [...ASKING, ...SHOWING]
      .filter((name) => !BUILT_IN.includes(name))
      .map((name) => [
        name.replace(/-./g, (part) => part.charAt(1).toUpperCase()),
        [name, READ[name] ?? ((text) => text)],
      ]),
  );
