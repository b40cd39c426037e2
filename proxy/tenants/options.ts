import { ProxyOptionError, type ProxyOptions, requireKnown, requireOption } from '../options.ts';
import { KNOWN_OPTIONS, listSecrets, requireSeparate } from '../settings.ts';
import { DEFAULT_STORAGE, toTenantStorage } from '../storage/settings.ts';
import { toHost } from './host.ts';

/** What all tenants of a process have in common. */
type CommonOptions = Pick<
  ProxyOptions,
  'storage' | 'limits' | 'log' | 'clock' | 'metrics' | 'trustedProxyHops' | 'allowInsecure'
>;

/** One partner: credentials, origins and keys of its own, at hosts of its own. The rest is as of a proxy alone. */
export interface TenantOptions extends Omit<ProxyOptions, keyof CommonOptions | 'upstream'> {
  /**
   * Names the tenant in the log, in metrics and in the storage: a letter, then up to 19 letters, digits and `_`, all in lower
   * case. Its data belong to this name: another name begins with an empty storage.
   */
  readonly id: string;
  /** The hosts at which browsers and the service reach it, such as `panel.clinic-a.example`; with a port if not the default. */
  readonly hosts: readonly string[];
  /** Default: that of all tenants. */
  readonly upstream?: string;
}

/**
 * The options of a proxy that serves several partners. Limits of places (`inFlight`, `deliveriesInFlight`, `eventStreams`)
 * are of all together, of rates of each; each has a part of the storage of its own.
 *
 * @example
 * export default {
 *   upstream: 'https://api.service.example',
 *   storage: { postgres: 'postgres://panel@db.example/panel?sslmode=verify-full' },
 *   tenants: [
 *     { id: 'clinic_a', hosts: ['panel.clinic-a.example'], credentials, keys, issuer, audience, origins, session },
 *   ],
 * };
 */
export interface TenantProxyOptions
  extends CommonOptions,
    Partial<Pick<ProxyOptions, 'upstream' | 'connection'>> {
  readonly tenants: readonly TenantOptions[];
}

/** What a configuration may be: of one partner, or of several. */
export type Configured = ProxyOptions | TenantProxyOptions;

export const hasTenants = (options: Configured): options is TenantProxyOptions => 'tenants' in options;

const COMMON: readonly (keyof CommonOptions)[] = [
  'storage',
  'limits',
  'log',
  'clock',
  'metrics',
  'trustedProxyHops',
  'allowInsecure',
];
const KNOWN = [...COMMON, 'upstream', 'connection', 'tenants'];
const KNOWN_OF_TENANT = ['id', 'hosts', ...Object.keys(KNOWN_OPTIONS)].filter(
  (name) => !(COMMON as readonly string[]).includes(name),
);

const ID = /^[a-z][a-z0-9_]{0,19}$/;
const HOST =
  /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:]+\])(?::\d{1,5})?$/;

const isHost = (host: unknown): boolean =>
  typeof host === 'string' && HOST.test(toHost(host)) && Number(/:(\d+)$/.exec(host)?.[1] ?? 0) <= 65_535;

/** A tenant as the options of a proxy alone, with its part of the storage. */
export function toOwnOptions(all: TenantProxyOptions, tenant: TenantOptions): ProxyOptions {
  const { tenants: _, metrics: __, upstream = '', storage = DEFAULT_STORAGE, ...common } = all;
  const { id, hosts: ___, ...own } = tenant;
  return { ...common, upstream, ...own, storage: toTenantStorage(storage, id) };
}

