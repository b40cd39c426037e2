import { useEffect } from 'preact/hooks';
import type { IntentOutput } from '../intents/requests.ts';
import { Badge, Button, Confirm } from '../surface/controls.tsx';
import { useSpeech } from '../surface/page.tsx';
import { ProblemNotice, Read } from '../surface/request-views.tsx';
import { useAction } from '../surface/resource.ts';
import { optionsMessages } from '../words/compiled/options/all.js';
import { AddProfile, Faults, FromProxy } from './add-profiles.tsx';
import type { OptionsProps } from './store.ts';

/** Every profile that is known, whether it is used or why not, and the ways to one more. */
export function SitesSection({ store }: OptionsProps) {
  const { sites: own } = useSpeech(optionsMessages).own;
  return (
    <div class="stack">
      <p class="quiet">{own.intro}</p>
      <DraftedProfile store={store} />
      <Read of={store.profiles}>
        {({ profiles }) => (
          <>
            {profiles.length === 0 && <p>{own.none}</p>}
            <ul class="cards">
              {profiles.map((listed) => (
                <ProfileCard
                  key={`${listed.source} ${listed.from} ${listed.id} ${listed.profile?.version}`}
                  store={store}
                  listed={listed}
                />
              ))}
            </ul>
          </>
        )}
      </Read>
      <AddProfile store={store} />
      <FromProxy store={store} />
    </div>
  );
}

interface ListedProps {
  readonly listed: IntentOutput<'profiles.list'>['profiles'][number];
}

/** Version, source and use of a profile, on one line. */
function ProfileState({ listed }: ListedProps) {
  const { words, own } = useSpeech(optionsMessages, (all) => all.sites);
  const { profile, source, from, unused, isGranted, isEnabled } = listed;
  const parts = [
    profile && own.version({ version: profile.version }),
    from ? own.from({ address: from }) : words.sources[source],
    profile && !unused && (isEnabled ? own.enabled : isGranted ? own.notEnabled : own.notGranted),
  ];
  return <p class="quiet">{parts.filter(Boolean).join(', ')}</p>;
}

function ProfileCard({ store, listed }: OptionsProps & ListedProps) {
  const { own } = useSpeech(optionsMessages, (all) => all.sites);
  const { isBusy, problem, run } = useAction();
  const { profile, source, unused, faults } = listed;
  const id = profile?.id ?? listed.id;
  const name = profile?.name ?? (id || own.whole);
  return (
    <li class="card">
      <div class="between">
        <h2>{name}</h2>
        <Badge
          kind={unused === 'faults' ? 'danger' : unused ? 'warning' : 'on'}
          text={unused ? own.unused[unused] : own.used}
        />
      </div>
      <ProfileState listed={listed} />
      {profile && (
        <dl class="facts">
          <dt>{own.pages}</dt>
          <dd>{[...profile.match, ...(profile.frames ?? [])].join(' ')}</dd>
          <dt>{own.proxy}</dt>
          <dd>{profile.proxy}</dd>
        </dl>
      )}
      {faults.length > 0 && <Faults faults={faults} />}
      {problem && <ProblemNotice problem={problem} />}
      <div class="row">
        {profile && (
          <>
            <Button act={() => store.try(profile.id)} label={own.test({ name })} />
            <Button
              act={() =>
                store.client.environment.save(
                  `${profile.id}.json`,
                  'application/json',
                  `${JSON.stringify(profile, null, 2)}\n`,
                )
              }
              label={own.exportIt({ name })}
            />
          </>
        )}
        {source === 'own' && (
          <Confirm
            label={own.remove({ name })}
            question={own.removeQuestion({ name })}
            isDanger
            isBusy={isBusy}
            act={() => run(() => store.client.act('profiles.remove', { profileId: id }), store.refresh)}
          />
        )}
      </div>
    </li>
  );
}

/** The profile that was drafted by pointing, where there is one: to be completed below, or discarded. */
function DraftedProfile({ store }: OptionsProps) {
  const { sites: own } = useSpeech(optionsMessages).own;
  const { isBusy, problem, run } = useAction();
  const { draft, pasted } = store;
  useEffect(() => draft.want(), [draft]);
  const state = draft.state.value;
  if (state.status !== 'ready' || state.value === null) return null;
  const text = JSON.stringify(state.value, null, 2);
  return (
    <section class="card" aria-label={own.draft}>
      <h2>{own.draft}</h2>
      <p class="quiet">{own.draftHint}</p>
      <pre class="wrapped">{text}</pre>
      {problem && <ProblemNotice problem={problem} />}
      <div class="row">
        <Button
          class="primary"
          act={() => {
            pasted.value = text;
            document.querySelector<HTMLElement>('#add-profile textarea')?.focus();
          }}
          label={own.takeDraft}
        />
        <Button
          isBusy={isBusy}
          act={() => run(() => store.client.act('profiles.discard', {}), store.refresh)}
          label={own.discard}
        />
      </div>
    </section>
  );
}
