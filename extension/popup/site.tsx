import { useState } from 'preact/hooks';
import { popupWords } from '../../shared/locale/extension/popup/index.ts';
import type { SiteLook } from '../intents/tab-look.ts';
import { useAct } from '../surface/act.ts';
import type { SurfaceClient } from '../surface/client.ts';
import type { SurfaceGround } from '../surface/ground.ts';
import { Confirm } from '../surface/pieces/confirm.tsx';
import { Notice } from '../surface/pieces/notice.tsx';
import { ProblemNotice } from '../surface/pieces/problem-notice.tsx';
import { useSpeech } from '../surface/speech.ts';

interface SiteProps {
  readonly client: SurfaceClient;
  readonly ground: SurfaceGround;
  readonly site: SiteLook;
}

/** The button that enables a site: the browser is asked for it, and its frames, straight in the click. */
export function Enable({ client, ground, site }: SiteProps) {
  const { words } = useSpeech();
  const [isRefused, setRefused] = useState(false);
  const { isBusy, problem, run } = useAct();
  const enable = (): void => {
    setRefused(false);
    // Before anything else: a browser asks the person only within the click.
    const granted = site.isGranted ? Promise.resolve(true) : ground.requestSites(site.asks);
    run(async () => {
      if (await granted) await client.ask('site.enable', { profileId: site.profileId });
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

/** Switches the site off, and gives the browser's permission back. */
export function Disable({ client, ground, site }: SiteProps) {
  const { words } = useSpeech();
  const own = popupWords(words.lang);
  const { isBusy, problem, run } = useAct();
  const disable = (): void =>
    run(async () => {
      await client.ask('site.disable', { profileId: site.profileId });
      await ground.releaseSites(site.asks);
    });
  return (
    <div class="tight">
      <Confirm
        label={own.disable}
        question={own.disableQuestion(site.name)}
        yes={own.disable}
        isBusy={isBusy}
        act={disable}
      />
      {problem && <ProblemNotice problem={problem} />}
    </div>
  );
}
