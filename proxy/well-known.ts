import { ACTIONS, BASE_PATH } from '@instrument-panel/client/contract';
import {
  type AuthorizationServer,
  getAuthorizationServer,
  getPanelDocument,
  PANEL_DOCUMENT_VERSION,
  type PanelDocument,
} from '@instrument-panel/client/proxy';
import { json } from './exchange.ts';
import { SERVED_PROTOCOLS } from './protocol.ts';
import type { OwnRoute } from './routes.ts';
import type { Settings } from './settings.ts';

type Parts = Pick<Settings, 'publicUrl' | 'authorize' | 'wellKnown' | 'origins'>;

function toPanelDocument({ publicUrl, authorize, wellKnown, origins }: Parts): PanelDocument {
  return {
    version: PANEL_DOCUMENT_VERSION,
    protocols: SERVED_PROTOCOLS,
    name: wellKnown?.name ?? null,
    origins: [...origins],
    api: `${publicUrl ?? ''}${BASE_PATH}`,
    signIn: authorize && {
      issuer: publicUrl ?? '',
      authorizationEndpoint: `${publicUrl}/authorize`,
      tokenEndpoint: `${publicUrl}/token`,
      clients: [...authorize.clients.values()].map(({ id, name }) => ({ id, name })),
    },
    profiles: [...(wellKnown?.profiles ?? [])],
  };
}

/** Metadata of the authorization server (RFC 8414, section 2; RFC 9207, section 3). */
const toOauthDocument = (publicUrl: string): AuthorizationServer => ({
  issuer: publicUrl,
  authorization_endpoint: `${publicUrl}/authorize`,
  token_endpoint: `${publicUrl}/token`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
  scopes_supported: [...ACTIONS],
});

/** Public documents: they name no person, and a client reads them first. Other origins get no CORS headers. */
export function createWellKnownRoutes(settings: Parts): readonly OwnRoute[] {
  const { publicUrl, authorize, wellKnown } = settings;
  const serve = (
    endpoint: OwnRoute['endpoint'],
    document: PanelDocument | AuthorizationServer,
  ): OwnRoute => ({
    endpoint,
    serve: async () => json(200, document),
    rules: { anyOrigin: true },
  });
  return [
    ...(wellKnown || authorize ? [serve(getPanelDocument, toPanelDocument(settings))] : []),
    ...(authorize && publicUrl !== null ? [serve(getAuthorizationServer, toOauthDocument(publicUrl))] : []),
  ];
}
