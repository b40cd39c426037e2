/** True under `npm run test:soak`, where each test runs its long form. */
export const SOAK = process.env.INSTRUMENT_PANEL_SOAK === '1';

/** How many times something is done: `short` under `npm test`, `long` under `npm run test:soak`. */
export const times = (short: number, long: number): number => (SOAK ? long : short);

/** A count in the title of a test. */
export const sayTimes = (count: number): string => (count === 1 ? 'once' : `${count} times`);
