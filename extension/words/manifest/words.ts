/** Words that the browser itself shows of the extension; the build writes them as its `_locales`. */
export interface ManifestWords {
  /** At most 132 characters: what the stores show under the name. */
  readonly description: string;
  readonly actionTitle: string;
  readonly commandToggle: string;
  readonly sidePanelTitle: string;
}
