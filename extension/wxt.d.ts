/**
 * As much of WXT as the extension uses (tsconfig.json, `paths`). WXT's own declarations bring those of Vite and Node
 * along, and the compiler would take Node's globals for the browser's.
 *
 * @module
 */
export type { Browser } from '@wxt-dev/browser';
export { browser } from '@wxt-dev/browser';

/** Declares the background's entry. */
export declare function defineBackground(main: () => void): object;

/** Declares a script that is injected by its name; what it returns is what injecting it gives. */
export declare function defineUnlistedScript(main: () => unknown): object;
