import { readFileSync } from 'node:fs';
import type { StackFrontEnds } from '../../scripts/stack.ts';

/** Profiles in `profiles/`. The extension brings the one of the server-rendered pages itself. */
const NAMES = ['demo-ehr-spa', 'demo-ehr-framed', 'demo-ehr-framed-cross', 'demo-ehr-racing'] as const;

/** Ports of the EHR and the proxy in the files. */
const DEFAULT_PORTS = { ehr: 4300, proxy: 4200 } as const;

/**
 * Reads the profiles of the front ends, as the extension reads them, for other ports.
 *
 * @param ehr origin of the EHR, at its loopback name `localhost` or `127.0.0.1`
 * @param proxy origin of the proxy
 */
export const frontEndProfiles: StackFrontEnds['profiles'] = ({ ehr, proxy }) => {
  const port = { ehr: new URL(ehr).port, proxy: new URL(proxy).port };
  return NAMES.map((name) => {
    const text = readFileSync(new URL(`profiles/${name}.json`, import.meta.url), 'utf8');
    return JSON.parse(
      text
        .replaceAll(`:${DEFAULT_PORTS.ehr}/`, `:${port.ehr}/`)
        .replaceAll(`:${DEFAULT_PORTS.proxy}"`, `:${port.proxy}"`),
    );
  });
};
