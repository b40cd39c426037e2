import type { TabStatus } from '../intents/protocol.ts';
import type { SurfaceClient } from '../surface/client.ts';
import type { SurfaceEnvironment } from '../surface/environment.ts';
import { Enable } from '../surface/pieces/enable.tsx';
import { Loading } from '../surface/pieces/loading.tsx';
import { Notice } from '../surface/pieces/notice.tsx';
import { ReasonList } from '../surface/pieces/reason-list.tsx';
import { SignIn } from '../surface/pieces/sign-in.tsx';
import { findReasons } from '../surface/reasons.ts';
import { useSpeech } from '../surface/speech.ts';
import { popupWords } from '../words/popup/index.ts';
import { Disable } from './disable.tsx';
import { Draft } from './draft.tsx';
import { News } from './news.tsx';
import { PatientOfPage } from './patient-of-page.tsx';

export interface PopupProps {
  readonly client: SurfaceClient;
  readonly environment: SurfaceEnvironment;
  /** Null while nobody is there to tell it. */
  readonly look: TabStatus | null;
}

/** What is on this site, what can be done here, and why nothing shows. */
export function Popup({ client, environment, look }: PopupProps) {
  const { words } = useSpeech();
  const isGone = client.connection.value === 'gone';
  return (
    <main class="stack popup">
      <header class="between">
        <h1>{words.product}</h1>
        <button type="button" class="link" onClick={() => void environment.openOptions()}>
          {words.options}
        </button>
      </header>
      {isGone ? (
        <Notice kind="warning" title={words.gone.title}>
          <p>{words.gone.advice}</p>
        </Notice>
      ) : look ? (
        <Site client={client} environment={environment} look={look} />
      ) : (
        <Loading what={words.connecting} />
      )}
    </main>
  );
}

function Site({ client, environment, look }: PopupProps & { readonly look: TabStatus }) {
  const { words } = useSpeech();
  const own = popupWords(words.lang);
  const { site, context, frames, origin } = look;
  const reasons = findReasons(look);
  const isOn = site?.isGranted && site.isEnabled;
  const isSignedIn = site?.signIn === 'signed-in';
  const [type] = (['chart', 'list'] as const).filter((one) => frames.some(({ facts }) => facts.type === one));
  return (
    <>
      <section class="tight" aria-label={own.site}>
        {(site || origin) && (
          <div class="between">
            <strong>{site?.name ?? origin}</strong>
            {site && (
              <span class="badge" data-kind={isOn ? 'on' : 'plain'}>
                {isOn ? own.on : own.off}
              </span>
            )}
          </div>
        )}
        {site && <small>{own.profile(site.version, words.sources[site.source])}</small>}
        {site && isOn && frames.length > 0 && <small>{own.page(words.pageTypes[type ?? 'none'])}</small>}
      </section>
      {site && !isOn && <Enable client={client} environment={environment} site={site} />}
      {site && isOn && !isSignedIn && <SignIn client={client} proxy={site.proxy} />}
      {isSignedIn && isOn && context.state === 'known' && (
        <PatientOfPage key={context.epoch} client={client} epoch={context.epoch} />
      )}
      {reasons.length > 0 && (
        <section class="stack" aria-label={own.why}>
          <h2>{own.why}</h2>
          <ReasonList reasons={reasons} />
        </section>
      )}
      {site && isOn && isSignedIn && (
        <News key={`${site.news.answers} ${site.news.risks}`} client={client} site={site} />
      )}
      <button
        type="button"
        class="wide"
        onClick={() => void environment.openSide().then(() => environment.close())}
      >
        {words.openSide}
      </button>
      {look.tabId !== null && <Draft client={client} environment={environment} look={look} />}
      {site && isOn && <Disable client={client} environment={environment} site={site} />}
    </>
  );
}
