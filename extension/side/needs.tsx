import type { TabStatus } from '../intents/protocol.ts';
import { Enable } from '../surface/pieces/enable.tsx';
import { ReasonList } from '../surface/pieces/reason-list.tsx';
import { SignIn } from '../surface/pieces/sign-in.tsx';
import { findReasons } from '../surface/reasons.ts';
import { useSpeech } from '../surface/speech.ts';
import { sideWords } from '../words/side/index.ts';
import type { SideProps } from './side.tsx';

type NeedsProps = SideProps & { readonly look: TabStatus };

/** Why nothing can be read at all, and the way out of it. */
export function NeedsSignIn({ client, environment, look }: NeedsProps) {
  const { words } = useSpeech();
  const { site } = look;
  const isOn = site?.isEnabled && site.isGranted;
  return (
    <div class="stack">
      {site && !isOn && <Enable client={client} environment={environment} site={site} />}
      {site && isOn && <SignIn client={client} proxy={site.proxy} />}
      <ReasonList reasons={findReasons(look)} />
      {!site && (
        <button type="button" onClick={() => void environment.openOptions()}>
          {words.options}
        </button>
      )}
    </div>
  );
}

/** Why nothing of a patient can be shown, and what can be done all the same. */
export function NeedsPatient({ look, store }: NeedsProps) {
  const { words } = useSpeech();
  const own = sideWords(words.lang);
  return (
    <div class="stack">
      <ReasonList reasons={findReasons(look)} />
      <p>{own.whatNeedsNobody}</p>
      <div class="row">
        <button type="button" onClick={() => store.go('library')}>
          {own.sections.library}
        </button>
        <button type="button" onClick={() => store.go('recommend')}>
          {own.sections.recommend}
        </button>
      </div>
    </div>
  );
}
