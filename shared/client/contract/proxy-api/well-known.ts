import * as z from 'zod/mini';
import { ErrorResponse } from '../errors.ts';
import { proxyEndpoint } from './endpoint.ts';

/** Version of {@link PanelDocument}; a reader refuses one that it does not know. */
export const PANEL_DOCUMENT_VERSION = 1;

/** Media type of a signed site profile, as its protected header has it (RFC 7515, section 4.1.9). */
export const PROFILE_JWS_TYPE = 'instrument-panel-profile+jws';

/** What an installation says of itself: addresses, sign-in clients, and the site profiles of the extension. */
export const PanelDocument = z.object({
  version: z.literal(PANEL_DOCUMENT_VERSION),
  /** The protocols that it serves to elements and extension. Absent from a version that served the first alone. */
  protocols: z.optional(z.object({ oldest: z.number(), newest: z.number() })),
  /** What people call the installation, such as the clinic's name. */
  name: z.nullable(z.string()),
  /** Origins of the pages that may call the proxy. */
  origins: z.optional(z.array(z.string())),
  /** Address of the service's endpoints behind the proxy. */
  api: z.optional(z.string()),
  /** Null if there is no sign-in here. */
  signIn: z.nullable(
    z.object({
      issuer: z.string(),
      authorizationEndpoint: z.string(),
      tokenEndpoint: z.string(),
      clients: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
  /** Site profiles, as they are, or each signed as a compact JWS; the reader must check them. */
  profiles: z.array(z.unknown()),
});
export type PanelDocument = z.infer<typeof PanelDocument>;

/** Reads what an installation says of itself. Public: it names no person. */
export const getPanelDocument = proxyEndpoint('getPanelDocument', {
  path: '/.well-known/instrument-panel.json',
  summary: 'Read what this installation is',
  caller: 'anyone',
  response: PanelDocument,
});

/** Metadata of the authorization server (RFC 8414, section 2; RFC 9207, section 3). */
export const AuthorizationServer = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  response_types_supported: z.array(z.string()),
  response_modes_supported: z.array(z.string()),
  grant_types_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  authorization_response_iss_parameter_supported: z.boolean(),
  scopes_supported: z.array(z.string()),
});
export type AuthorizationServer = z.infer<typeof AuthorizationServer>;

/** Reads the metadata of the authorization server. */
export const getAuthorizationServer = proxyEndpoint('getAuthorizationServer', {
  path: '/.well-known/oauth-authorization-server',
  summary: 'Read the metadata of the authorization server',
  caller: 'anyone',
  response: AuthorizationServer,
});

/** Tells that the process answers. */
export const getLiveness = proxyEndpoint('getLiveness', {
  path: '/healthz',
  summary: 'Check that the process answers',
  caller: 'anyone',
  response: z.object({ status: z.literal('ok') }),
});

/**
 * Tells whether this process can serve. What all processes share (the service, a shared storage) never makes it 503, or a
 * load balancer would have nowhere left to send to: it is `degraded`, with the parts named. 503 `NOT_READY` names what is
 * this process's own: closing, its event loop, its own disk.
 */
export const getReadiness = proxyEndpoint('getReadiness', {
  path: '/readyz',
  summary: 'Check that requests can be served',
  caller: 'anyone',
  response: z.union([
    z.object({ status: z.literal('ready') }),
    z.object({
      status: z.literal('degraded'),
      parts: z.array(z.enum(['service', 'storage', 'trail'])),
      /** The ids of the tenants of whom a part fails, where a process has several. */
      tenants: z.optional(z.array(z.string())),
    }),
    ErrorResponse,
  ]),
});

/** Reads the metrics in Prometheus' text format. */
export const getMetrics = proxyEndpoint('getMetrics', {
  path: '/metrics',
  summary: 'Read the metrics',
  caller: 'operator',
  response: z.string(),
  media: 'text/plain',
});
