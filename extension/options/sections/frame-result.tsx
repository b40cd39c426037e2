import { optionsWords } from '../../../shared/locale/extension/options/index.ts';
import type { FrameTest } from '../../intents/surface-answers.ts';
import type { Profile } from '../../profile/profile.ts';
import { useSpeech } from '../../surface/speech.ts';
import { outcomesOf } from '../outcomes.ts';

interface FrameProps {
  readonly frame: FrameTest;
  /** The profile that was tried; null where it is not known any more. */
  readonly profile: Profile | null;
}

/** What one frame says: which page it is, what each source found, and where a panel would stand. */
export function FrameResult({ frame, profile }: FrameProps) {
  const { words } = useSpeech();
  const own = optionsWords(words.lang).tester;
  const { frameId, origin, facts } = frame;
  const page = facts?.page == null ? undefined : profile?.pages[facts.page];
  return (
    <section class="card" aria-label={own.frame(frameId, origin)}>
      <div class="between">
        <h2>{own.frame(frameId, origin)}</h2>
        {frameId === 0 && <span class="badge">{own.top}</span>}
      </div>
      {!facts && <p class="fault">{own.closed}</p>}
      {facts && facts.page === null && <p>{own.noPage}</p>}
      {facts && facts.page !== null && <p>{own.page(facts.page + 1, words.pageTypes[facts.type])}</p>}
      {facts && page && page.type === 'list' && <p>{own.rows}</p>}
      {facts && page && page.type === 'chart' && (
        <>
          <div class="scroll">
            <table class="stacking">
              <thead>
                <tr>
                  {own.columns.map((column) => (
                    <th key={column} scope="col">
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {outcomesOf(page, facts).map(({ source, where, gap, found }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the sources of a page have no name but their place
                  <tr key={index}>
                    <th scope="row">
                      {words.identifiers[source.kind]} {source.system && <small>{source.system}</small>}
                    </th>
                    <td data-name={own.columns[1]}>
                      {own.sources[source.from]} <code>{where}</code>
                    </td>
                    <td data-name={own.columns[2]} class={gap ? 'fault' : undefined}>
                      {gap ? own.gaps[gap] : found === null ? own.notNeeded : `${own.found}: ${found}`}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p class={facts.gaps.some(({ why }) => why === 'place') ? 'fault' : undefined}>
            {own.place}:{' '}
            {facts.place !== null
              ? own.placeFound(page.places?.[facts.place]?.select ?? '')
              : (page.places ?? []).length === 0
                ? own.noPlaces
                : own.gaps.place}
          </p>
        </>
      )}
    </section>
  );
}
