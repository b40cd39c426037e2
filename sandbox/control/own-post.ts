/**
 * True for a form that a page of this sandbox sent. The pages ask for no credentials, so another site's form must
 * not reach them. A browser says where a POST comes from; a program that says nothing is no page of ours.
 */
export function isOwnPost(request: Request): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  const origin = request.headers.get('Origin');
  if (site !== null && site !== 'same-origin') return false;
  if (origin === null) return site === 'same-origin';
  // The host alone: behind a proxy that ends TLS the sandbox does not know its own scheme.
  return URL.parse(origin)?.host === new URL(request.url).host;
}
