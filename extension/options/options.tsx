import { effect, untracked } from '@preact/signals';
import { SurfaceClient } from '../surface/client.ts';
import { Tabs } from '../surface/controls.tsx';
import type { SurfaceEnvironment } from '../surface/environment.ts';
import { type SurfacePage, startSurface, useSpeech } from '../surface/page.tsx';
import { ExtensionReloadedNotice } from '../surface/request-views.tsx';
import { optionsMessages } from '../words/compiled/options/all.js';
import type { OptionsMessages } from '../words/compiled/options/en.js';
import { DiagnosticsSection } from './diagnostics.tsx';
import { PreferencesSection } from './preferences.tsx';
import { SignInsSection } from './sign-ins.tsx';
import { SitesSection } from './sites.tsx';
import { createOptionsStore, type OptionsProps } from './store.ts';
import { TesterSection } from './tester.tsx';

const SECTIONS = {
  sites: SitesSection,
  signIns: SignInsSection,
  tester: TesterSection,
  diagnostics: DiagnosticsSection,
  preferences: PreferencesSection,
};
const NAMES = Object.keys(SECTIONS) as (keyof OptionsMessages['sections'])[];

function Options({ store, page }: OptionsProps & { readonly page: SurfacePage }) {
  const { words, own } = useSpeech(optionsMessages);
  const Section = SECTIONS[store.section.value];
  return (
    <div class="options">
      <header>
        <h1>
          {words.product}: {own.title}
        </h1>
      </header>
      <main>
        {store.client.connection.value === 'gone' ? (
          <ExtensionReloadedNotice />
        ) : (
          <Tabs
            label={own.sectionsLabel}
            tabs={NAMES.map((name) => ({ name, label: own.sections[name] }))}
            active={store.section.value}
            choose={(name) => {
              store.section.value = name;
            }}
          >
            <Section store={store} page={page} />
          </Tabs>
        )}
      </main>
    </div>
  );
}

export function startOptions(place: HTMLElement, environment: SurfaceEnvironment): void {
  const client = new SurfaceClient(environment);
  const store = createOptionsStore(client);
  startSurface(place, client, { draw: (_, page) => <Options store={store} page={page} /> });
  // Drafts, enabled sites and sign-ins that changed elsewhere are shown here too.
  let seen = '';
  effect(() => {
    const { hasDraft, site } = client.status.value ?? {};
    const now = JSON.stringify([hasDraft, site?.isEnabled, site?.signIn, client.changes.value]);
    if (seen !== '' && now !== seen) untracked(() => store.refresh());
    seen = now;
  });
}
