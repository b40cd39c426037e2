import { useState } from 'preact/hooks';
import type { IntentOutput } from '../intents/requests.ts';
import { Badge, Button, Confirm } from '../surface/controls.tsx';
import { useSpeech } from '../surface/page.tsx';
import { ProblemNotice, Read, SignInButton } from '../surface/request-views.tsx';
import { useAction } from '../surface/resource.ts';
import { optionsMessages } from '../words/compiled/options/all.js';
import type { OptionsProps } from './store.ts';

export function SignInsSection({ store }: OptionsProps) {
  const { signIns: own } = useSpeech(optionsMessages).own;
  const [done, setDone] = useState('');
  return (
    <div class="stack">
      <p class="quiet">{own.intro}</p>
      <p role="status" class={done ? 'notice' : ''} data-kind="done">
        {done}
      </p>
      <Read of={store.profiles}>
        {({ profiles, proxies }) => (
          <>
            {proxies.length === 0 && <p>{own.none}</p>}
            <ul class="cards">
              {proxies.map((listed) => (
                <ProxyCard
                  key={listed.proxy}
                  store={store}
                  listed={listed}
                  isFromHere={profiles.some(({ from }) => from === listed.proxy)}
                  done={setDone}
                />
              ))}
            </ul>
          </>
        )}
      </Read>
    </div>
  );
}

interface ProxyProps extends OptionsProps {
  readonly listed: IntentOutput<'profiles.list'>['proxies'][number];
  /** Profiles came from it, which go when it is forgotten. */
  readonly isFromHere: boolean;
  readonly done: (sentence: string) => void;
}

function ProxyCard({ store, listed, isFromHere, done }: ProxyProps) {
  const { words, moment, own } = useSpeech(optionsMessages, (all) => all.signIns);
  const { isBusy, problem, run } = useAction();
  const { proxy, signIn, who, until, failure } = listed;
  const name = listed.name ?? proxy;
  const isIn = signIn === 'signed-in';
  const after = (said: string) => (): void => {
    done(said);
    store.refresh();
  };
  return (
    <li class="card">
      <div class="between">
        <h2>{name}</h2>
        <Badge
          kind={isIn ? 'on' : signIn === 'unavailable' ? 'warning' : 'plain'}
          text={words.signInStates[signIn]}
        />
      </div>
      <p class="quiet">
        {[
          name !== proxy && proxy,
          isIn && who && own.who({ name: who }),
          isIn && until != null && own.until({ moment: moment(until) }),
        ]
          .filter(Boolean)
          .join(', ')}
      </p>
      {failure && <p class="fault">{own.failure({ why: failure })}</p>}
      {problem && <ProblemNotice problem={problem} />}
      <div class="row">
        {isIn ? (
          <Button
            isBusy={isBusy}
            act={() => run(() => store.client.act('sign.out', { proxy }), after(own.signedOut({ name })))}
            label={own.signOut}
          />
        ) : (
          <SignInButton client={store.client} proxy={proxy} done={() => store.refresh()} />
        )}
        {isFromHere && (
          <Confirm
            label={own.forget}
            question={own.forgetQuestion({ name })}
            isDanger
            isBusy={isBusy}
            act={() => run(() => store.client.act('profiles.forget', { proxy }), after(''))}
          />
        )}
      </div>
    </li>
  );
}
