import { useState } from 'preact/hooks';
import type { SiteStatus } from '../../intents/protocol.ts';
import { useAction } from '../act.ts';
import type { SurfaceClient } from '../client.ts';
import type { SurfaceEnvironment } from '../environment.ts';
import { useSpeech } from '../speech.ts';
import { Notice } from './notice.tsx';
import { ProblemNotice } from './problem-notice.tsx';

interface EnableProps {
  readonly client: SurfaceClient;
  readonly environment: SurfaceEnvironment;
  readonly site: SiteStatus;
}

/** The button that enables a site: the browser is asked for it, and its frames, straight in the click. */
export function Enable({ client, environment, site }: EnableProps) {
  const { words } = useSpeech();
  const [isRefused, setRefused] = useState(false);
  const { isBusy, problem, run } = useAction();
  const enable = (): void => {
    setRefused(false);
    // Before anything else: a browser asks the person only within the click.
    const granted = site.isGranted ? Promise.resolve(true) : environment.requestSites(site.asks);
    run(async () => {
      if (await granted) await client.act('site.enable', { profileId: site.profileId });
      else setRefused(true);
    });
  };
  return (
    <div class="tight">
      <button type="button" class="primary wide" disabled={isBusy} onClick={enable}>
        {words.enable(site.name)}
      </button>
      {isRefused && (
        <Notice kind="warning" isAlert>
          <p>{words.enableRefused}</p>
        </Notice>
      )}
      {problem && <ProblemNotice problem={problem} />}
    </div>
  );
}
