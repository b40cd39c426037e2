import { isTimeZone } from '@instrument-panel/shared/words/format';

/** Identifiers and dates are checked where it is found out what is asked for. */
export const anyText = (text: string | null): string | null => text;

/** An IANA name that the platform knows. */
export const timeZone = (text: string | null): string | null => (isTimeZone(text) ? text : null);

/** A well-formed tag of BCP 47 in its usual form: `pt-BR`, and not `pt_BR`. */
export const languageTag = (text: string | null): string | null =>
  /^[a-z]{2,3}(-\w{1,8})*$/i.test(text ?? '') ? text : null;

/** An address of the web, or a path on the page's own host. */
export const webAddress = (text: string | null): string | null =>
  /^(https?:\/)?\//.test(text ?? '') ? text : null;
