/**
 * The page behind the link of a verification e-mail.
 *
 * @module
 */
export type { LinkRequest, LinkService } from './link-service.ts';
export { createLinkPages } from './pages.ts';
