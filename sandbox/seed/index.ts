/**
 * The demonstration clinic.
 *
 * @module
 */
export { DEMO_STAFF, type StaffId, type StaffMember } from './clinic.ts';
export { SeedError, type SeedTarget } from './filling.ts';
export { type SeedOptions, seed } from './seed.ts';
