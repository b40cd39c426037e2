/**
 * The whole service, simulated: `createSandbox` gives it as a fetch function and as a server.
 *
 * @module
 */
export { createSandbox, type Sandbox, type SandboxOptions } from './create-sandbox.ts';
export type { Clinic, HelpCountry } from './pages/help.ts';
export type { SeedRoster } from './seed/patient.ts';
export type { SandboxClock } from './service/clock.ts';
export type { FaultInput } from './service/faults/fault.ts';
export type { RetryPolicy } from './service/webhooks/courier.ts';
export type { GivenAnswers, SandboxPatient } from './test-kit.ts';