/** Throws for an id or a host that is missing, of another form, or another tenant's too. */
function requireOwnNames(tenants: readonly TenantOptions[]): void {
  const owners = new Map<string, string>();
  const requireOwn = (option: string, what: string, value: unknown): void => {
    // What is missing or of another form is refused by the check of each.
    if (typeof value !== 'string') return;
    const owner = owners.get(`${what} ${value}`);
    requireOption(option, owner === undefined, `is ${value}, as ${owner} is. ${OWN[what]}`);
    owners.set(`${what} ${value}`, option);
  };
  for (const [index, tenant] of tenants.entries()) {
    const { id, hosts, issuer, audience, audit, publicUrl, session } = tenant;
    const name = `tenants[${index}]`;
    requireOption(
      `${name}.id`,
      typeof id === 'string' && ID.test(id),
      'must be a letter and up to 19 letters, digits and _, in lower case.',
    );
    requireOwn(`${name}.id`, 'id', id);
    const isList = Array.isArray(hosts) && hosts.length > 0 && hosts.every(isHost);
    requireOption(
      `${name}.hosts`,
      isList,
      'must list host names, such as panel.clinic-a.example or localhost:4200, without https:// and path.',
    );
    const own = new Set(hosts.map(toHost));
    for (const host of own) requireOwn(`${name}.hosts`, 'host', host);
    requireOwn(`${name}.issuer`, 'issuer', issuer);
    requireOwn(`${name}.audience`, 'audience', audience);
    const takes = typeof session === 'function' ? undefined : session?.takes;
    if (takes !== undefined) requireOwn(`${name}.session`, 'session', takes);
    if (typeof audit?.archive === 'string') requireOwn(`${name}.audit.archive`, 'archive', audit.archive);
    const isOwn =
      publicUrl === undefined || !URL.canParse(publicUrl) || own.has(toHost(new URL(publicUrl).host));
    requireOption(
      `${name}.publicUrl`,
      isOwn,
      `is at a host that is not among tenants[${index}].hosts: who follows it would reach nobody, or another tenant.`,
    );
  }
}

/** Throws for an option that is known, but belongs elsewhere. */
function requirePlace(prefix: string, given: object, elsewhere: readonly string[], remedy: string): void {
  for (const name of Object.keys(given ?? {}))
    requireOption(`${prefix}${name}`, !elsewhere.includes(name), remedy);
}

/** What to do where two tenants have the same. */
const OWN: Readonly<Record<string, string>> = {
  id: 'Give each tenant an id of its own: its data in the storage belong to it.',
  host: 'One host is one tenant: it alone tells whose request it is.',
  issuer: 'Give each its own, such as its address, so that its tokens tell whose they are.',
  audience: "Give each its own, such as its address, so that no token of one is taken by another's.",
  session: 'Who is signed in at one would be at the other: have an audience for each.',
  archive: 'Give each a folder of its own.',
};

/** Repeats an error of one tenant's options with its name. */
function forTenant<Value>(index: number, id: string, work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ProxyOptionError)) throw error;
    throw new ProxyOptionError(`tenants[${index}].${error.option}`, `Tenant ${id}: ${error.message}`);
  }
}

/**
 * Checks what tenants must have apart, and gives each as the options of a proxy alone.
 *
 * @param each is called with them, to check the rest; throws as `checkOptions` does
 * @throws {ProxyOptionError} that names the tenant and the option
 */
export function checkTenants<Value>(
  options: TenantProxyOptions,
  each: (own: ProxyOptions, tenant: TenantOptions) => Value,
): readonly Value[] {
  const ofEach = KNOWN_OF_TENANT.filter((name) => !KNOWN.includes(name));
  requirePlace('', options, ofEach, 'is of each tenant: put it into the entries of tenants.');
  requireKnown('', options, KNOWN);
  const { tenants, metrics, storage = DEFAULT_STORAGE } = options;
  requireOption(
    'storage',
    typeof storage === 'object' && storage !== null,
    "must be { file: 'proxy.sqlite' }.",
  );
  const isList = Array.isArray(tenants) && tenants.length > 0;
  requireOption('tenants', isList, 'must list one tenant at least: { id, hosts, credentials, keys, … }.');
  for (const [index, tenant] of tenants.entries()) {
    const name = `tenants[${index}]`;
    requirePlace(`${name}.`, tenant, COMMON, 'is of all tenants: put it beside tenants.');
    requireKnown(name, tenant, KNOWN_OF_TENANT);
  }
  requireOwnNames(tenants);
  const all = tenants.map((tenant) => toOwnOptions(options, tenant));
  const checked = all.map((own, index) => {
    const tenant = tenants[index] as TenantOptions;
    return forTenant(index, tenant.id, () => each(own, tenant));
  });
  const secrets = all.flatMap((own, index) =>
    [['credentials.key', own.credentials.key] as const, ...listSecrets(own)].map(
      ([option, secret]) => [`tenants[${index}].${option}`, secret] as const,
    ),
  );
  requireSeparate(
    [...secrets, ['metrics.token', metrics?.token]],
    'Give each tenant its own: who has what two share could act for both.',
  );
  return checked;
}
