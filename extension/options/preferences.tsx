import { useEffect, useRef, useState } from 'preact/hooks';
import type { Problem } from '../intents/protocol.ts';
import { APPEARANCES, type Appearance, type SurfaceEnvironment } from '../surface/environment.ts';
import { type SurfacePage, useSpeech } from '../surface/page.tsx';
import { toRequestProblem } from '../surface/problem.ts';
import { ProblemNotice } from '../surface/request-views.tsx';
import { extensionLanguages } from '../words/compiled/languages.js';
import { optionsWords } from '../words/index.ts';
import { CHOSEN_LANGUAGES, type ChosenLanguage } from '../words/languages.ts';
import type { OptionsStore } from './store.ts';

/** A preference, and how the saving of it stands. */
interface Choice<T> {
  /** Shown as chosen; null until what is kept was read. */
  readonly value: T | null;
  readonly isSaved: boolean;
  readonly problem: Problem | null;
  choose(chosen: T): void;
}

interface Keeping<T> {
  read(): Promise<T>;
  save(chosen: T): Promise<unknown>;
  /** The latest choice is saved. */
  onSaved(chosen: T): void;
}

/** Shows a choice at once and saves it. The latest choice wins; one that could not be saved is undone, with the problem. */
function useChoice<T>({ read, save, onSaved }: Keeping<T>): Choice<T> {
  const [value, setValue] = useState<T | null>(null);
  const [isSaved, setSaved] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const kept = useRef<T | null>(null);
  const turn = useRef(0);
  const reading = useRef(read);
  useEffect(() => {
    reading.current().then(
      (found) => {
        kept.current ??= found;
        if (turn.current === 0) setValue(found);
      },
      (error) => {
        if (turn.current === 0) setProblem(toRequestProblem(error));
      },
    );
  }, []);
  return {
    value,
    isSaved,
    problem,
    choose(chosen) {
      turn.current += 1;
      const mine = turn.current;
      setValue(chosen);
      setSaved(false);
      setProblem(null);
      save(chosen).then(
        () => {
          kept.current = chosen;
          if (mine !== turn.current) return;
          setSaved(true);
          onSaved(chosen);
        },
        (error) => {
          if (mine !== turn.current) return;
          setValue(kept.current);
          setProblem(toRequestProblem(error));
        },
      );
    },
  };
}

interface PreferencesProps {
  readonly store: OptionsStore;
  readonly environment: SurfaceEnvironment;
  readonly page: SurfacePage;
}

/** Language of the extension, and how its pages look. */
export function PreferencesSection({ store, environment, page }: PreferencesProps) {
  const { words } = useSpeech();
  const own = optionsWords(words.lang).preferences;
  const language = useChoice<ChosenLanguage>({
    read: async () => (await store.client.read('language.read', {})).language,
    save: (chosen) => store.client.act('language.set', { language: chosen }),
    onSaved: (chosen) => page.speak(chosen),
  });
  const appearance = useChoice<Appearance>({
    read: () => environment.appearance(),
    save: (chosen) => environment.setAppearance(chosen),
    onSaved: (chosen) => page.setAppearance(chosen),
  });
  const problem = language.problem ?? appearance.problem;
  return (
    <div class="stack">
      <fieldset class="card">
        <legend>{own.language}</legend>
        {CHOSEN_LANGUAGES.map((one) => (
          <label key={one} class="choice">
            <input
              type="radio"
              name="language"
              checked={language.value === one}
              onChange={() => language.choose(one)}
            />
            <span lang={one === 'auto' ? undefined : one}>
              {one === 'auto' ? own.languages.auto : extensionLanguages[one]}
            </span>
          </label>
        ))}
      </fieldset>
      <fieldset class="card">
        <legend>{own.appearance}</legend>
        {APPEARANCES.map((one) => (
          <label key={one} class="choice">
            <input
              type="radio"
              name="appearance"
              checked={appearance.value === one}
              onChange={() => appearance.choose(one)}
            />
            {own.appearances[one]}
          </label>
        ))}
      </fieldset>
      <p role="status">{(language.isSaved || appearance.isSaved) && own.saved}</p>
      {problem && <ProblemNotice problem={problem} />}
    </div>
  );
}
