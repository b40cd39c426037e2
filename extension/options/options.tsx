import { effect, untracked } from '@preact/signals';
import { SurfaceClient } from '../surface/client.ts';
import { Notice, Tabs } from '../surface/controls.tsx';
import type { SurfaceEnvironment } from '../surface/environment.ts';
import { applyChoices, createPage, type SurfacePage, useSpeech } from '../surface/page.tsx';
import { optionsWords } from '../words/index.ts';
import { DiagnosticsSection } from './diagnostics.tsx';
import { PreferencesSection } from './preferences.tsx';
import { SignInsSection } from './sign-ins.tsx';
import { SitesSection } from './sites.tsx';
import { OPTIONS_SECTIONS, OptionsStore } from './store.ts';
import { TesterSection } from './tester.tsx';

interface OptionsProps {
  readonly store: OptionsStore;
  readonly environment: SurfaceEnvironment;
  readonly page: SurfacePage;
}

/** The options: which sites are known, who is signed in where, what a profile finds, what support needs. */
function Options(props: OptionsProps) {
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

/** Puts the options up. */
export function startOptions(place: HTMLElement, environment: SurfaceEnvironment): void {
  const client = new SurfaceClient(environment);
  const page = createPage(place, environment);
  const store = new OptionsStore(client);
  client.start({ windowId: environment.windowId });
  void applyChoices(page, client, environment);
  page.show(<Options store={store} environment={environment} page={page} />);
  // Drafts, enabled sites and sign-ins that changed elsewhere are shown here too.
  let seen = '';
  effect(() => {
    const status = client.status.value;
    if (status) untracked(() => page.speak(status.language));
    const { changes } = client;
    const now = JSON.stringify([
      status?.hasDraft,
      status?.site?.isEnabled,
      status?.site?.signIn,
      changes.value,
    ]);
    if (seen !== '' && now !== seen) untracked(() => store.refresh());
    seen = now;
  });
}
