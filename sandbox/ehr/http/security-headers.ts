/**
 * Headers of every answer; `proxy` is the only other origin that a page may speak to. `framing` are the EHR's own
 * origins where a page consists of frames; null where nothing may be framed.
 */
export function securityHeaders(
  proxy: string,
  framing: readonly string[] | null = null,
): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self' ${proxy}`,
    "img-src 'self' data:",
    "form-action 'self'",
    ...(framing === null
      ? ["frame-ancestors 'none'"]
      : [`frame-src ${framing.join(' ')}`, `frame-ancestors ${framing.join(' ')}`]),
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    // It knows one origin at most; frame-ancestors says which.
    ...(framing === null ? { 'x-frame-options': 'DENY' } : {}),
    // Not no-referrer: it would turn the Origin of the EHR's own forms into "null".
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    'cache-control': 'no-store',
  };
}
