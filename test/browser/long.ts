/**
 * Tags a test as one of the long form: `npm test` leaves it out, `npm run test:soak` runs it. For a matrix of
 * widths, schemes and densities, of which a few cells stand for all every day.
 */
export const longUnless = (isShort: boolean): { tag: string[] } => ({ tag: isShort ? [] : ['@long'] });
