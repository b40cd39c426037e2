import type { TabStatus } from '../intents/protocol.ts';
import { SurfaceClient } from '../surface/client.ts';
import { Badge, Button, Confirm, Loading, PatientName } from '../surface/controls.tsx';
import type { SurfaceEnvironment } from '../surface/environment.ts';
import { startSurface, useSpeech } from '../surface/page.tsx';
import { findReasons, toSurfaceProblem } from '../surface/problem.ts';
import {
  Enable,
  Gone,
  ProblemNotice,
  Read,
  ReasonList,
  SignIn,
  type SiteProps,
  type TabProps,
} from '../surface/request-views.tsx';
import { useAction, useResource } from '../surface/resource.ts';
import { popupWords } from '../words/index.ts';
import { Draft } from './draft.tsx';
import { News } from './news.tsx';

function Popup({ client, status }: Pick<TabProps, 'client'> & { readonly status: TabStatus | null }) {
  const { words } = useSpeech();
  return (
    <main class="stack popup">
      <header class="between">
        <h1>{words.product}</h1>
        <Button class="link" act={() => client.environment.openOptions()} label={words.options} />
      </header>
      {client.connection.value === 'gone' ? (
        <Gone />
      ) : status ? (
        <Site client={client} status={status} />
      ) : (
        <Loading what={words.connecting} />
      )}
    </main>
  );
}

function Site({ client, status }: TabProps) {
  const { words, own } = useSpeech(popupWords);
  const { environment } = client;
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
            {site && <Badge kind={isOn ? 'on' : 'plain'} text={isOn ? own.on : own.off} />}
          </div>
        )}
        {site && <small>{own.profile({ version: site.version, source: words.sources[site.source] })}</small>}
        {site && isOn && frames.length > 0 && (
          <small>{own.page({ type: words.pageTypes[type ?? 'none'] })}</small>
        )}
      </section>
      {site && !isOn && <Enable client={client} site={site} />}
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
        <News key={`${site.profileId} ${site.news.answers} ${site.news.risks}`} client={client} site={site} />
      )}
      <Button
        class="wide"
        act={() => environment.openSide().then(() => environment.close())}
        label={words.openSide}
      />
      {status.tabId !== null && <Draft client={client} status={status} />}
      {site && isOn && <Disable client={client} site={site} />}
    </>
  );
}

/** The patient of the page, by the service's record. Keyed by the epoch. */
function PatientOfPage({ client, epoch }: Pick<TabProps, 'client'> & { readonly epoch: string }) {
  const { own } = useSpeech(popupWords);
  const reading = useResource((signal) => client.read('apply.patient', {}, { epoch, signal }));
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

/** Switches the site off, and gives the browser's permission back. */
function Disable({ client, site }: SiteProps) {
  const { own } = useSpeech(popupWords);
  const { isBusy, problem, run } = useAction();
  const disable = (): void =>
    run(async () => {
      await client.act('site.disable', { profileId: site.profileId });
      await client.environment.releaseSites(site.asks);
    });
  return (
    <div class="tight">
      <Confirm
        label={own.disable}
        question={own.disableQuestion({ site: site.name })}
        isBusy={isBusy}
        act={disable}
      />
      {problem && <ProblemNotice problem={problem} />}
    </div>
  );
}

export function startPopup(place: HTMLElement, environment: SurfaceEnvironment): void {
  const client = new SurfaceClient(environment);
  startSurface(place, client, { draw: (status) => <Popup client={client} status={status} /> });
}
