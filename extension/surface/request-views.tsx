import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Problem, SiteStatus, TabStatus } from '../intents/protocol.ts';
import type { PlaceFault } from '../site/facts.ts';
import type { PagesMessages } from '../words/compiled/pages/en.js';
import type { SurfaceClient } from './client.ts';
import { Button, Loading, Notice } from './controls.tsx';
import { useSpeech } from './page.tsx';
import { type ReasonName, toSurfaceProblem } from './problem.ts';
import { type Resource, useAction } from './resource.ts';

/** Shows a problem: its sentence, the trace id for support, and how to go on. */
export function ProblemNotice({
  problem,
  retry,
  children,
}: {
  readonly problem: Problem;
  readonly retry?: (() => void) | undefined;
  readonly children?: ComponentChildren;
}) {
  const { words } = useSpeech();
  const kind = toSurfaceProblem(problem);
  return (
    <Notice kind={kind === 'unknown-outcome' || kind === 'disagrees' ? 'danger' : 'warning'} isAlert>
      <p>{words.problems[kind]}</p>
      {problem.traceId && <p>{words.trace({ id: problem.traceId })}</p>}
      {(retry || children) && (
        <div class="row">
          {retry && <Button act={retry} label={kind === 'unknown-outcome' ? words.refresh : words.retry} />}
          {children}
        </div>
      )}
    </Notice>
  );
}

interface ReadProps<T> {
  readonly of: Resource<T>;
  readonly loading?: string;
  /** When it was read, milliseconds since the epoch; said where it could not be read again. */
  readonly at?: (value: T) => number;
  readonly mend?: (problem: Problem) => ComponentChildren;
  readonly children: (value: T) => ComponentChildren;
}

/** Shows something that is read: while it is, why it could not be, and what it is. */
export function Read<T>({ of, loading, at, mend, children }: ReadProps<T>) {
  const { words, moment } = useSpeech();
  useEffect(() => of.want(), [of]);
  const state = of.state.value;
  const again = (): void => void of.load();
  if (state.status === 'idle' || state.status === 'loading') return <Loading what={loading} />;
  if (state.status === 'failed') {
    return (
      <ProblemNotice problem={state.problem} retry={again}>
        {mend?.(state.problem)}
      </ProblemNotice>
    );
  }
  return (
    <>
      {state.problem && (
        <>
          {at && <Notice kind="warning" title={words.notCurrent({ moment: moment(at(state.value)) })} />}
          <ProblemNotice problem={state.problem} retry={again} />
        </>
      )}
      {children(state.value)}
    </>
  );
}

/** Says that the extension was updated or removed, and this page is of the former one. */
export function ExtensionReloadedNotice() {
  const { words } = useSpeech();
  return <Notice kind="warning" title={words.gone.title} text={words.gone.advice} />;
}

export function ReasonList({ reasons }: { readonly reasons: readonly ReasonName[] }) {
  const { words } = useSpeech();
  return (
    <>
      {reasons.map((name) => (
        <Notice key={name} title={words.reasons[name].title} text={words.reasons[name].advice} />
      ))}
    </>
  );
}

/** Says what is wrong with a place, with what was measured. */
export function describePlaceFault({ placeFaults }: PagesMessages, { why, measure }: PlaceFault): string {
  const said = placeFaults[why];
  return typeof said === 'string' ? said : said({ measure });
}

/** The places of the page at which the panel would stand badly, and why; nothing where there are none. */
export function BadPlaces({ status }: Pick<TabProps, 'status'>) {
  const { words } = useSpeech();
  const { context, frames } = status;
  const refused = frames.flatMap(({ places }) => places?.refused ?? []);
  if (context.state !== 'known' || refused.length === 0) return null;
  return (
    <ul class="plain quiet">
      {refused.map(({ place, fault }) => (
        <li key={place}>{words.placeFault({ place: place + 1, fault: describePlaceFault(words, fault) })}</li>
      ))}
    </ul>
  );
}

export interface TabProps {
  readonly client: SurfaceClient;
  readonly status: TabStatus;
}

export interface SiteProps extends Pick<TabProps, 'client'> {
  readonly site: SiteStatus;
}

/** The button that enables a site: the browser is asked for it, and its frames, straight in the click. */
export function Enable({ client, site }: SiteProps) {
  const { words } = useSpeech();
  const [isRefused, setRefused] = useState(false);
  const { isBusy, problem, run } = useAction();
  const enable = (): void => {
    setRefused(false);
    // Before anything else: a browser asks the person only within the click.
    const granted = site.isGranted ? Promise.resolve(true) : client.environment.requestSites(site.asks);
    run(async () => {
      if (await granted) await client.act('site.enable', { profileId: site.profileId });
      else setRefused(true);
    });
  };
  return (
    <div class="tight">
      <Button class="primary wide" isBusy={isBusy} act={enable} label={words.enable({ site: site.name })} />
      {isRefused && <Notice kind="warning" isAlert text={words.enableRefused} />}
      {problem && <ProblemNotice problem={problem} />}
    </div>
  );
}

interface SignInProps extends Pick<TabProps, 'client'> {
  /** Origin and prefix of the proxy that is signed in to. */
  readonly proxy: string;
  readonly done?: () => void;
}

/** The button that signs in at a proxy, and what came of it. */
export function SignInButton({ client, proxy, done }: SignInProps) {
  const { words } = useSpeech();
  const [wasCancelled, setCancelled] = useState(false);
  const { isBusy, problem, run } = useAction();
  const signIn = (): void => {
    setCancelled(false);
    run(
      () => client.act('sign.in', { proxy }),
      ({ state }) => {
        setCancelled(state === 'cancelled');
        if (state === 'signed-in') done?.();
      },
    );
  };
  return (
    <div class="tight">
      <Button
        class="primary wide"
        isBusy={isBusy}
        act={signIn}
        label={isBusy ? words.signingIn : words.signIn}
      />
      {wasCancelled && <p role="status">{words.signInCancelled}</p>}
      {problem && <ProblemNotice problem={problem} />}
    </div>
  );
}
