import { Badge, Button } from '../surface/controls.tsx';
import { instant, useSpeech } from '../surface/page.tsx';
import { ProblemNotice, Read, type SiteProps } from '../surface/request-views.tsx';
import { useAction, useResource } from '../surface/resource.ts';
import { popupWords } from '../words/index.ts';

/** The new answers that the badge counts, with high risks marked, until they are marked as seen. Keyed by the counts. */
export function News({ client, site }: SiteProps) {
  const { words, moment, own } = useSpeech(popupWords);
  const { profileId, news } = site;
  const reading = useResource((signal) => client.read('news.read', { profileId }, { signal }));
  const { isBusy, problem, run } = useAction();
  if (news.answers === 0 && news.risks === 0) return <p class="quiet">{own.noNews}</p>;
  return (
    <section class="card" aria-label={own.news}>
      <h2>{own.news}</h2>
      <p>{own.newsSummary({ answers: news.answers, risks: news.risks })}</p>
      <Read of={reading}>
        {({ items, unreadable }) => (
          <>
            <ul class="plain stack news">
              {items.map((item) => {
                const at = instant(item.answeredAt);
                return (
                  <li key={item.submissionId} class="tight">
                    <span class="between">
                      <strong>{item.patientName ?? words.unnamed}</strong>
                      {item.isRisk && <Badge kind="danger" text={own.newsRisk} />}
                    </span>
                    <span>
                      {own.newsItem({
                        instrument: item.instrument ?? own.unknownInstrument,
                        moment: at === null ? null : moment(at),
                      })}
                    </span>
                  </li>
                );
              })}
            </ul>
            {unreadable > 0 && <p class="quiet">{words.unreadable({ count: unreadable })}</p>}
          </>
        )}
      </Read>
      <Button
        isBusy={isBusy}
        act={() => run(() => client.act('badge.seen', { profileId }))}
        label={own.seen}
      />
      {problem && <ProblemNotice problem={problem} />}
    </section>
  );
}
