/** The mapping from an EHR's patient key to the service's patient. */
export type { IdentifierKind } from '@instrument-panel/client/identifiers';
export type { Linked } from './linking.ts';
export type { MappingOptions } from './options.ts';
export { createMappingSurfaces } from './surface.ts';
