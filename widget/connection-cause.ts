/** What is wrong with a connection, and what to do, as far as a page can find out. */
interface ConnectionCause {
  readonly cause: string;
  readonly remedy: string;
}

/** Hosts that an https page may ask without TLS (W3C Mixed Content, by way of "potentially trustworthy"). */
const TRUSTED_HOST = /^((.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Asks an address without reading the answer, which a server of any origin gives; tells whether the page's policy forbids that. */
async function probe(
  address: string,
): Promise<{ readonly isReached: boolean; readonly isForbidden: boolean }> {
  let isForbidden = false;
  const hear = ({ effectiveDirective }: SecurityPolicyViolationEvent): void => {
    isForbidden ||= effectiveDirective === 'connect-src';
  };
  document.addEventListener('securitypolicyviolation', hear);
  try {
    const request = { mode: 'no-cors', credentials: 'omit', cache: 'no-store' } as const;
    const isReached = await fetch(address, request).then(
      () => true,
      () => false,
    );
    // The violation is told in a task of its own.
    await new Promise((resolve) => setTimeout(resolve));
    return { isReached, isForbidden };
  } finally {
    document.removeEventListener('securitypolicyviolation', hear);
  }
}

/**
 * Finds out why no answer came, which the browser tells nobody: mixed content, the page's Content-Security-Policy, CORS, or
 * a server that does not answer. It sends a request of its own, without a token, so it is for development only.
 *
 * @param baseUrl address of the proxy
 * @returns null where it cannot be told
 */
export async function findConnectionCause(baseUrl: string): Promise<ConnectionCause | null> {
  const { origin, protocol, hostname, href } = new URL(
    `${baseUrl.replace(/\/+$/, '')}/healthz`,
    location.href,
  );
  if (location.protocol === 'https:' && protocol === 'http:' && !TRUSTED_HOST.test(hostname))
    return {
      cause: `This page is https and asks ${origin} without TLS: the browser blocks that (mixed content).`,
      remedy: 'Serve the proxy over TLS, and give baseUrl with https://.',
    };
  const { isReached, isForbidden } = await probe(href);
  if (isForbidden)
    return {
      cause: `The Content-Security-Policy of this page does not allow requests to ${origin}.`,
      remedy: `Add ${origin} to connect-src of the page's policy.`,
    };
  if (!isReached)
    return {
      cause: `Nothing answers at ${origin}.`,
      remedy:
        'Check that the proxy runs, the host and port of baseUrl, and that the certificate is trusted here.',
    };
  if (origin === location.origin) return null;
  return {
    cause: `${origin} answers, but does not let a script of this page read it (CORS).`,
    remedy: `Add ${location.origin} to the option origins of the proxy. If it is there, something in between drops the CORS headers.`,
  };
}
