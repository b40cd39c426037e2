/** The signing proxy that a partner hosts between browsers and the service. @module */

export type { IdentifierKind } from '@instrument-panel/client/identifiers';
export type { PatientLink, SessionScope, SessionToken } from '@instrument-panel/client/proxy';
export type { AuditActor, AuditEntry, AuditIds, AuditOutcome } from './audit/entry.ts';
export {
  type AuditFault,
  type AuditRow,
  type AuditVerdict,
  readAudit,
  readAuditOf,
  type VerifyAuditOptions,
  verifyAudit,
} from './audit/verify.ts';
export { type DemoOptions, demoProxyOptions } from './demo.config.ts';
export { ReplayError, replay } from './events/deliver.ts';
export type { Limits } from './limits.ts';
export type { Log, LogLine } from './log.ts';
export {
  type AuditOptions,
  type AuthorizeClient,
  type AuthorizeOptions,
  type DeliveryContext,
  type Json,
  type MappingOptions,
  type OnEvent,
  type PanelEvent,
  ProxyOptionError,
  type ProxyOptions,
  type ReadySession,
  type SeenByOptions,
  type WebhookOptions,
  type WellKnownOptions,
} from './options.ts';
export { createProxy, type Proxy } from './proxy.ts';
export { readKey, readSecret } from './secret.ts';
export { ListenError, type Listening } from './server/listen.ts';
export type { BrowserSessionOptions, SessionCookieOptions } from './sign-in/browser-session.ts';
export { type HeaderSessionOptions, headerSession } from './sign-in/header.ts';
export { type JwtSessionOptions, jwtSession } from './sign-in/jwt.ts';
export { type IdentityClaims, type OidcSessionOptions, oidcSession } from './sign-in/oidc.ts';
export {
  type SmartIssuer,
  type SmartLaunch,
  type SmartSessionOptions,
  smartSession,
} from './sign-in/smart.ts';
export { openStorage } from './storage/open.ts';
export { type Storage, StorageError, type StorageOptions } from './storage/storage.ts';
export type { TenantOptions, TenantProxyOptions } from './tenants/options.ts';
export { createTenantProxy, type TenantProxy } from './tenants/proxy.ts';
export type { Grant, SessionHook, SessionRequest } from './token/grant.ts';
export { createKeyRing, type KeyRing, type TokenKey } from './token/key-ring.ts';
export { createVerifier, type Verifier, type VerifierOptions } from './token/token.ts';
