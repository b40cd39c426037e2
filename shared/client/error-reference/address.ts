/**
 * Address of the public docs' site, such as `https://docs.panel.example`, without a slash at the end. Default: null, while
 * there is none; then messages name the document's path in the repository.
 */
const DOCS_SITE: string | null = null;

/** Where a code is explained: an address that a console makes a link of, or the path of the document. */
export function referenceOf(code: string, site: string | null = DOCS_SITE): string {
  const anchor = code.toLowerCase();
  return site === null ? `docs/errors.md#${anchor}` : `${site}/errors#${anchor}`;
}
