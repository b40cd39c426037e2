/**
 * The demonstration clinic.
 *
 * @module
 */
export { DEMO_STAFF, type StaffId, type StaffMember } from './clinic.ts';
export { SeedError, type SeedOptions, type SeedTarget, seed } from './seed.ts';
