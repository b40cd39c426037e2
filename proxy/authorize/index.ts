/** Sign-in of the browser extension: authorization code with PKCE. */
export {
  type AuthorizeClient,
  type AuthorizeOptions,
  type AuthorizeSettings,
  checkAuthorize,
  checkPublicUrl,
} from './options.ts';
export { createSignInStore } from './sign-in-store.ts';
export { createSignInSurfaces } from './surface.ts';
