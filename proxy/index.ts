/**
 * The signing proxy that a partner hosts between browsers and the service.
 *
 * @module
 */
export {
  type AuditActor,
  type AuditEntry,
  type AuditFault,
  type AuditIds,
  type AuditOptions,
  type AuditOutcome,
  type AuditRow,
  type AuditVerdict,
  readAudit,
  type VerifyAuditOptions,
  verifyAudit,
} from './audit/index.ts';
export type { AuthorizeClient, AuthorizeOptions } from './authorize/index.ts';
export { type DemoOptions, demoProxyOptions } from './demo.config.ts';
export type { Limits } from './limits.ts';
export type { Log, LogLine } from './log.ts';
export type { IdentifierKind, Linked, MappingOptions } from './mapping/index.ts';
export { ProxyOptionError, type ProxyOptions } from './options.ts';
export { createProxy, type Proxy } from './proxy.ts';
export { ListenError, type Listening } from './server/listen.ts';
export type { Grant, SessionHook, SessionRequest, SessionScope } from './session/grant.ts';
export { openStorage } from './storage/open.ts';
export { type Storage, StorageError, type StorageOptions } from './storage/storage.ts';
export {
  createKeyRing,
  createVerifier,
  type KeyRing,
  type MintedToken,
  mintToken,
  type TokenClaims,
  type TokenKey,
  type Verifier,
  type VerifierOptions,
} from './token/index.ts';
export {
  type DeliveryContext,
  type OnEvent,
  type PanelEvent,
  ReplayError,
  replay,
  type WebhookOptions,
} from './webhooks/index.ts';
export type { Json, WellKnownOptions } from './well-known/index.ts';
