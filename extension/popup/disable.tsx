import type { SiteStatus } from '../intents/protocol.ts';
import { useAction } from '../surface/act.ts';
import type { SurfaceClient } from '../surface/client.ts';
import type { SurfaceEnvironment } from '../surface/environment.ts';
import { Confirm } from '../surface/pieces/confirm.tsx';
import { ProblemNotice } from '../surface/pieces/problem-notice.tsx';
import { useSpeech } from '../surface/speech.ts';
import { popupWords } from '../words/popup/index.ts';

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
        question={own.disableQuestion(site.name)}
        yes={own.disable}
        isBusy={isBusy}
        act={disable}
      />
      {problem && <ProblemNotice problem={problem} />}
    </div>
  );
}
