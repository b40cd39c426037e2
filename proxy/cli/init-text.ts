import { isAbsolute, relative } from 'node:path';

/** The answers about all of the process, by the names of the questions; an empty text where the default is to be left out. */
export interface CommonAnswers {
  readonly upstream: string;
  readonly storage: string;
  readonly addressFile: string;
  readonly hops: string;
}

/** The answers about one partner. */
export interface PartnerAnswers {
  readonly keyFile: string;
  readonly secretFile: string;
  readonly publicUrl: string;
  readonly origins: string;
  readonly webhookFile: string;
  readonly signIn: string;
}

/** The answers about one of several partners. */
export interface TenantAnswers extends PartnerAnswers {
  readonly id: string;
}

const quote = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;

const HOOK_OF_YOUR_OWN = `  // Yours: only you know who is signed in. Until you write it nobody gets a token.
  session: async ({ cookie }) => {
    void cookie;
    return null;
    // return { sub: staff.id, role: 'professional', professionalId: staff.serviceId, actions: ['read', 'apply'] };
  },`;

const hookThatAsks = (
  address: string,
): string => `  // Asks whose the cookie is: 200 { "id": "…", "professionalId": "UUID" }, or 401 where nobody is signed in.
  session: async ({ cookie }) => {
    if (cookie === undefined) return null;
    const signal = AbortSignal.timeout(5_000);
    const answer = await fetch(${quote(address)}, { headers: { cookie }, redirect: 'manual', signal });
    if (answer.status === 401) return null;
    if (!answer.ok) throw new Error(\`The sign-in answered \${answer.status}.\`);
    const staff = (await answer.json()) as { id: string; professionalId: string };
    return { sub: staff.id, role: 'professional', professionalId: staff.professionalId, actions: ['read', 'apply'] };
  },`;

/** The keys that are made here, of each partner its own; the service never learns them. */
export const OWN_SECRETS = ['token_key', 'audit_key', 'mapping_key'] as const;

export const toOrigins = (origins: string): string[] =>
  origins.split(/[\s,]+/).filter((origin) => origin !== '');

/** Names files from the module's own folder, so that it works from any other. */
function createWriter(folder: string) {
  const path = (file: string) => quote(isAbsolute(file) ? file : relative(folder, file));
  const secret = (name: string, file: string) => `secret('${name}', ${path(file)})`;
  const month = new Date().toISOString().slice(0, 7);

  /** Options of one partner; `prefix` begins the variables that stand in for the files, and `keys` is where its own keys are. */
  function toPartner(answers: PartnerAnswers, prefix = '', keys = 'secrets'): string {
    const { keyFile, secretFile, publicUrl, origins, webhookFile, signIn } = answers;
    const key = (name: string) => `key('${prefix}${name.toUpperCase()}', '${keys}/${name}')`;
    const [token, audit, mapping] = OWN_SECRETS.map(key);
    const webhooks =
      webhookFile === ''
        ? ''
        : `  webhooks: { secrets: [${secret(`${prefix}WEBHOOK_SECRET`, webhookFile)}] },\n`;
    return `  credentials: {
    key: ${secret(`${prefix}SERVICE_KEY`, keyFile)},
    secret: ${secret(`${prefix}SERVICE_SECRET`, secretFile)},
  },
  keys: [{ kid: '${month}', alg: 'HS256', key: ${token}, signs: true }],
  issuer: ${quote(publicUrl)},
  audience: ${quote(publicUrl)},
  publicUrl: ${quote(publicUrl)},
  origins: [${toOrigins(origins).map(quote).join(', ')}],
  audit: { key: ${audit} },
  mapping: { key: ${mapping} },
${webhooks}${signIn === '' ? HOOK_OF_YOUR_OWN : hookThatAsks(signIn)}
`;
  }

  function toCommon({ upstream, storage, addressFile, hops }: CommonAnswers): string {
    const place =
      addressFile === ''
        ? `{ file: beside(${path(storage)}) }`
        : `{ ${storage}: ${secret(`${storage.toUpperCase()}_URL`, addressFile)} }`;
    return `  upstream: ${quote(upstream)},
  storage: ${place},
  trustedProxyHops: ${Number(hops)},
`;
  }
  return { toPartner, toCommon };
}

const toModule = (type: 'ProxyOptions' | 'TenantProxyOptions', options: string): string =>
  `import { resolve } from 'node:path';
import { readKey, readSecret, type ${type} } from '@instrument-panel/proxy';

const beside = (file: string): string => resolve(import.meta.dirname, file);

/** The variable NAME, or the file that NAME_FILE names; if neither is set, this file. */
const from = (name: string, file: string): NodeJS.ProcessEnv =>
  process.env[name] ? process.env : { [\`\${name}_FILE\`]: beside(file), ...process.env };
const secret = (name: string, file: string): string => readSecret(name, from(name, file));
const key = (name: string, file: string): Uint8Array => readKey(name, from(name, file));

const options: ${type} = {
${options}};
export default options;
`;

/** Writes the module's text for one partner. */
export function writeConfigText(common: CommonAnswers, partner: PartnerAnswers, folder: string): string {
  const { toCommon, toPartner } = createWriter(folder);
  return toModule('ProxyOptions', toCommon(common) + toPartner(partner));
}

/** Where the keys of a tenant are, from the module's folder. */
export const toKeyFolder = (id: string): string => `secrets/${id}`;

/** Writes the module's text for several partners. */
export function writeTenantsText(
  common: CommonAnswers,
  tenants: readonly TenantAnswers[],
  folder: string,
): string {
  const { toCommon, toPartner } = createWriter(folder);
  const all = tenants.map((tenant) => {
    const { id, publicUrl } = tenant;
    const own = `  id: ${quote(id)},
  hosts: [${quote(new URL(publicUrl).host)}],
${toPartner(tenant, `${id.toUpperCase()}_`, toKeyFolder(id))}`;
    return `    {\n${own.replaceAll(/^(?=.)/gm, '    ')}    },\n`;
  });
  return toModule('TenantProxyOptions', `${toCommon(common)}  tenants: [\n${all.join('')}  ],\n`);
}
