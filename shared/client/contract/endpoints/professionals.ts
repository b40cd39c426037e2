import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { emailInput, textInput } from '../field.ts';
import { email, required } from '../param.ts';
import { AccountLink, Professional, ProfessionalCheck } from '../resources/people.ts';

/** Registers a professional; idempotent for one who is already linked to the partner. */
export const createProfessional = endpoint('createProfessional', {
  method: 'POST',
  path: '/professionals',
  summary: 'Register a professional',
  body: z.object({
    /** E-mail address of the account. */
    email: emailInput(),
    /** The partner's own id of the professional. */
    externalId: textInput(),
    /** First name. */
    name: textInput(),
    /** Family name. */
    surname: textInput(),
  }),
  response: Professional,
  success: [201, 200],
  action: 'account',
  patient: { at: 'none' },
  access: { professional: 'deny', patient: 'deny', operations: 'any' },
});

/** Tells whether an e-mail has an account, and whether it is linked to the partner. */
export const checkProfessional = endpoint('checkProfessional', {
  path: '/professionals/check',
  summary: 'Look up a professional by e-mail',
  query: { email: required(email) },
  response: ProfessionalCheck,
  action: 'account',
  patient: { at: 'none' },
  access: { professional: 'deny', patient: 'deny', operations: 'any' },
});

/** Asks a professional who has an account to approve the link with the partner. */
export const connectProfessional = endpoint('connectProfessional', {
  method: 'POST',
  path: '/connect',
  summary: 'Link a professional who already has an account',
  body: z.object({
    /** E-mail address of the account. */
    email: emailInput(),
    /** The partner's own id of the professional, which events name. */
    external_id: textInput(),
  }),
  response: AccountLink,
  success: [202, 200],
  action: 'account',
  patient: { at: 'none' },
  access: { professional: 'deny', patient: 'deny', operations: 'any' },
});

/** Ends the link: the integration turns from ACTIVE to INACTIVE, and no more events are sent (answer chosen). */
export const disconnectProfessional = endpoint('disconnectProfessional', {
  method: 'POST',
  path: '/disconnect/{professionalId}',
  summary: 'End the link between a professional and the partner',
  response: z.partial(AccountLink),
  action: 'account',
  patient: { at: 'none' },
  access: { professional: 'deny', patient: 'deny', operations: 'any' },
});

/** Reads a linked professional. */
export const getProfessional = endpoint('getProfessional', {
  path: '/professionals/{professionalId}',
  summary: 'Read a professional',
  response: Professional,
  action: 'read',
  patient: { at: 'none' },
  access: { professional: 'own', patient: 'deny', operations: 'any' },
});
