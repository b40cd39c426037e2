/** Values that the build sets; absent in unit tests. */
interface ImportMetaEnv {
  /** `e2e`: shadow roots are open, so that a test can look into them. */
  readonly MODE?: string;
  /** `chrome`, `edge` or `firefox`. */
  readonly BROWSER?: string;
  /** JSON text of the profiles that a managed build brings along. */
  readonly WXT_PROFILES?: string;
}

interface ImportMeta {
  readonly env?: ImportMetaEnv;
}
