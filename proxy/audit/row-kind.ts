import {
  connectProfessional,
  createApplication,
  createPatient,
  createProfessional,
  recommendInstruments,
} from '@instrument-panel/client/contract';
import {
  answerConsent,
  closeLinks,
  createSession,
  decideLink,
  endSession,
  exchangeCode,
  finishLaunch,
  finishSignIn,
  lookUpPatients,
  openLinks,
  previewLinks,
  registerListed,
  registerPatient,
  removeLink,
  reportLinks,
  resolvePatient,
  startSignIn,
  writeLinks,
} from '@instrument-panel/client/proxy';
import { toRouteName } from '../routes.ts';
import { type AuditEntry, GAP_ROUTE, PRUNED_ROUTE, SEALED_ROUTE } from './entry.ts';

/** What a row of the trail is about: one of FHIR's interactions, or what none of them names. */
export type RowKind =
  | 'read'
  | 'search'
  | 'create'
  | 'update'
  | 'delete'
  | 'operation'
  | 'token'
  | 'sign-in'
  | 'revocation'
  | 'refusals'
  | 'trail';

/** Routes whose method does not tell; those without an address are commands and functions of the proxy. */
const KINDS: ReadonlyMap<string, RowKind> = new Map<string, RowKind>([
  ...[createApplication, createPatient, createProfessional, registerPatient].map(
    (endpoint) => [toRouteName(endpoint), 'create'] as const,
  ),
  ...[writeLinks, decideLink, registerListed].map((endpoint) => [toRouteName(endpoint), 'create'] as const),
  ...[lookUpPatients, previewLinks, reportLinks].map(
    (endpoint) => [toRouteName(endpoint), 'search'] as const,
  ),
  ...[connectProfessional, recommendInstruments].map(
    (endpoint) => [toRouteName(endpoint), 'operation'] as const,
  ),
  ...['mintToken', 'token', toRouteName(createSession), toRouteName(exchangeCode)].map(
    (route) => [route, 'token'] as const,
  ),
  ...[startSignIn, answerConsent, finishSignIn, finishLaunch, endSession, openLinks, closeLinks].map(
    (endpoint) => [toRouteName(endpoint), 'sign-in'] as const,
  ),
  [toRouteName(removeLink), 'delete'],
  ['revoke', 'revocation'],
  ['link', 'create'],
  ...[GAP_ROUTE, PRUNED_ROUTE, SEALED_ROUTE].map((route) => [route, 'trail'] as const),
]);

const RESOLVE = toRouteName(resolvePatient);

const byMethod = (route: string): RowKind => {
  if (route.startsWith('GET ')) return route.endsWith('}') ? 'read' : 'search';
  return route.startsWith('DELETE ') ? 'delete' : 'update';
};

/** Says what a row is about. */
export function toRowKind({ route, counts, agreed, outcome }: AuditEntry): RowKind {
  const kind = KINDS.get(route);
  if (counts && kind !== 'trail') return 'refusals';
  // A call that only found the patient is a search. One that linked the key has an intent, and the identifiers that agreed.
  if (route === RESOLVE) return agreed || !outcome ? 'create' : 'search';
  return kind ?? byMethod(route);
}
