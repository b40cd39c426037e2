import type { DetailProps } from './course-detail.tsx';

/** The choice between the whole instrument and its subscales; radio buttons bring their own keys. */
export function SeriesChoice({ store, speech, course }: DetailProps) {
  const { words } = speech.course;
  const chosen = store.series.value.get(course.formId) ?? course.view?.seriesId;
  const choose = (seriesId: string): void => {
    store.series.value = new Map([...store.series.value, [course.formId, seriesId]]);
  };
  return (
    <fieldset class="series">
      <legend class="hush">{words.series}</legend>
      {course.series.map(({ seriesId, name }) => (
        <label key={seriesId}>
          <input
            type="radio"
            name={`series-${course.formId}`}
            checked={seriesId === chosen}
            onChange={() => choose(seriesId)}
          />
          <span dir="auto">{name ?? words.wholeScore}</span>
        </label>
      ))}
    </fieldset>
  );
}
