import { decodeQuery, getPatient, type QueryValues } from '@instrument-panel/client/contract';
import { listViewers } from '@instrument-panel/client/proxy';
import { json } from '../exchange.ts';
import {
  allowAction,
  isAmong,
  RATE_LIMIT_OF_ROLE,
  readProfessional,
  toNarrowing,
  toSubject,
} from '../forward/access.ts';
import type { TokenParts } from '../forward/forward.ts';
import { logError, toErrorName } from '../log.ts';
import { invalid, refuse, retryLater } from '../refusal.ts';
import type { OwnRoute } from '../routes.ts';
import type { Settings } from '../settings.ts';
import { within } from '../waiting.ts';
import { findViewers, type Viewer } from './viewers.ts';

const HOUR_MS = 3_600_000;
const NAME_LENGTH_MAX = 200;

/** Makes the function that asks the partner for a person's name; it gives null if the partner has none. */
function createNameReader(settings: Settings) {
  const report = (error: unknown): null => {
    // Its message is the partner's and may hold anything.
    logError(settings, 'seen-by-failed', `The option seenBy.nameOf threw ${toErrorName(error)}.`);
    return null;
  };
  return async (sub: string): Promise<string | null> => {
    try {
      const asked = Promise.resolve(settings.seenBy?.nameOf(sub) ?? null);
      const name: unknown = await within(settings.limits.sessionMs, asked);
      return typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, NAME_LENGTH_MAX) : null;
    } catch (error) {
      return report(error);
    }
  };
}

/** `GET /seen-by`: who else has read a patient's data lately, as the trail has it. */
export function createSeenByRoute(settings: Settings, { readToken, limiter, service }: TokenParts): OwnRoute {
  const { seenBy, clock, limits, storage } = settings;
  const toName = createNameReader(settings);

  async function readViewers(patientId: string, asking: string, hours: number): Promise<readonly Viewer[]> {
    const now = clock();
    try {
      const { audit } = await storage();
      return await findViewers(audit, patientId, asking, { since: now - hours * HOUR_MS, now });
    } catch (error) {
      logError(settings, 'seen-by-failed', `The audit trail cannot be read (${toErrorName(error)}).`);
      const message = 'Who has seen the patient cannot be read now. Try again in a moment.';
      throw retryLater(503, 'STORAGE_UNAVAILABLE', message, 5);
    }
  }

  return {
    endpoint: listViewers,
    async serve(call) {
      const claims = await readToken(call);
      await limiter(RATE_LIMIT_OF_ROLE[claims.role], toSubject(claims), call);
      const narrowing = toNarrowing(claims);
      allowAction(listViewers.permission, claims, narrowing);
      const { values, problems } = decodeQuery(listViewers.query, new URLSearchParams(call.rawQuery));
      if (problems.length > 0) throw invalid(problems.map(({ message }) => message).join(' '));
      const { patientId } = values as QueryValues<typeof listViewers.query>;
      const professionalId = readProfessional(claims, values);
      call.about = { professionalId, patientId };
      if (narrowing && !isAmong(narrowing, patientId)) throw refuse('NOT_FOUND');
      const now = new Date(clock()).toISOString();
      if (!seenBy?.roles.includes(claims.role)) return json(200, { viewers: null, now });
      // Whether the patient is one of this professional's, the service alone knows.
      await service({
        endpoint: getPatient,
        path: { professionalId, patientId },
        query: {},
        body: undefined,
        acceptLanguage: call.request.headers['accept-language'],
        deadline: clock() + limits.upstreamMs,
        call,
        narrowed: narrowing !== null,
      });
      const found = await readViewers(patientId, claims.sub, seenBy.hours);
      const viewers = await Promise.all(found.map(async ({ sub, at }) => ({ name: await toName(sub), at })));
      call.shown = [];
      return json(200, { viewers, now });
    },
  };
}
