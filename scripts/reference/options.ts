/** The references of the proxy's options and of the client, from the doc comments of their sources. @module */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '../../proxy/limits.ts';
import { cell, code, markdownTable } from '../markdown.ts';
import { root } from '../site/pages.ts';
import { type Declaration, type Member, readDeclarations } from './declarations.ts';

/** A section: a file, the names of what it shows of it, and a title if there are several. */
type Source = readonly [file: string, ...names: string[]];

const PROXY: readonly Source[] = [
  ['proxy/options.ts', 'ProxyOptions'],
  ['proxy/token/key-ring.ts', 'TokenKey'],
  ['proxy/options.ts', 'ConnectionOptions'],
  ['proxy/storage/storage.ts', 'StorageOptions'],
  ['proxy/options.ts', 'WebhookOptions', 'PanelEvent', 'DeliveryContext'],
  ['proxy/options.ts', 'AuditOptions', 'MappingOptions', 'SeenByOptions'],
  ['shared/client/contract/visibility.ts', 'PatientVisibility'],
  ['proxy/options.ts', 'AuthorizeOptions', 'AuthorizeClient', 'WellKnownOptions'],
  ['proxy/token/grant.ts', 'SessionRequest', 'Grant'],
  ['proxy/sign-in/browser-session.ts', 'BrowserSessionOptions', 'SessionCookieOptions'],
  ['proxy/sign-in/code-flow.ts', 'CodeClient'],
  ['proxy/sign-in/oidc.ts', 'OidcSessionOptions'],
  ['proxy/sign-in/smart.ts', 'SmartSessionOptions', 'SmartIssuer', 'SmartLaunch'],
  ['proxy/sign-in/header.ts', 'HeaderSessionOptions'],
  ['proxy/sign-in/jwt.ts', 'JwtSessionOptions'],
  ['proxy/tenants/options.ts', 'TenantProxyOptions', 'TenantOptions'],
];

const CLIENT: readonly Source[] = [
  ['shared/client/client.ts', 'createClient', 'ClientOptions'],
  ['shared/client/caller.ts', 'CallerOptions'],
  ['shared/client/call.ts', 'Reply', 'FileReply', 'RawAnswer'],
  ['shared/client/read.ts', 'Readable', 'Unreadable', 'LostRow'],
  ['shared/client/client.ts', 'SentRequest', 'SentResponse'],
  ['shared/client/token.ts', 'createTokenSource', 'Credentials', 'Token', 'ScopedTokenSource'],
  ['shared/client/paging.ts', 'pages', 'ResultPage'],
  ['shared/client/apply-once.ts', 'applyOnce', 'ApplyOutcome'],
  ['shared/client/errors.ts', 'mayBeDone', 'isServiceError'],
  ['shared/client/events.ts', 'listenToEvents', 'ListenOptions'],
  ['shared/client/webhooks.ts', 'verifyWebhook', 'WebhookEvent', 'WebhookError'],
  ['shared/client/trace.ts', 'withTraceparent'],
];

const text = (said: string): string => cell(said).replace(/</g, '\\<');

function memberTable(members: readonly Member[]): string {
  const rows = members.map(({ name, isOptional, type, text: said }) => [
    code(name),
    code(type),
    isOptional || / \| undefined$/.test(type) ? '' : 'yes',
    text(said),
  ]);
  return markdownTable(['name', 'type', 'required', 'meaning'], rows);
}

function section(declaration: Declaration): string {
  const { name, kind, signature, members, bases, text: said, example, throws } = declaration;
  const parts = [
    `## ${name}`,
    text(said),
    kind === 'function' || kind === 'type' ? `\`\`\`ts signature\n${signature}\n\`\`\`` : '',
    bases.filter(Boolean).length > 0 ? `Also what ${bases.map((base) => `\`${base}\``).join(', ')} has.` : '',
    members.length > 0 ? memberTable(members) : '',
    ...throws.map((one) => `Throws ${text(one.replace(/\{(\w+)\}/g, '`$1`')).replace(/\.$/, '')}.`),
    example ? `\`\`\`ts\n${example}\n\`\`\`` : '',
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function sections(sources: readonly Source[]): string {
  const found = sources.flatMap(([file, ...names]) => {
    const declarations = readDeclarations(file);
    return names.map((name) => {
      const declaration = declarations.get(name);
      if (!declaration) throw new Error(`${file} declares no ${name}, which the reference shows.`);
      return section(declaration);
    });
  });
  return found.join('\n\n');
}

function limits(): string {
  const said = readDeclarations('proxy/limits.ts').get('LIMITS')?.members ?? [];
  const rows = said.map(({ name, text: words }) => {
    const [fallback, least, most] = LIMITS[name as keyof typeof LIMITS];
    const meaning = words.replace(/ Default: `[^`]*`\.$/, '');
    return [code(name), fallback, least, most].map(String).concat(text(meaning));
  });
  return markdownTable(['limit', 'default', 'least', 'most', 'meaning'], rows);
}

const GENERATED = 'Written by `npm run docs` from the doc comments of the sources.';

export const proxyOptionsPage = (): string =>
  `# Options of the proxy\n\n${GENERATED} How they work together: [operating the proxy](../proxy.md).\n\n` +
  `${sections(PROXY)}\n\n## limits\n\n` +
  `Times are in milliseconds unless the name says otherwise.\n\n${limits()}\n`;

const README = 'shared/client/README.md';
const README_TABLE = /(?<=<!-- options -->\n\n)[\s\S]*?(?=\n<!-- \/options -->)/;
/** What a partner decides; the others are for tests. */
const README_OPTIONS = /^(?:baseUrl|auth|timeoutMs|attempts|locale|fetch|onRequest|onResponse|onUnreadable)$/;

/** The client's README with its table of options from the same doc comments. */
export function clientReadme(): string {
  const own = readDeclarations('shared/client/client.ts').get('ClientOptions')?.members ?? [];
  const shared = readDeclarations('shared/client/caller.ts').get('CallerOptions')?.members ?? [];
  const all = new Map([...shared, ...own].map((member) => [member.name, member]));
  const rows = [...all.values()]
    .filter(({ name }) => README_OPTIONS.test(name))
    .map(({ name, text: said }) => [code(name), text(said)]);
  const table = markdownTable(['option', 'meaning'], rows);
  return readFileSync(join(root, README), 'utf8').replace(README_TABLE, () => `${table}\n`);
}

export const clientPage = (): string =>
  `# The client: calls and options\n\n${GENERATED} Where to begin: [the client](../../shared/client/README.md).\n\n` +
  `${sections(CLIENT)}\n`;
