/**
 * Identifiers of a person (name, birthday, e-mail, phone): how two are compared and a record is searched for.
 *
 * @module
 */
export * from './birthday.ts';
export * from './identifiers.ts';
export * from './name.ts';
export * from './phone.ts';
export * from './search.ts';
