import { useEffect, useRef, useState } from 'preact/hooks';
import type { Profile } from '../profile/profile.ts';
import { Button, Notice } from '../surface/controls.tsx';
import { useSpeech } from '../surface/page.tsx';
import { optionsMessages } from '../words/compiled/options/all.js';
import type { OptionsProps } from './store.ts';
import {
  addToSurvey,
  emptySurvey,
  endSurvey,
  findLacks,
  measureTrial,
  type Survey,
  type SurveyedPart,
  TRIAL_CHARTS,
} from './survey.ts';

/** Milliseconds for which every page that is opened is looked at. */
const SURVEY_MS = 600_000;
/** Milliseconds between two looks at all tabs; a page that comes in this window is looked at at once. */
const INTERVAL_MS = 3_000;

interface SurveyProps extends OptionsProps {
  /** The profile that is chosen in the tester, as the background takes it; null if it cannot be read. */
  readonly choose: () => { readonly given: unknown; readonly profile: Profile } | null;
}

interface Run {
  readonly given: unknown;
  readonly profile: Profile;
  /** What was pasted when it began. */
  readonly text: string;
  readonly until: number;
}

/** Tries the profile in all open tabs, over and over until the time is up, and keeps what was found where. */
function useSurvey({ store, choose }: SurveyProps) {
  const { client, trial } = store;
  const { environment } = client;
  const [run, setRun] = useState<Run | null>(null);
  const [survey, setSurvey] = useState<Survey>(emptySurvey);
  const [isRunning, setRunning] = useState(false);
  const isBusy = useRef(false);
  const status = client.status.value;
  const end = (): void => {
    setRunning(false);
    setSurvey(endSurvey);
  };
  const look = async (): Promise<void> => {
    if (!run || isBusy.current) return;
    if (environment.now() >= run.until) return end();
    isBusy.current = true;
    const open = (await environment.tabs()).filter(({ origin }) => origin !== null);
    const replies = await Promise.all(
      // A tab may have been closed meanwhile.
      open.map(async ({ id }) => {
        const asked = client.act('profiles.test', { tabId: id, profile: run.given });
        return { tabId: id, reply: await asked.catch(() => null) };
      }),
    );
    const looks = replies.map(({ tabId, reply }) => ({
      tabId,
      frames: reply?.isMatched ? reply.frames : [],
    }));
    setSurvey((before) => {
      const next = addToSurvey(before, looks, environment.now());
      // What is pasted counts as tried as it was when the test began.
      trial.value = { text: run.text, isDone: measureTrial(next, run.profile).isDone };
      return next;
    });
    isBusy.current = false;
  };
  const latest = useRef(look);
  latest.current = look;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another state of the tab is a page that has come
  useEffect(() => {
    if (!isRunning) return;
    void latest.current();
    const timer = setInterval(() => void latest.current(), INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isRunning, status]);
  const start = (): void => {
    const chosen = choose();
    if (!chosen) return;
    setSurvey(emptySurvey());
    setRun({ ...chosen, text: store.pasted.value, until: environment.now() + SURVEY_MS });
    setRunning(true);
  };
  return { run, survey, isRunning, start, stop: end };
}

/** Starts the survey of all tabs, and says what was never found. */
export function SurveySection(props: SurveyProps) {
  const { own } = useSpeech(optionsMessages, (all) => all.tester.survey);
  const { run, survey, isRunning, start, stop } = useSurvey(props);
  const lacks = run ? findLacks(survey, run.profile) : [];
  const trial = run ? measureTrial(survey, run.profile) : null;
  const isEmpty = survey.outcomes.size === 0;
  return (
    <section class="card stack" aria-label={own.title}>
      <h2>{own.title}</h2>
      <p class="quiet">{own.intro}</p>
      <div class="row">
        <Button class="primary" label={isRunning ? own.stop : own.start} act={isRunning ? stop : start} />
      </div>
      {run && (
        <div role="status" class="stack">
          <p>{isRunning ? own.running : own.ended}</p>
          {isEmpty && <p>{own.nothing}</p>}
          {trial && !isEmpty && (
            <p>
              {own.charts({ charts: trial.charts, of: TRIAL_CHARTS })} {trial.isListMissing && own.noList}
            </p>
          )}
          {!isEmpty && lacks.length === 0 && <Notice kind="done" text={own.complete} />}
          {lacks.length > 0 && (
            <ul>
              {lacks.map((lack) => (
                <li key={JSON.stringify(lack)}>
                  <Lack lack={lack} profile={run.profile} />
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  );
}

function Lack({ lack, profile }: { readonly lack: SurveyedPart; readonly profile: Profile }) {
  const { words, own } = useSpeech(optionsMessages, (all) => all.tester);
  const { page, part, found, kind, where } = lack;
  const type = profile.pages[page]?.type ?? 'none';
  return (
    <>
      {own.survey.page({ page: page + 1, type: words.pageTypes[type] })} {own.survey.parts[part]}
      {kind && ` (${words.identifiers[kind]})`} {where && <code>{where}</code>}: {own.survey[found]}
    </>
  );
}
