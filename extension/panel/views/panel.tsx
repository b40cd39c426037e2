import { ApplySection } from './apply-section.tsx';
import type { ViewContext } from './context.ts';
import { CourseList } from './course-list.tsx';
import { Foot } from './foot.tsx';
import { Head } from './head.tsx';
import { RiskBox } from './risk-box.tsx';
import { NoticeLine, Stale, TroubleBox, Waiting } from './standing.tsx';

/** The whole panel: risk above everything, closed or open. */
export function PanelView(context: ViewContext) {
  const { store, speech } = context;
  const { phase, isOpen, isReading, announcement, failure } = store;
  const isShown = phase.value === 'ready' || phase.value === 'stale';
  return (
    <section
      class="panel"
      lang={speech.lang}
      aria-labelledby="title"
      aria-busy={isReading.value}
      data-phase={phase.value}
    >
      {isShown && <RiskBox {...context} />}
      <Head {...context} />
      {phase.value === 'stale' && <Stale {...context} />}
      {phase.value === 'failed' && failure.value && <TroubleBox {...context} />}
      {isOpen.value && phase.value === 'loading' && <Waiting {...context} />}
      {isOpen.value && isShown && (
        <>
          <ApplySection {...context} />
          <CourseList {...context} />
          <Foot {...context} />
        </>
      )}
      <NoticeLine {...context} />
      <p class="hush" role="status">
        {announcement.value}
      </p>
    </section>
  );
}
