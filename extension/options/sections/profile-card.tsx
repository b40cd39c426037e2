import type { ListedProfile } from '../../intents/outputs.ts';
import { useAction } from '../../surface/act.ts';
import { Confirm } from '../../surface/pieces/confirm.tsx';
import { ProblemNotice } from '../../surface/pieces/problem-notice.tsx';
import { useSpeech } from '../../surface/speech.ts';
import { optionsWords } from '../../words/options/index.ts';
import { Faults } from './faults.tsx';
import type { SitesProps } from './sites.tsx';

interface CardProps extends SitesProps {
  readonly listed: ListedProfile;
}

/** One profile: where it came from, whether it is used, what is wrong with it, what can be done with it. */
export function ProfileCard({ store, environment, listed }: CardProps) {
  const { words } = useSpeech();
  const own = optionsWords(words.lang).sites;
  const { isBusy, problem, run } = useAction();
  const { profile, source, from, unused, faults, isGranted, isEnabled } = listed;
  const id = profile?.id ?? listed.id;
  const name = profile?.name ?? (id || own.whole);
  const remove = (): void =>
    run(
      () => store.client.act('profiles.remove', { profileId: id }),
      () => store.refresh(),
    );
  return (
    <li class="card">
      <div class="between">
        <h2>{name}</h2>
        <span class="badge" data-kind={unused === 'faults' ? 'danger' : unused ? 'warning' : 'on'}>
          {unused ? own.unused[unused] : own.used}
        </span>
      </div>
      <p class="quiet">
        {[
          profile && own.version(profile.version),
          from ? own.from(from) : words.sources[source],
          profile && !unused && (isEnabled ? own.enabled : isGranted ? own.notEnabled : own.notGranted),
        ]
          .filter(Boolean)
          .join(', ')}
      </p>
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
            <button type="button" onClick={() => store.try(profile.id)}>
              {own.test(name)}
            </button>
            <button
              type="button"
              onClick={() =>
                environment.save(
                  `${profile.id}.json`,
                  'application/json',
                  `${JSON.stringify(profile, null, 2)}\n`,
                )
              }
            >
              {own.exportIt(name)}
            </button>
          </>
        )}
        {source === 'own' && (
          <Confirm
            label={own.remove(name)}
            question={own.removeQuestion(name)}
            yes={own.remove(name)}
            isDanger
            isBusy={isBusy}
            act={remove}
          />
        )}
      </div>
    </li>
  );
}
