import { useState } from 'preact/hooks';
import type { IntentInput } from '../intents/intents.ts';
import { Button, SelectField } from '../surface/controls.tsx';
import { useSpeech } from '../surface/page.tsx';
import { ProblemNotice, type TabProps } from '../surface/request-views.tsx';
import { useAction } from '../surface/resource.ts';
import { popupWords } from '../words/index.ts';

type Pointed = IntentInput<'point.start'>['what'];

const POINTED: readonly Pointed[] = ['key', 'name', 'birthday', 'email', 'phone', 'place'];

/** Drafts a profile of the page by pointing at what names the patient on it; the draft waits in the options. */
export function Draft({ client, status }: TabProps) {
  const { own } = useSpeech(popupWords);
  const { environment } = client;
  const [what, setWhat] = useState<Pointed>('key');
  const { isBusy, problem, run } = useAction();
  const { tabId } = status;
  const point = (): void =>
    run(async () => {
      if (tabId === null) return;
      await client.act('point.start', { tabId, what });
      // It stands over the page that is pointed at.
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
