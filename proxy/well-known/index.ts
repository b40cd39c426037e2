/** The documents under `/.well-known/`. */
export { checkWellKnown, type Json, type WellKnownOptions } from './options.ts';
export { createWellKnownSurfaces } from './surface.ts';
