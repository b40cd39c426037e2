import { listInstrumentApplications } from '@instrument-panel/client/contract';
import type { Limits } from '../limits.ts';
import { notFound } from '../refusal.ts';
import { isAmong } from './access.ts';
import type { Ask, Service } from './service.ts';
import { unreadable } from './upstream.ts';

/** The ids of the patient's applications of the instrument whose graph the professional shows to the patient. */
async function shownApplications(
  service: Service,
  ask: Ask,
  patients: ReadonlySet<string>,
  limits: Limits,
): Promise<ReadonlySet<unknown>> {
  const shown = new Set<unknown>();
  for (let page = 0, offset = 0; page < limits.narrowedPages; page += 1) {
    const query = { limit: limits.pageMax, offset };
    const reply = await service({ ...ask, endpoint: listInstrumentApplications, query });
    if (reply.kind !== 'json' || !Array.isArray(reply.value)) throw unreadable();
    for (const application of reply.value) {
      const { id, patientId, showFormGraphToPatient } = (application ?? {}) as Record<string, unknown>;
      if (showFormGraphToPatient === true && isAmong(patients, patientId)) shown.add(id);
    }
    // An application that a short page left out is one that is not shown: what is missing errs on that side.
    if (reply.value.length < limits.pageMax) break;
    offset += reply.value.length;
  }
  return shown;
}

function pointsOf(graph: unknown): readonly unknown[] {
  const { series } = (graph ?? {}) as { series?: unknown };
  if (!Array.isArray(series)) throw unreadable();
  return series.flatMap((one) => {
    const { points } = (one ?? {}) as { points?: unknown };
    if (!Array.isArray(points)) throw unreadable();
    return points;
  });
}

/**
 * Lets a patient have their own score graph only where the professional shows it (`showFormGraphToPatient`): every
 * application that a point of it comes from must say so, and one at least must, since a graph with points left out
 * would look whole, and its changes would speak of scores that are not shown.
 *
 * @param read reads the graph; not called where no application shows it
 * @throws Refusal 404, that of a missing graph
 */
export async function shownGraph<Graph extends { readonly kind: string; readonly value?: unknown }>(
  service: Service,
  ask: Ask,
  patients: ReadonlySet<string>,
  limits: Limits,
  read: () => Promise<Graph>,
): Promise<Graph> {
  const shown = await shownApplications(service, ask, patients, limits);
  if (shown.size === 0) throw notFound();
  const graph = await read();
  if (graph.kind !== 'json') throw unreadable();
  for (const point of pointsOf(graph.value)) {
    const { formApplicationId } = (point ?? {}) as { formApplicationId?: unknown };
    if (!shown.has(formApplicationId)) throw notFound();
  }
  return graph;
}
