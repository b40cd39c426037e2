import type { GivenProfile } from './profile/profile.ts';

/** Pages may be enabled at any https site, and at this machine's own names, where a sandbox is tried. */
const OPTIONAL_HOSTS = ['https://*/*', 'http://localhost/*', 'http://127.0.0.1/*'];
/** Hosts of the end-to-end build, granted at install: no driver can click a permission prompt. */
const E2E_HOSTS = OPTIONAL_HOSTS.slice(1);

/**
 * What the browser grants for a pattern: a whole host. Firefox knows no ports in patterns, and a path is heeded by
 * no browser; the background checks both.
 */
const hostOf = (pattern: string): string => pattern.replace(/^([*a-z]+:\/\/[^/:]+)(:\d+)?\/.*$/, '$1/*');

/** The hosts of a build with fixed profiles: the sites, their frames, and the proxies that they are served by. */
function fixedHosts(profiles: readonly Pick<GivenProfile, 'match' | 'frames' | 'proxy'>[]): string[] {
  const patterns = profiles.flatMap(({ match, frames = [], proxy }) => [
    ...match,
    ...frames,
    `${new URL(proxy).origin}/*`,
  ]);
  return [...new Set(patterns.map(hostOf))].sort();
}

/**
 * Schema of the settings that an administrator can fix (`storage.managed`). Browsers take a small part of JSON Schema only,
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
    profileKeys: {
      title: 'Public keys of site profiles',
      description:
        'Each the JSON text of a public JWK. With them, profiles of proxies, and those that users add, must be signed by one.',
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

/**
 * Makes the id of an unpacked build the same everywhere, so that a proxy can list its redirect address. Public; a
 * store signs with a key of its own and takes none from the manifest, so that the zips leave it out.
 */
export const UNPACKED_KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAqurVmv7jznEqSeVf2QKQJW/OW7QVUMtMCcCb8wFxczQnJWip6YnOErW7xZd3pbmCer9ehhT7yPmEUWE2wnvUv8h4Hb+ES/q5DE6lwoUW9wNrgC0gR0e0bI18S+n1DyUS+DV9rH2fJsSr+rbPo3DNrUJ9dLDdr8rNlnDp6IhfcXTFUhOY4nQtXsuYKQkw9Hzmb4c8bVJbkMZv90frl9ig1THa1tfPjcZricrV7avzTYVCZ0eGt1bVpG/szJ0kv8i4zA+odB6VKxGxKVKEnnO7wZfE/Gyo2DBmvkkVdAiIndzYt4CLm/i3zbHohLe54ceMegnC4o3kYPKc5WXkW8Cd2QIDAQAB';

/** The id of the Firefox add-on, from which its redirect address follows. */
export const GECKO_ID = 'instrument-panel@instrument-panel.example';

const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  // The partner's proxy is wherever the profile says.
  'connect-src https: http://localhost:* http://127.0.0.1:*',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Creates the part of the manifest that the build does not derive from the entry points. No site is asked for at
 * install, but each in the click that enables it (docs/decisions/0014-extension-permissions.md).
 */
export function createManifest({
  browser,
  mode,
  profiles,
}: {
  /** `chrome`, `edge` or `firefox`. */
  readonly browser: string;
  /** `production`, `managed` or `e2e`. */
  readonly mode: string;
  /** The profiles of a managed build; empty for the stores. */
  readonly profiles: readonly GivenProfile[];
}) {
  const isFirefox = browser === 'firefox';
  const hosts = [...(mode === 'e2e' ? E2E_HOSTS : []), ...fixedHosts(profiles)];
  return {
    name: 'instrument-panel',
    description: '__MSG_description__',
    default_locale: 'en',
    // Firefox has no side panel, and does not tell that the workstation is locked.
    permissions: [
      'storage',
      'scripting',
      'activeTab',
      'identity',
      ...(isFirefox ? [] : ['sidePanel', 'idle']),
    ],
    // With fixed hosts there is nothing left to ask for.
    ...(mode === 'managed' ? {} : { optional_host_permissions: OPTIONAL_HOSTS }),
    ...(hosts.length > 0 ? { host_permissions: [...new Set(hosts)] } : {}),
    action: { default_title: '__MSG_actionTitle__' },
    commands: {
      'toggle-panel': { suggested_key: { default: 'Alt+Shift+I' }, description: '__MSG_commandToggle__' },
    },
    content_security_policy: { extension_pages: CSP },
    ...(isFirefox
      ? {
          browser_specific_settings: {
            gecko: {
              id: GECKO_ID,
              strict_min_version: '142.0',
              // Data goes to the partner's own proxy, which the user signs in to.
              data_collection_permissions: {
                required: ['healthInfo', 'personallyIdentifyingInfo', 'authenticationInfo'],
              },
            },
            gecko_android: { strict_min_version: '142.0' },
          },
        }
      : {
          minimum_chrome_version: '123',
          storage: { managed_schema: 'managed-schema.json' },
          key: UNPACKED_KEY,
        }),
  };
}
