/** What a look at one hop found. `remedy` says what to change. */
export interface Finding {
  readonly hop: string;
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly found: string;
  readonly remedy?: string;
}

export const findOk = (hop: string, found: string): Finding => ({ hop, state: 'ok', found });
export const findSkipped = (hop: string, found: string): Finding => ({ hop, state: 'skipped', found });
export const findFailed = (hop: string, found: string, remedy: string): Finding => ({
  hop,
  state: 'failed',
  found,
  remedy,
});
export const findWarning = (hop: string, found: string, remedy: string): Finding => ({
  ...findFailed(hop, found, remedy),
  state: 'warning',
});
