import type { SurfaceEnvironment } from '../../surface/environment.ts';
import { Read } from '../../surface/pieces/read.tsx';
import { useSpeech } from '../../surface/speech.ts';
import { optionsWords } from '../../words/options/index.ts';
import type { OptionsStore } from '../store.ts';
import { AddProfile } from './add-profile.tsx';
import { DraftedProfile } from './drafted-profile.tsx';
import { FromProxy } from './from-proxy.tsx';
import { ProfileCard } from './profile-card.tsx';

export interface SitesProps {
  readonly store: OptionsStore;
  readonly environment: SurfaceEnvironment;
}

/** Every profile that is known, whether it is used or why not, and the ways to one more. */
export function SitesSection({ store, environment }: SitesProps) {
  const { words } = useSpeech();
  const own = optionsWords(words.lang).sites;
  return (
    <div class="stack">
      <p class="quiet">{own.intro}</p>
      <DraftedProfile store={store} />
      <Read of={store.profiles}>
        {({ profiles }) => (
          <>
            {profiles.length === 0 && <p>{own.none}</p>}
            <ul class="cards">
              {profiles.map((listed) => (
                <ProfileCard
                  key={`${listed.source} ${listed.from} ${listed.id} ${listed.profile?.version}`}
                  store={store}
                  environment={environment}
                  listed={listed}
                />
              ))}
            </ul>
          </>
        )}
      </Read>
      <AddProfile store={store} />
      <FromProxy store={store} />
    </div>
  );
}
