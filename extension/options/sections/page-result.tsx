import type { Page } from '../../profile/profile.ts';
import type { ExplainedPage, ExplainedSelect } from '../../site/explain.ts';
import { useSpeech } from '../../surface/speech.ts';
import { optionsWords } from '../../words/options/index.ts';
import { sourceLines, toVerdict } from '../explained-page.ts';
import { SourceTable } from './source-table.tsx';

interface PageProps {
  readonly explained: ExplainedPage;
  /** The page as the profile has it; undefined where that is not known any more. */
  readonly page: Page | undefined;
}

/** What one page of a profile finds in a frame, and why the frame is that page or is not. */
export function PageResult({ explained, page }: PageProps) {
  const { words } = useSpeech();
  const own = optionsWords(words.lang).tester;
  const { element, places, rows, type, isThis, isAddress } = explained;
  const lines = sourceLines(page, explained);
  return (
    <details open={isThis}>
      <summary>{own.verdicts[toVerdict(explained)](explained.page + 1, words.pageTypes[type])}</summary>
      <div class="stack">
        {isAddress && <Selected title={own.confirming} found={element} />}
        {rows && (
          <>
            <Selected title={own.rowsTitle} found={rows} />
            <p>{own.rows(rows.count, rows.complete)}</p>
          </>
        )}
        {isAddress && lines.length > 0 && <SourceTable lines={lines} />}
        {isAddress && type === 'chart' && places.length === 0 && <p>{own.noPlaces}</p>}
        {isAddress && places.map((place) => <Selected key={place.select} title={own.place} found={place} />)}
      </div>
    </details>
  );
}

function Selected({ title, found }: { readonly title: string; readonly found: ExplainedSelect }) {
  const { words } = useSpeech();
  const own = optionsWords(words.lang).tester;
  return (
    <p class={found.state === 'found' ? undefined : 'fault'}>
      {title} <code>{found.select}</code>: {own.selects[found.state](found.count)}
    </p>
  );
}
