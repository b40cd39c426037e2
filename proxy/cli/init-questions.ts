import type { CommonAnswers, PartnerAnswers, TenantAnswers } from './init-text.ts';

const isShared = (storage: string): storage is 'postgres' | 'redis' =>
  storage === 'postgres' || storage === 'redis';

/** A question, which gives one of the answers. */
export interface Question<Answers> {
  readonly name: keyof Answers & string;
  readonly text: string;
  /** Taken for an empty answer; null if there has to be one. */
  readonly fallback: string | null;
  readonly isAsked?: (answers: Answers) => boolean;
}

/** The answers about a proxy of one partner. */
export type Answers = CommonAnswers & PartnerAnswers;

const UPSTREAM: Question<CommonAnswers> = {
  name: 'upstream',
  text: 'Origin of the service (https://api.service.example)',
  fallback: null,
};
const CREDENTIALS: readonly Question<PartnerAnswers>[] = [
  { name: 'keyFile', text: 'File with the partner key that the service issued', fallback: null },
  { name: 'secretFile', text: 'File with the partner secret', fallback: null },
];
const ADDRESSES: readonly Question<PartnerAnswers>[] = [
  {
    name: 'publicUrl',
    text: 'Address at which browsers will reach this proxy (https://panel.clinic.example)',
    fallback: null,
  },
  {
    name: 'origins',
    text: 'Origins of the pages that may call it, with spaces (https://ehr.clinic.example)',
    fallback: null,
  },
];
const STORAGE_AND_FRONT_ENDS: readonly Question<CommonAnswers>[] = [
  {
    name: 'storage',
    text: 'Storage: a file, or if several machines are to share it the word postgres or redis',
    fallback: 'proxy.sqlite',
  },
  {
    name: 'addressFile',
    text: 'File with its address (postgres://USER:PASSWORD@HOST/NAME?sslmode=verify-full, rediss://:PASSWORD@HOST:6379)',
    fallback: null,
    isAsked: ({ storage }) => isShared(storage),
  },
  {
    name: 'hops',
    text: 'How many front ends before it write X-Forwarded-For (nginx: 1)',
    fallback: '1',
  },
];
const SIGN_IN: readonly Question<PartnerAnswers>[] = [
  { name: 'webhookFile', text: 'File with the secret of the webhooks; empty: no webhooks', fallback: '' },
  {
    name: 'signIn',
    text: `Sign-in: address of your EHR's that answers a cookie with { "id": "…", "professionalId": "UUID" }, or with 401; empty: you write the hook yourself`,
    fallback: '',
  },
];

/** What is asked about a proxy of one partner. */
export const QUESTIONS: readonly Question<Answers>[] = [
  UPSTREAM,
  ...CREDENTIALS,
  ...ADDRESSES,
  ...STORAGE_AND_FRONT_ENDS,
  ...SIGN_IN,
];
/** What is asked about all tenants together. */
export const QUESTIONS_OF_ALL: readonly Question<CommonAnswers>[] = [UPSTREAM, ...STORAGE_AND_FRONT_ENDS];
export const ID: Question<TenantAnswers> = {
  name: 'id',
  text: "Tenant's id, which names its part of the storage for good (clinic_a)",
  fallback: null,
};
/** What is asked about each tenant, once it has an id. */
export const QUESTIONS_OF_TENANT: readonly Question<TenantAnswers>[] = [
  ...ADDRESSES,
  ...CREDENTIALS,
  ...SIGN_IN,
];
export const NEXT_ID: Question<TenantAnswers> = {
  ...ID,
  text: "Next tenant's id; empty: that is all",
  fallback: '',
};

/** What stands for an answer until it is given. */
export const UNANSWERED_OF_ALL: CommonAnswers = {
  upstream: 'https://api.service.example',
  storage: 'proxy.sqlite',
  addressFile: '',
  hops: '1',
};
export const UNANSWERED: PartnerAnswers = {
  keyFile: '',
  secretFile: '',
  publicUrl: 'https://not-yet-answered.invalid',
  origins: 'https://ehr.example',
  webhookFile: '',
  signIn: '',
};
