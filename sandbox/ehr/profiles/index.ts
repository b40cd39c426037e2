import { readFileSync } from 'node:fs';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** The EHR's front ends that a profile is there for; the server-rendered one's comes with the extension. */
const NAMES = ['demo-ehr-spa', 'demo-ehr-framed', 'demo-ehr-framed-cross'] as const;

/** Where the files place the EHR and the proxy. */
const USUAL = { ehr: 4300, proxy: 4200 } as const;

/**
 * The profiles of the EHR's front ends as the extension reads them (extension/profile): JSON values.
 *
 * @param ehr origin of the EHR, at its loopback name `localhost` or `127.0.0.1`
 * @param proxy origin of the proxy
 */
export function ehrProfiles({ ehr, proxy }: { ehr: string; proxy: string }): readonly Json[] {
  const port = { ehr: new URL(ehr).port, proxy: new URL(proxy).port };
  return NAMES.map((name) => {
    const text = readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8');
    return JSON.parse(
      text.replaceAll(`:${USUAL.ehr}/`, `:${port.ehr}/`).replaceAll(`:${USUAL.proxy}"`, `:${port.proxy}"`),
    ) as Json;
  });
}
