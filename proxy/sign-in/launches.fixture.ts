import { decodeJwt } from 'jose';
import { startLauncher } from '../fixtures/launcher.ts';
import { OTHER_PATIENT, PAGE, PATIENT, PROFESSIONAL } from '../fixtures/world.ts';
import type { ProxyOptions } from '../options.ts';
import { startAtKnownAddress } from './sign-in-world.fixture.ts';
import { type SmartSessionOptions, smartSession } from './smart.ts';

export const APP = 'instrument-panel';
/** The EHR's ids of two patients, and theirs at the service; a third patient is not known there. */
export const PATIENTS: Readonly<Record<string, string>> = { 'ehr-a': PATIENT, 'ehr-b': OTHER_PATIENT };
export const STAFF = { sub: 'idp-7', fhirUser: 'Practitioner/7' };

/** A proxy that an EHR launches, and that EHR. */
export async function startLaunches(
  more: Partial<SmartSessionOptions> = {},
  options: Partial<ProxyOptions> = {},
  secret: string | null = null,
) {
  let launcher: Awaited<ReturnType<typeof startLauncher>> | undefined;
  const world = await startAtKnownAddress(async (publicUrl) => {
    launcher = await startLauncher(APP, secret, [`${publicUrl}/launch/callback`]);
    const session = smartSession({
      issuers: [{ iss: launcher.iss, clientId: APP, ...(secret === null ? {} : { clientSecret: secret }) }],
      page: `${PAGE}/panel?view=scores`,
      professional: async ({ fhirUser }) =>
        fhirUser.endsWith('/Practitioner/7')
          ? { sub: 'staff-7', professionalId: PROFESSIONAL, actions: ['read', 'apply'] }
          : null,
      patient: async ({ patient }) => PATIENTS[patient] ?? null,
      ...more,
    });
    return { session, ...options };
  });
  const ehr = launcher as NonNullable<typeof launcher>;
  type Browser = ReturnType<typeof world.browser>;

  /** The address that the EHR opens for a patient, in whichever tab. */
  const launchUrl = (patient: string | undefined, who = STAFF): string => {
    const launch = ehr.launch({ ...who, ...(patient === undefined ? {} : { patient }) });
    return `${world.publicUrl}/launch?${new URLSearchParams({ iss: ehr.iss, launch })}`;
  };
  const toCallback = (browser: Browser, url: string) =>
    browser.follow(url, (to) => !to.includes('/launch/callback'));
  const finish = (browser: Browser, url: string) => browser.follow(url, (to) => !to.startsWith(PAGE));
  const handleOf = (at: string): string => new URL(at).searchParams.get('launch') ?? '';
  const tokenOf = async (browser: Browser, handle: string): Promise<string | number> => {
    const answer = await world.session(browser, { launch: handle });
    return answer.status === 200 ? ((await answer.json()) as { token: string }).token : answer.status;
  };
  const patientsOf = (token: string): unknown => decodeJwt(token).pat;
  const read = async (token: string): Promise<number> =>
    (await world.ask('/forms/library', token, { headers: { origin: PAGE } })).status;
  world.service.answer = () => ({ body: [] });
  return {
    ...world,
    ehr,
    launchUrl,
    toCallback,
    finish,
    handleOf,
    tokenOf,
    patientsOf,
    read,
    /** Opens a patient as a whole; gives the handle with which the page is opened. */
    open: async (browser: Browser, patient: string): Promise<string> =>
      handleOf((await finish(browser, launchUrl(patient))).at),
    close: async () => {
      await world.close();
      await ehr.close();
    },
  };
}
export type Launches = Awaited<ReturnType<typeof startLaunches>>;
