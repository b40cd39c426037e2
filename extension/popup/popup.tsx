import { effect, untracked } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { SiteStatus, TabStatus } from '../intents/protocol.ts';
import { SurfaceClient } from '../surface/client.ts';
import { Confirm, Loading, Notice, PatientName } from '../surface/controls.tsx';
import type { SurfaceEnvironment } from '../surface/environment.ts';
import { applyChoices, createPage, useSpeech } from '../surface/page.tsx';
import { findReasons, toSurfaceProblem } from '../surface/problem.ts';
import { Enable, ProblemNotice, Read, ReasonList, SignIn } from '../surface/request-views.tsx';
import { Resource, useAction } from '../surface/resource.ts';
import { popupWords } from '../words/index.ts';
import { Draft } from './draft.tsx';
import { News } from './news.tsx';

interface PopupProps {
  readonly client: SurfaceClient;
  readonly environment: SurfaceEnvironment;
  /** Null while nobody is there to tell it. */
  readonly status: TabStatus | null;
}

/** The popup: status of the site, its actions, and why nothing is shown. */
function Popup({ client, environment, status }: PopupProps) {
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
      ) : status ? (
        <Site client={client} environment={environment} status={status} />
      ) : (
        <Loading what={words.connecting} />
      )}
    </main>
  );
}

function Site({ client, environment, status }: PopupProps & { readonly status: TabStatus }) {
  const { words } = useSpeech();
  const own = popupWords(words.lang);
  const { site, context, frames, origin } = status;
  const reasons = findReasons(status);
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
        {site && <small>{own.profile({ version: site.version, source: words.sources[site.source] })}</small>}
        {site && isOn && frames.length > 0 && (
          <small>{own.page({ type: words.pageTypes[type ?? 'none'] })}</small>
        )}
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
      {status.tabId !== null && <Draft client={client} environment={environment} status={status} />}
      {site && isOn && <Disable client={client} environment={environment} site={site} />}
    </>
  );
}

interface PatientProps {
  readonly client: SurfaceClient;
  readonly epoch: string;
}

/** The patient of the page, by the service's record. */
function PatientOfPage({ client, epoch }: PatientProps) {
  const { words } = useSpeech();
  const own = popupWords(words.lang);
  const reading = useMemo(
    () => new Resource((signal) => client.read('apply.patient', {}, { epoch, signal })),
    [client, epoch],
  );
  useEffect(() => () => reading.forget(), [reading]);
  return (
    <section class="card" aria-label={own.patient}>
      <h2>{own.patient}</h2>
      <Read
        of={reading}
        loading={own.readingPatient}
        mend={(problem) => toSurfaceProblem(problem) === 'not-linked' && <p>{own.linkInSide}</p>}
      >
        {(patient) => (
          <>
            <PatientName patient={patient} />
            <small>{own.recognised}</small>
          </>
        )}
      </Read>
    </section>
  );
}

interface DisableProps {
  readonly client: SurfaceClient;
  readonly environment: SurfaceEnvironment;
  readonly site: SiteStatus;
}

/** Switches the site off, and gives the browser's permission back. */
export function Disable({ client, environment, site }: DisableProps) {
  const { words } = useSpeech();
  const own = popupWords(words.lang);
  const { isBusy, problem, run } = useAction();
  const disable = (): void =>
    run(async () => {
      await client.act('site.disable', { profileId: site.profileId });
      await environment.releaseSites(site.asks);
    });
  return (
    <div class="tight">
      <Confirm
        label={own.disable}
        question={own.disableQuestion({ site: site.name })}
        yes={own.disable}
        isBusy={isBusy}
        act={disable}
      />
      {problem && <ProblemNotice problem={problem} />}
    </div>
  );
}

/** Puts the popup up, about the active tab of its window. */
export function startPopup(place: HTMLElement, environment: SurfaceEnvironment): void {
  const client = new SurfaceClient(environment);
  const page = createPage(place, environment);
  client.start({ windowId: environment.windowId });
  void applyChoices(page, client, environment);
  // Drawn within the message that tells it, so that a patient who is left is gone at once.
  effect(() => {
    const status = client.status.value;
    untracked(() => {
      if (status) page.speak(status.language);
      page.show(<Popup client={client} environment={environment} status={status} />);
    });
  });
}
