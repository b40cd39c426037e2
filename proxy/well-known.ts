import { ACTIONS, BASE_PATH } from '@instrument-panel/client/contract';
import { json } from './exchange.ts';
import type { Settings } from './options.ts';
import { type Surface, singlePath } from './surface.ts';

/** Form of the document; a reader refuses one that it does not know. */
const VERSION = 1;

const PANEL = '/.well-known/instrument-panel.json';
const OAUTH = '/.well-known/oauth-authorization-server';

type Parts = Pick<Settings, 'publicUrl' | 'authorize' | 'wellKnown' | 'origins'>;

function panelDocument({ publicUrl, authorize, wellKnown, origins }: Parts) {
  return {
    version: VERSION,
    name: wellKnown?.name ?? null,
    origins: [...origins],
    api: `${publicUrl ?? ''}${BASE_PATH}`,
    signIn: authorize && {
      issuer: publicUrl,
      authorizationEndpoint: `${publicUrl}/authorize`,
      tokenEndpoint: `${publicUrl}/token`,
      clients: [...authorize.clients.values()].map(({ id, name }) => ({ id, name })),
    },
    profiles: wellKnown?.profiles ?? [],
  };
}

/** Metadata of the authorization server (RFC 8414, section 2; RFC 9207, section 3). */
const oauthDocument = (publicUrl: string) => ({
  issuer: publicUrl,
  authorization_endpoint: `${publicUrl}/authorize`,
  token_endpoint: `${publicUrl}/token`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
  scopes_supported: ACTIONS,
});

/**
 * What a client has to know before it can ask for anything. Public: it names nobody, and an extension that has
 * not been told of this proxy reads it first. Pages of other origins than the listed get it without CORS headers.
 */
export function createWellKnownSurfaces(settings: Parts): readonly Surface[] {
  const { publicUrl, authorize, wellKnown } = settings;
  const surfaces: Surface[] = [];
  if (wellKnown || authorize) {
    const document = panelDocument(settings);
    surfaces.push({ ...singlePath('GET', PANEL, async () => json(200, document)), anyOrigin: true });
  }
  if (authorize && publicUrl !== null) {
    const document = oauthDocument(publicUrl);
    surfaces.push({ ...singlePath('GET', OAUTH, async () => json(200, document)), anyOrigin: true });
  }
  return surfaces;
}
