import { type PageOutcomes, reportSiteHealth } from '@instrument-panel/client/proxy';

const METRIC = /^instrument_panel_proxy_extension_pages_total\{([^}]*)\} (\d+)/;

/** What a page of a site can come to, in the order in which people are shown it. */
export const SITE_OUTCOMES = Object.keys(
  reportSiteHealth.body.shape.profiles.def.element.shape.pages.shape,
) as readonly (keyof PageOutcomes)[];

/** What the extension found of one profile, by its version and the extension's. */
export interface SiteRow {
  /** Null where a process serves one partner alone. */
  readonly tenant: string | null;
  readonly profile: string;
  readonly version: string;
  readonly extension: string;
  readonly pages: ReadonlyMap<string, number>;
}

/** Pages on which something was found: a patient whose panel stood, or a list. */
export const foundBy = ({ pages }: Pick<SiteRow, 'pages'>): number =>
  (pages.get('shown') ?? 0) + (pages.get('list') ?? 0);

/** Reads the counts of the extension's pages out of a text of metrics, the latest version of each profile first. */
export function readSiteRows(text: string): readonly SiteRow[] {
  const rows = new Map<string, SiteRow & { readonly pages: Map<string, number> }>();
  for (const line of text.split('\n')) {
    const [, labels = '', count = '0'] = METRIC.exec(line) ?? [];
    const given = new Map([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
    const [profile, version, extension, outcome] = ['profile', 'version', 'extension', 'outcome'].map(
      (name) => given.get(name),
    );
    const tenant = given.get('tenant') ?? null;
    if (!profile || !version || !extension || !outcome) continue;
    const key = [tenant, profile, version, extension].join(' ');
    const row = rows.get(key) ?? { tenant, profile, version, extension, pages: new Map() };
    row.pages.set(outcome, (row.pages.get(outcome) ?? 0) + Number(count));
    rows.set(key, row);
  }
  const nameOf = ({ tenant, profile }: SiteRow): string => `${tenant ?? ''} ${profile}`;
  return [...rows.values()].sort(
    (one, other) =>
      nameOf(one).localeCompare(nameOf(other)) || (Number(other.version) || 0) - (Number(one.version) || 0),
  );
}
