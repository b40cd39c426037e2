import type { IntentOutput } from '../intents/requests.ts';
import type { IdentifierSource, Profile, ProfilePage } from '../profile/profile.ts';
import type { Explained, ExplainedPage } from '../site/explain.ts';
import type { PlaceFault } from '../site/facts.ts';
import { Notice, Table } from '../surface/controls.tsx';
import { useSpeech } from '../surface/page.tsx';
import { describePlaceFault } from '../surface/request-views.tsx';
import { optionsMessages } from '../words/compiled/options/all.js';

interface FrameProps {
  readonly frame: IntentOutput<'profiles.test'>['frames'][number];
  /** The profile that was tried; null where it is not known any more. */
  readonly profile: Profile | null;
}

/** Result of one frame: which page of the profile it is, and what each page finds in it. */
export function FrameResult({ frame, profile }: FrameProps) {
  const { words, own } = useSpeech(optionsMessages, (all) => all.tester);
  const { frameId, origin, explained } = frame;
  const here = explained?.pages.find(({ isThis }) => isThis);
  return (
    <section class="card" aria-label={own.frame({ id: frameId, origin })}>
      <div class="between">
        <h2>{own.frame({ id: frameId, origin })}</h2>
        {(explained?.isTop ?? frameId === 0) && <span class="badge">{own.top}</span>}
      </div>
      {explained ? (
        <p>{here ? own.page({ index: here.page + 1, type: words.pageTypes[here.type] }) : own.noPage}</p>
      ) : (
        <p class="fault">{own.closed}</p>
      )}
      {frame.isFilled && <Notice kind="warning" text={own.filled} />}
      {explained &&
        listPages(explained).map((page) => (
          <PageResult key={page.page} explained={page} page={profile?.pages[page.page]} />
        ))}
    </section>
  );
}

interface PageProps {
  readonly explained: ExplainedPage;
  /** The page as the profile has it; undefined where that is not known any more. */
  readonly page: ProfilePage | undefined;
}

/** Result of one page of a profile in a frame, and why the frame is that page or not. */
function PageResult({ explained, page }: PageProps) {
  const { words, own } = useSpeech(optionsMessages, (all) => all.tester);
  const { element, header, places, rows, type, isThis, isAddress } = explained;
  const lines = sourceLines(page, explained);
  return (
    <details open={isThis}>
      <summary>
        {own.verdicts[toVerdict(explained)]({ page: explained.page + 1, type: words.pageTypes[type] })}
      </summary>
      <div class="stack">
        {isAddress && <Selected title={own.confirming} found={element} />}
        {isAddress && header && <Selected title={own.header} found={header} />}
        {isAddress && page?.type === 'chart' && !header && !page.loadsAnew && <p>{own.noHeader}</p>}
        {rows && (
          <>
            <Selected title={own.rowsTitle} found={rows} />
            <p>{own.rows({ count: rows.count, complete: rows.complete })}</p>
          </>
        )}
        {isAddress && lines.length > 0 && <SourceTable lines={lines} />}
        {isAddress && type === 'chart' && places.length === 0 && <p>{own.noPlaces}</p>}
        {isAddress &&
          places.map((place) => (
            <Selected key={place.select} title={own.place} found={place} fault={place.fault} />
          ))}
      </div>
    </details>
  );
}

interface SelectedProps {
  readonly title: string;
  readonly found: ExplainedPage['element'];
  /** Of a place: what is wrong with how a panel would stand there. */
  readonly fault?: PlaceFault | null | undefined;
}

function Selected({ title, found, fault }: SelectedProps) {
  const { state, select, count } = found;
  const { words, own } = useSpeech(optionsMessages);
  const said = own.tester.selects[state];
  return (
    <p class={state === 'found' && !fault ? undefined : 'fault'}>
      {title} <code>{select}</code>: {typeof said === 'string' ? said : said({ count })}
      {fault && ` · ${own.tester.badPlace({ fault: describePlaceFault(words, fault) })}`}
    </p>
  );
}

function SourceTable({ lines }: { readonly lines: readonly SourceLine[] }) {
  const { words, own } = useSpeech(optionsMessages, (all) => all.tester);
  return (
    <Table isStacking columns={own.columns}>
      {lines.map(({ found, system, where }, index) => {
        const { kind, from, state, isOptional, text, value } = found;
        const isNotNeeded = state === 'missing' && isOptional;
        const outcome = state === 'found' ? own.found({ value: value ?? '' }) : own.gaps[state];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the sources of a page have no name but their place
          <tr key={index}>
            <th scope="row">
              {words.identifiers[kind]} {system && <small>{system}</small>}
            </th>
            <td data-name={own.columns[1]}>
              {own.sources[from]} <code>{where}</code>
            </td>
            <td data-name={own.columns[2]} class={state === 'found' || isNotNeeded ? undefined : 'fault'}>
              {isNotNeeded ? own.notNeeded : outcome}
              {text !== null && text !== value && <small> {own.readIn({ text })}</small>}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

/** Why a frame is a page of the profile, or is not; `later`: it fits, and an earlier page comes first. */
export function toVerdict({ isThis, isAddress, element }: ExplainedPage) {
  if (isThis) return 'this';
  if (!isAddress) return 'address';
  return element.state === 'found' ? 'later' : 'element';
}

/** Selector, label or part of the address that a source reads. */
export function whereOf(source: IdentifierSource): string {
  switch (source.from) {
    case 'url':
      return [source.of, source.part, source.name].filter(Boolean).join(' ');
    case 'attribute':
      return `${source.select} [${source.attribute}]`;
    case 'text':
      return source.select;
    case 'after':
    case 'beside':
      return [source.label, source.select].filter(Boolean).join(' ');
  }
}

export const sourcesOf = (page: ProfilePage | undefined): readonly IdentifierSource[] => {
  if (page?.type === 'chart') return page.patient ?? [];
  return page?.type === 'list' ? page.rows.patient : [];
};

interface SourceLine {
  readonly found: ExplainedPage['sources'][number];
  readonly system: string;
  readonly where: string;
}

export function sourceLines(
  page: ProfilePage | undefined,
  { sources }: ExplainedPage,
): readonly SourceLine[] {
  const own = sourcesOf(page);
  return sources.map((found, index) => {
    const source = own[index];
    return { found, system: source?.system ?? '', where: source ? whereOf(source) : '' };
  });
}

/** The pages of a frame, what it is first. */
export const listPages = ({ pages }: Explained): readonly ExplainedPage[] =>
  pages.toSorted((a, b) => Number(b.isThis) - Number(a.isThis) || a.page - b.page);
