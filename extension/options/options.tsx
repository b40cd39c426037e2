import type { SurfaceEnvironment } from '../surface/environment.ts';
import type { SurfacePage } from '../surface/page.tsx';
import { Notice } from '../surface/pieces/notice.tsx';
import { Tabs } from '../surface/pieces/tabs.tsx';
import { useSpeech } from '../surface/speech.ts';
import { OPTIONS_SECTIONS, optionsWords } from '../words/options/index.ts';
import { DiagnosticsSection } from './sections/diagnostics.tsx';
import { PreferencesSection } from './sections/preferences.tsx';
import { SignInsSection } from './sections/sign-ins.tsx';
import { SitesSection } from './sections/sites.tsx';
import { TesterSection } from './sections/tester.tsx';
import type { OptionsStore } from './store.ts';

export interface OptionsProps {
  readonly store: OptionsStore;
  readonly environment: SurfaceEnvironment;
  readonly page: SurfacePage;
}

/** The options: which sites are known, who is signed in where, what a profile finds, what support needs. */
export function Options(props: OptionsProps) {
  const { store } = props;
  const { words } = useSpeech();
  const own = optionsWords(words.lang);
  const isGone = store.client.connection.value === 'gone';
  return (
    <div class="options">
      <header>
        <h1>
          {words.product}: {own.title}
        </h1>
      </header>
      <main>
        {isGone ? (
          <Notice kind="warning" title={words.gone.title}>
            <p>{words.gone.advice}</p>
          </Notice>
        ) : (
          <Tabs
            label={own.sectionsLabel}
            tabs={OPTIONS_SECTIONS.map((name) => ({ name, label: own.sections[name] }))}
            active={store.section.value}
            choose={(name) => {
              store.section.value = name;
            }}
          >
            <Section {...props} />
          </Tabs>
        )}
      </main>
    </div>
  );
}

function Section({ store, environment, page }: OptionsProps) {
  switch (store.section.value) {
    case 'sites':
      return <SitesSection store={store} environment={environment} />;
    case 'signIns':
      return <SignInsSection store={store} />;
    case 'tester':
      return <TesterSection store={store} environment={environment} />;
    case 'diagnostics':
      return <DiagnosticsSection store={store} />;
    case 'preferences':
      return <PreferencesSection store={store} environment={environment} page={page} />;
  }
}
