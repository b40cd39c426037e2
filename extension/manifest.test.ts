import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createManifest, GECKO_ID, MANAGED_SCHEMA } from './manifest.ts';
import { manifestMessages } from './words/compiled/manifest/all.js';

const PROFILE = {
  id: 'clinic',
  name: 'Clinic',
  version: 1,
  proxy: 'https://scores.clinic.example/panel',
  match: ['https://ehr.clinic.example:8443/app/*'],
  frames: ['https://header.clinic.example/*'],
  pages: [{ type: 'none' as const, element: 'form' }],
};

describe('the manifest', () => {
  it('asks for the permissions of the design and no other, and for no site at install', () => {
    const manifest = createManifest({ browser: 'chrome', mode: 'production', profiles: [] });
    expect([...manifest.permissions].sort()).toEqual([
      'activeTab',
      'identity',
      'idle',
      'scripting',
      'sidePanel',
      'storage',
    ]);
    expect(manifest).not.toHaveProperty('host_permissions');
    expect(manifest.optional_host_permissions).toContain('https://*/*');
  });

  it('asks Firefox for no permission that it does not know', () => {
    const { permissions } = createManifest({ browser: 'firefox', mode: 'production', profiles: [] });
    expect([...permissions].sort()).toEqual(['activeTab', 'identity', 'scripting', 'storage']);
  });

  it('reaches exactly the sites, frames and proxies of its profiles where these are fixed', () => {
    const manifest = createManifest({ browser: 'edge', mode: 'managed', profiles: [PROFILE] });
    expect(manifest.host_permissions).toEqual([
      'https://ehr.clinic.example/*',
      'https://header.clinic.example/*',
      'https://scores.clinic.example/*',
    ]);
    expect(manifest).not.toHaveProperty('optional_host_permissions');
  });

  it('runs no code that is not its own, and can be put into no frame', () => {
    const policy = createManifest({ browser: 'chrome', mode: 'production', profiles: [] })
      .content_security_policy.extension_pages;
    for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]) {
      expect(policy.split('; ')).toContain(rule);
    }
  });

  it('describes itself within what the stores allow', () => {
    for (const { description } of Object.values(manifestMessages))
      expect(description.length).toBeLessThanOrEqual(132);
  });
});

describe('fixed hosts', () => {
  it('keep the wildcard of a subdomain, and drop port and path, which browsers do not heed', () => {
    const { frames: _, ...unframed } = PROFILE;
    const profile = { ...unframed, match: ['*://*.ehr.example:9000/*'], proxy: 'http://localhost:4200' };
    const { host_permissions } = createManifest({ browser: 'edge', mode: 'managed', profiles: [profile] });
    expect(host_permissions).toEqual(['*://*.ehr.example/*', 'http://localhost/*']);
  });
});

it('the policies that the documents show hold settings that the extension knows, and no other', () => {
  const page = readFileSync(new URL('../docs/guide/extension-roll-out.md', import.meta.url), 'utf8');
  const [chrome, firefox] = Array.from(page.matchAll(/```json\n(.*?)```/gs), ([, text]) =>
    JSON.parse(text ?? ''),
  );
  const settings = [
    chrome['3rdparty'].extensions.EXTENSION_ID,
    firefox.policies['3rdparty'].Extensions[GECKO_ID],
  ];
  for (const given of settings) {
    expect(Object.keys(given)).toEqual(['proxies', 'profileKeys']);
    for (const [name, value] of Object.entries(given)) {
      expect(MANAGED_SCHEMA.properties).toHaveProperty(name);
      expect(value).toEqual([expect.any(String)]);
    }
    expect(JSON.parse(given.profileKeys[0])).toMatchObject({ kty: 'EC', crv: 'P-256' });
  }
  expect(Object.keys(firefox.policies.ExtensionSettings)).toEqual([GECKO_ID]);
});
