/**
 * What an administrator can set for everybody (`storage.managed`). Browsers take a small part of JSON Schema only,
 * so that a profile is its JSON text; the extension checks it, and lists what is wrong in its options.
 */
export const MANAGED_SCHEMA = {
  type: 'object',
  properties: {
    profiles: {
      title: 'Site profiles',
      description:
        'Each the JSON text of one profile, as docs/profiles.md describes it. They go before all others.',
      type: 'array',
      items: { type: 'string' },
    },
    proxies: {
      title: 'Addresses of proxies',
      description: 'The profiles that each hands out at /.well-known/instrument-panel.json are used.',
      type: 'array',
      items: { type: 'string' },
    },
  },
} as const;
