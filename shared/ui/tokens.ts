/**
 * The colours that all elements of the kit share, for a `:host` rule: each a token that the host may set, with
 * a default for light and dark. Texts keep 4.5 : 1 on their ground in both.
 */
export const colorTokens = `--_surface:var(--instrument-surface,light-dark(#fff,#161b22));
--_ink:var(--instrument-ink,light-dark(#1b2530,#e8edf3));
--_quiet:var(--instrument-quiet,light-dark(#55616e,#a5b1be));
--_line:var(--instrument-line,light-dark(#d5dce3,#3a4552));
--_accent:var(--instrument-accent,light-dark(#1f5fa8,#8dbcf5));
--_risk:var(--instrument-risk,light-dark(#8c1823,#ffb9b5));
--_risk-surface:var(--instrument-risk-surface,light-dark(#fdeeee,#40191c));
--_stale:var(--instrument-stale,light-dark(#684800,#f3d48d));
--_stale-surface:var(--instrument-stale-surface,light-dark(#fff5dc,#352b12))`;

/**
 * The sizes that every sheet keeps to: px in the extension (where a page owns `rem`), else fractions of 16 px in em of the
 * font around, rem on pages. test/project/scale.test.ts reads all sheets, so that they cost a browser nothing.
 */
export const TYPE_STEPS_PX = [12, 13, 14, 15, 16, 18, 24, 32];
/** Gaps and paddings. */
export const SPACE_STEPS_PX = [2, 4, 6, 8, 12, 16, 20, 24, 32];
/** Corners of a mark, a control, a panel or what floats, and a pill. */
export const RADIUS_STEPS_PX = [2, 6, 10, 999];
