import { randomBytes } from 'node:crypto';

/** 256 random bits, as a cookie of the proxy holds them. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The value of a cookie; undefined without one, or if it comes twice, since then one may be planted. */
function readCookie(header: string | undefined, name: string): string | undefined {
  const values = (header ?? '').split(';').flatMap((pair) => {
    const [key = '', value = ''] = pair.split('=', 2);
    return key.trim() === name ? [value.trim()] : [];
  });
  return values.length === 1 && /^[\w-]{43}$/.test(values[0] ?? '') ? values[0] : undefined;
}

interface CookieManner {
  readonly sameSite: string;
  readonly partitioned: boolean;
}

/** A cookie that holds a secret: how it is read, and the headers that set it and take it away. No script reads it. */
export function createCookie(
  name: string,
  publicUrl: string | null | undefined,
  { sameSite, partitioned }: CookieManner,
) {
  // On this machine's own http the prefix and Secure cannot be had.
  const isSecure = publicUrl?.startsWith('https:') ?? true;
  const full = `${isSecure ? '__Host-' : ''}instrument-panel-${name}`;
  const attributes = [
    'Path=/',
    'HttpOnly',
    ...(isSecure ? ['Secure'] : []),
    `SameSite=${sameSite}`,
    ...(partitioned ? ['Partitioned'] : []),
  ].join('; ');
  return {
    read: (header: string | undefined): string | undefined => readCookie(header, full),
    set: (value: string): Record<string, string> => ({ 'set-cookie': `${full}=${value}; ${attributes}` }),
    remove: (): Record<string, string> => ({ 'set-cookie': `${full}=; Max-Age=0; ${attributes}` }),
  };
}
