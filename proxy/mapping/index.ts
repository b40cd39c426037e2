/** The mapping from an EHR's patient key to the service's patient. */
export type { IdentifierKind } from '../../shared/contract/identifiers/identifiers.ts';
export type { Linked } from './linking.ts';
export type { MappingOptions } from './options.ts';
export { createMappingSurfaces } from './surface.ts';
