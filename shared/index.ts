/**
 * The service's contract and its typed client: the package's main entry.
 *
 * @module
 */
export * from './client/index.ts';
export * from './contract/index.ts';
