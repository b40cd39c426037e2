import { checkBody, readJson } from '../http/body.ts';
import type { ControlRoute } from '../http/control-route.ts';
import { jsonReply } from '../http/reply.ts';
import { type FaultInput, FaultInputs } from './fault.ts';
import type { FaultList } from './fault-list.ts';

/** `/sandbox/faults`: POST puts a list (or one fault) in place of what is on, GET lists, DELETE switches all off. */
export const faultsRoute = (faults: FaultList): ControlRoute => ({
  GET: () => jsonReply(200, faults.all()),
  async POST(request) {
    const body = await readJson(request);
    const isOne = typeof body === 'object' && body !== null && 'kind' in body;
    faults.replace(checkBody(FaultInputs, isOne ? [body] : body) as FaultInput[]);
    return jsonReply(200, faults.all());
  },
  DELETE() {
    faults.replace([]);
    return jsonReply(200, []);
  },
});
