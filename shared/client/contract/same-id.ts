/** Compares two UUIDs, of which either may be in upper case. */
export const isSameId = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
