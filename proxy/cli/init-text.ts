import { isAbsolute, relative } from 'node:path';

/** The answers, by the names of the questions; an empty text where the default is to be left out. */
export interface InitAnswers {
  readonly upstream: string;
  readonly keyFile: string;
  readonly secretFile: string;
  readonly publicUrl: string;
  readonly origins: string;
  readonly storage: string;
  readonly addressFile: string;
  readonly hops: string;
  readonly webhookFile: string;
  readonly signIn: string;
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

/** Writes the module's text. Files are named from the module's own folder, so that it works from any other. */
export function writeConfigText(answers: InitAnswers, folder: string): string {
  const {
    upstream,
    keyFile,
    secretFile,
    publicUrl,
    origins,
    storage,
    addressFile,
    hops,
    webhookFile,
    signIn,
  } = answers;
  const path = (file: string) => quote(isAbsolute(file) ? file : relative(folder, file));
  const secret = (name: string, file: string) => `secret('${name}', ${path(file)})`;
  const month = new Date().toISOString().slice(0, 7);
  const place =
    addressFile === ''
      ? `{ file: beside(${path(storage)}) }`
      : `{ ${storage}: ${secret(`${storage.toUpperCase()}_URL`, addressFile)} }`;
  const webhooks =
    webhookFile === '' ? '' : `  webhooks: { secrets: [${secret('WEBHOOK_SECRET', webhookFile)}] },\n`;
  const list = origins.split(/[\s,]+/).filter((origin) => origin !== '');
  return `import { resolve } from 'node:path';
import { type ProxyOptions, readSecret } from '@instrument-panel/proxy';

const beside = (file: string): string => resolve(import.meta.dirname, file);

/** The variable NAME, or the file that NAME_FILE names; if neither is set, this file. */
const secret = (name: string, file: string): string =>
  readSecret(name, process.env[name] ? process.env : { [\`\${name}_FILE\`]: beside(file), ...process.env });
const key = (name: string, file: string): Uint8Array => Buffer.from(secret(name, file), 'base64');

const options: ProxyOptions = {
  upstream: ${quote(upstream)},
  credentials: { key: ${secret('SERVICE_KEY', keyFile)}, secret: ${secret('SERVICE_SECRET', secretFile)} },
  keys: [{ kid: '${month}', alg: 'HS256', key: key('TOKEN_KEY', 'secrets/token_key'), signs: true }],
  issuer: ${quote(publicUrl)},
  audience: ${quote(publicUrl)},
  publicUrl: ${quote(publicUrl)},
  origins: [${list.map(quote).join(', ')}],
  storage: ${place},
  trustedProxyHops: ${Number(hops)},
  audit: { key: key('AUDIT_KEY', 'secrets/audit_key') },
  mapping: { key: key('MAPPING_KEY', 'secrets/mapping_key') },
${webhooks}${signIn === '' ? HOOK_OF_YOUR_OWN : hookThatAsks(signIn)}
};
export default options;
`;
}
