/** Words of the extension's own surfaces; the build writes them as the browser's `_locales`. */
export interface ExtensionMessages {
  readonly description: string;
  readonly notYetTitle: string;
  readonly notYet: string;
  readonly meanwhile: string;
}
