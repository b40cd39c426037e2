import type { FrameTest } from '../../intents/outputs.ts';
import type { Profile } from '../../profile/profile.ts';
import { useSpeech } from '../../surface/speech.ts';
import { optionsWords } from '../../words/options/index.ts';
import { listPages } from '../explained-page.ts';
import { PageResult } from './page-result.tsx';

interface FrameProps {
  readonly frame: FrameTest;
  /** The profile that was tried; null where it is not known any more. */
  readonly profile: Profile | null;
}

/** What one frame says: which page of the profile it is, and what each page finds in it. */
export function FrameResult({ frame, profile }: FrameProps) {
  const { words } = useSpeech();
  const own = optionsWords(words.lang).tester;
  const { frameId, origin, explained } = frame;
  const here = explained?.pages.find(({ isThis }) => isThis);
  return (
    <section class="card" aria-label={own.frame(frameId, origin)}>
      <div class="between">
        <h2>{own.frame(frameId, origin)}</h2>
        {(explained?.isTop ?? frameId === 0) && <span class="badge">{own.top}</span>}
      </div>
      {!explained && <p class="fault">{own.closed}</p>}
      {explained && <p>{here ? own.page(here.page + 1, words.pageTypes[here.type]) : own.noPage}</p>}
      {explained &&
        listPages(explained).map((page) => (
          <PageResult key={page.page} explained={page} page={profile?.pages[page.page]} />
        ))}
    </section>
  );
}
