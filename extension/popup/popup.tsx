import { useState } from 'preact/hooks';
import type { IntentInput } from '../intents/intents.ts';
import type { TabStatus } from '../intents/protocol.ts';
import { SurfaceClient } from '../surface/client.ts';
import { Badge, Button, Confirm, Loading, PatientName, SelectField } from '../surface/controls.tsx';
import type { SurfaceEnvironment } from '../surface/environment.ts';
import { startSurface, useSpeech } from '../surface/page.tsx';
import { findReasons, toSurfaceProblem } from '../surface/problem.ts';
import {
  BadPlaces,
  Enable,
  ExtensionReloadedNotice,
  ProblemNotice,
  Read,
  ReasonList,
  SignInButton,
  type SiteProps,
  type TabProps,
} from '../surface/request-views.tsx';
import { useAction, useResource } from '../surface/resource.ts';
import { popupMessages } from '../words/compiled/popup/all.js';

/** The popup of the extension's button: the site, the patient of the page, new answers. */
export function Popup({ client, status }: Pick<TabProps, 'client'> & { readonly status: TabStatus | null }) {
  const { words } = useSpeech();
  return (
    <main class="stack popup">
      <header class="between">
        <h1>{words.product}</h1>
        <Button class="link" act={() => client.environment.openOptions()} label={words.options} />
      </header>
      {client.connection.value === 'gone' ? (
        <ExtensionReloadedNotice />
      ) : status ? (
        <Site client={client} status={status} />
      ) : (
        <Loading what={words.connecting} />
      )}
    </main>
  );
}

function Site({ client, status }: TabProps) {
  const { words, own } = useSpeech(popupMessages);
  const { environment } = client;
  const { site, context, frames, origin } = status;
  const reasons = findReasons(status);
  const heading = reasons[0] === 'list-page' ? own.shown : own.why;
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
      {site && isOn && !isSignedIn && <SignInButton client={client} proxy={site.proxy} />}
      {isSignedIn && isOn && context.state === 'known' && (
        <PatientOfPage
          key={context.epoch}
          client={client}
          epoch={context.epoch}
          isShown={reasons.length === 0}
        />
      )}
      {reasons.length > 0 && (
        <section class="stack" aria-label={heading}>
          <h2>{heading}</h2>
          <ReasonList reasons={reasons} />
        </section>
      )}
      {isSignedIn && isOn && <BadPlaces status={status} />}
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
function PatientOfPage({
  client,
  epoch,
  isShown,
}: Pick<TabProps, 'client'> & { readonly epoch: string; readonly isShown: boolean }) {
  const { own } = useSpeech(popupMessages);
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
            {isShown && <p>{own.shownInChart}</p>}
          </>
        )}
      </Read>
    </section>
  );
}

/** The new answers that the badge counts, with high risks marked, until they are marked as seen. Keyed by the counts. */
function News({ client, site }: SiteProps) {
  const { words, moment, own } = useSpeech(popupMessages);
  const { profileId, news } = site;
  const reading = useResource((signal) => client.read('news.read', { profileId }, { signal }));
  const { isBusy, problem, run } = useAction();
  const risks = { high: own.newsRisk, flagged: own.newsFlag, unknown: own.newsRiskUnknown };
  if (news.answers === 0 && news.risks === 0) return <p class="quiet">{own.noNews}</p>;
  return (
    <section class="card" aria-label={own.news}>
      <h2>{own.news}</h2>
      <p>{own.newsSummary({ answers: news.answers, risks: news.risks })}</p>
      <Read of={reading}>
        {({ items, unreadable }) => (
          <>
            <ul class="plain stack news">
              {items.map(({ submissionId, patientName, instrument, answeredAt: at, risk }) => (
                <li key={submissionId} class="tight">
                  <span class="between">
                    <strong>
                      {patientName === null ? own.unknownPatient : patientName || words.unnamed}
                    </strong>
                    {risk !== 'none' && (
                      <Badge kind={risk === 'unknown' ? 'plain' : 'danger'} text={risks[risk]} />
                    )}
                  </span>
                  <span>
                    {own.newsItem({
                      instrument: instrument ?? own.unknownInstrument,
                      moment: at === null ? null : moment(at),
                    })}
                  </span>
                </li>
              ))}
            </ul>
            {unreadable > 0 && <p class="quiet">{words.unreadable({ count: unreadable })}</p>}
          </>
        )}
      </Read>
      <Button
        isBusy={isBusy}
        act={() => run(() => client.act('badge.seen', { profileId }))}
        label={own.seen}
      />
      {problem && <ProblemNotice problem={problem} />}
    </section>
  );
}

type Pointed = IntentInput<'point.start'>['what'];

const POINTED: readonly Pointed[] = ['key', 'address', 'name', 'birthday', 'email', 'phone', 'place'];

/** Drafts a profile of the page by pointing at what names the patient on it; the draft waits in the options. */
function Draft({ client, status }: TabProps) {
  const { own } = useSpeech(popupMessages);
  const { environment } = client;
  const [what, setWhat] = useState<Pointed>('key');
  const { isBusy, problem, run } = useAction();
  const { tabId } = status;
  const point = (): void =>
    run(async () => {
      if (tabId === null) return;
      await client.act('point.start', { tabId, what });
      // The popup covers the page that is pointed at.
      environment.close();
    });
  return (
    <>
      {status.isPointing && (
        <div class="card">
          <p>{own.pointing}</p>
          <Button
            isBusy={isBusy}
            act={() => run(() => client.act('point.stop', {}))}
            label={own.stopPointing}
          />
        </div>
      )}
      {status.hasDraft && (
        <div class="card">
          <p>{own.hasDraft}</p>
          <Button act={() => environment.openOptions()} label={own.openDraft} />
        </div>
      )}
      <details open={status.site === null && status.origin !== null}>
        <summary>{own.draft}</summary>
        <div class="stack">
          <p class="quiet">{own.draftHint}</p>
          <SelectField
            label={own.pointAt}
            value={what}
            options={POINTED.map((one) => [one, own.what[one]])}
            choose={(one) => setWhat(one as Pointed)}
          />
          <Button isBusy={isBusy} act={point} label={own.begin} />
          {problem && <ProblemNotice problem={problem} />}
        </div>
      </details>
    </>
  );
}

/** Switches the site off, and gives the browser's permission back. */
function Disable({ client, site }: SiteProps) {
  const { own } = useSpeech(popupMessages);
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
