import type { SiteLook } from '../intents/protocol.ts';
import { useAct } from '../surface/act.ts';
import type { SurfaceClient } from '../surface/client.ts';
import type { SurfaceGround } from '../surface/ground.ts';
import { Confirm } from '../surface/pieces/confirm.tsx';
import { ProblemNotice } from '../surface/pieces/problem-notice.tsx';
import { useSpeech } from '../surface/speech.ts';
import { popupWords } from '../words/popup/index.ts';

interface DisableProps {
  readonly client: SurfaceClient;
  readonly ground: SurfaceGround;
  readonly site: SiteLook;
}

/** Switches the site off, and gives the browser's permission back. */
export function Disable({ client, ground, site }: DisableProps) {
  const { words } = useSpeech();
  const own = popupWords(words.lang);
  const { isBusy, problem, run } = useAct();
  const disable = (): void =>
    run(async () => {
      await client.act('site.disable', { profileId: site.profileId });
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
