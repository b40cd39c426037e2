import type { TabStatus } from '../intents/protocol.ts';
import { Held } from '../panel/views/apply-section.tsx';
import type { SurfaceClient } from '../surface/client.ts';
import type { SurfaceEnvironment } from '../surface/environment.ts';
import { Loading } from '../surface/pieces/loading.tsx';
import { Notice } from '../surface/pieces/notice.tsx';
import { Tabs } from '../surface/pieces/tabs.tsx';
import { useSpeech } from '../surface/speech.ts';
import { SIDE_SECTIONS, sideWords } from '../words/side/index.ts';
import { Banner } from './banner.tsx';
import { Section } from './section.tsx';
import type { SideStore } from './store/side-store.ts';

export interface SideProps {
  readonly client: SurfaceClient;
  readonly environment: SurfaceEnvironment;
  readonly store: SideStore;
  /** Null while nobody is there to tell it. */
  readonly look: TabStatus | null;
}

/** The side panel: whom the active tab is about on top, and everything that can be done about them. */
export function Side(props: SideProps) {
  const { client, store, look } = props;
  const { words } = useSpeech();
  const own = sideWords(words.lang);
  if (client.connection.value === 'gone') {
    return (
      <main class="panel stack">
        <Notice kind="warning" title={words.gone.title}>
          <p>{words.gone.advice}</p>
        </Notice>
      </main>
    );
  }
  return (
    <div class="side">
      <Banner store={store} look={look} />
      <main>
        <Tabs
          label={own.sectionsLabel}
          tabs={SIDE_SECTIONS.map((name) => ({ name, label: own.sections[name] }))}
          active={store.section.value}
          choose={(name) => store.go(name)}
        >
          {store.wasCut.value && (
            <Notice kind="danger" isAlert>
              <p>{own.wasCut}</p>
              <button type="button" onClick={store.acknowledge}>
                {own.wasCutSeen}
              </button>
            </Notice>
          )}
          {look ? <Section {...props} look={look} /> : <Loading what={words.connecting} />}
        </Tabs>
      </main>
      {store.patient && <Held key={store.patient.epoch} element={store.patient.dialogs} />}
    </div>
  );
}
