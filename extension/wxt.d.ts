/**
 * As much of WXT as the extension uses (tsconfig.json, `paths`). WXT's own declarations bring those of Vite and Node
 * along, and the compiler would take Node's globals for the browser's.
 *
 * @module
 */
import type { Browser } from '@wxt-dev/browser/src/gen/index.d.ts';

export type { Browser };
/** The package's own declaration leaves out the file's ending, so that the compiler would take it for `any`. */
export declare const browser: typeof Browser;

/** Declares the background's entry. */
export declare function defineBackground(main: () => void): object;

/** Declares a script that is injected by its name; what it returns is what injecting it gives. */
export declare function defineUnlistedScript(main: () => unknown): object;
