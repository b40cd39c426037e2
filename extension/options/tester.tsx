import { useEffect, useRef, useState } from 'preact/hooks';
import type { IntentOutput } from '../intents/requests.ts';
import { Profile } from '../profile/profile.ts';
import { Button, Form, Notice, SelectField } from '../surface/controls.tsx';
import type { OpenTab } from '../surface/environment.ts';
import { useSpeech } from '../surface/page.tsx';
import { ProblemNotice } from '../surface/request-views.tsx';
import { useAction } from '../surface/resource.ts';
import { optionsMessages } from '../words/compiled/options/all.js';
import { Faults } from './add-profiles.tsx';
import { type OptionsProps, readJson } from './store.ts';
import { SurveySection } from './survey-result.tsx';
import { FrameResult } from './test-result.tsx';

/** Milliseconds between two looks at a page that is followed. */
const FOLLOW_INTERVAL_MS = 1_500;
/** The option of the pasted profile; no profile id begins like that. */
const PASTED = '-';

interface Tested {
  readonly reply: IntentOutput<'profiles.test'>;
  readonly profile: Profile | null;
  readonly at: number;
}

/** State and actions of the tester: which tab and profile are chosen, and what the last test found. */
function useTester({ store }: OptionsProps) {
  const { own } = useSpeech(optionsMessages);
  const { environment } = store.client;
  const [tabs, setTabs] = useState<readonly OpenTab[]>([]);
  const [tabId, setTabId] = useState<number | null>(null);
  const [isLive, setLive] = useState(false);
  const [tested, setTested] = useState<Tested | null>(null);
  const [fault, setFault] = useState('');
  const { isBusy, problem, run } = useAction();
  const { profiles, pasted, tried } = store;
  useEffect(() => {
    profiles.want();
    void environment.tabs().then((all) => {
      const seen = all.filter(({ origin }) => origin !== null);
      setTabs(seen);
      setTabId((before) => before ?? seen[0]?.id ?? null);
    });
  }, [environment, profiles]);
  const known = profiles.state.value;
  const listed = known.status === 'ready' ? known.value.profiles.flatMap(({ profile }) => profile ?? []) : [];
  const hasPasted = pasted.value.trim() !== '';
  const chosen = tried.value ?? (hasPasted ? PASTED : (listed[0]?.id ?? null));
  /** The profile that is chosen, as the background takes it, and as it is used; null if the text is no JSON. */
  const readChosen = (): { readonly given: unknown; readonly profile: Profile | null } | null => {
    const read = chosen === PASTED ? readJson(pasted.value) : null;
    setFault(read && !read.ok ? `${own.sites.notJson} ${read.why}` : '');
    if (chosen === null || (read && !read.ok)) return null;
    const given: unknown = read ? read.value : chosen;
    const parsed = Profile.safeParse(given);
    return { given, profile: parsed.data ?? listed.find(({ id }) => id === given) ?? null };
  };
  const test = (): void => {
    const read = readChosen();
    if (tabId === null || !read) return;
    run(
      () => store.client.act('profiles.test', { tabId, profile: read.given }),
      (reply) => setTested({ reply, profile: read.profile, at: environment.now() }),
    );
  };
  const latest = useRef(test);
  latest.current = test;
  useEffect(() => {
    if (!isLive) return;
    latest.current();
    const timer = setInterval(() => latest.current(), FOLLOW_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isLive]);
  const choose = (id: string): void => {
    tried.value = id === PASTED ? null : id;
  };
  return {
    tabs,
    tabId,
    setTabId,
    listed,
    hasPasted,
    chosen,
    choose,
    readChosen,
    isLive,
    setLive,
    test,
    tested,
    fault,
    isBusy,
    problem,
  };
}

type Tester = ReturnType<typeof useTester>;

export function TesterSection(props: OptionsProps) {
  const { own } = useSpeech(optionsMessages);
  const tester = useTester(props);
  const { problem, tested, test } = tester;
  return (
    <div class="stack">
      <p class="quiet">{own.tester.intro}</p>
      <TesterForm tester={tester} />
      {problem && <ProblemNotice problem={problem} retry={test} />}
      {tested && <TestResult tested={tested} />}
      <SurveySection
        {...props}
        choose={() => {
          const read = tester.readChosen();
          // A profile that does not parse is tried in one tab, which says what is wrong with it.
          if (read && !read.profile) test();
          return read?.profile ? { given: read.given, profile: read.profile } : null;
        }}
      />
    </div>
  );
}

function TesterForm({ tester }: { readonly tester: Tester }) {
  const { own } = useSpeech(optionsMessages);
  const { tabs, tabId, listed, hasPasted, chosen, isLive, isBusy, fault } = tester;
  return (
    <Form class="card" submit={tester.test}>
      <div class="grid">
        <SelectField
          label={own.tester.tab}
          value={tabId ?? ''}
          options={
            tabs.length === 0
              ? [['', own.tester.noTab]]
              : tabs.map(({ id, title, origin }) => [
                  id,
                  [title ?? own.tester.tabName({ id }), origin].filter(Boolean).join(', '),
                ])
          }
          choose={(id) => tester.setTabId(Number(id))}
        />
        <SelectField
          label={own.tester.profile}
          fault={fault || undefined}
          value={chosen ?? ''}
          options={[
            ...(hasPasted ? [[PASTED, own.tester.pasted] as const] : []),
            ...listed.map(
              ({ id, name, version }) => [id, `${name}, ${own.sites.version({ version })}`] as const,
            ),
          ]}
          choose={tester.choose}
        />
      </div>
      <div class="row">
        <Button
          type="submit"
          class="primary"
          isBusy={isBusy || tabId === null || chosen === null}
          label={own.tester.run}
        />
        <label class="choice">
          <input
            type="checkbox"
            checked={isLive}
            onChange={(event) => tester.setLive(event.currentTarget.checked)}
          />
          {own.tester.live}
        </label>
      </div>
    </Form>
  );
}

function TestResult({ tested }: { readonly tested: Tested }) {
  const { own, moment } = useSpeech(optionsMessages);
  return (
    <>
      <p class="quiet" role="status">
        {own.tester.seenAt({ moment: moment(tested.at) })}
      </p>
      {tested.reply.faults.length > 0 ? (
        <Notice kind="danger">
          <Faults faults={tested.reply.faults} />
        </Notice>
      ) : (
        <>
          <p>{tested.reply.isMatched ? own.tester.matched : own.tester.notMatched}</p>
          {tested.reply.frames.length === 0 && <p>{own.tester.noFrames}</p>}
          {tested.reply.frames.map((frame) => (
            <FrameResult key={frame.frameId} frame={frame} profile={tested.profile} />
          ))}
        </>
      )}
    </>
  );
}
