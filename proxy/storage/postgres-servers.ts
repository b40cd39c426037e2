const ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/;

/**
 * Gives one address for each server of an address that names several, as libpq writes it: `postgres://a:5432,b:5432/panel`.
 * Empty if it is not the address of a Postgres.
 */
export function listServers(address: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = ADDRESS.exec(address) ?? [];
  if (before === '') return [];
  const servers = hosts.split(',').map((host) => before + host + after);
  return servers.every((server) => URL.canParse(server)) ? servers : [];
}

/** The address without a password, for the programs of Postgres. */
export function withoutPassword(address: string): string {
  const servers = listServers(address).map((server) => new URL(server));
  for (const server of servers) {
    server.password = '';
    server.searchParams.delete('password');
  }
  const [, before = '', , after = ''] = ADDRESS.exec(servers[0]?.href ?? '') ?? [];
  return before + servers.map(({ host }) => host).join() + after;
}

/** The address without what must not be read in a log. */
export function describeServers(address: string): string {
  const servers = listServers(address).map((server) => new URL(server));
  const [first] = servers;
  if (!first) return 'Postgres at (not an address)';
  const hosts = servers.map(({ host }) => host).join() || (first.searchParams.get('host') ?? '');
  return `Postgres at ${first.protocol}//${hosts}${first.pathname}`;
}
