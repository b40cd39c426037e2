import { json, type ProxyResponse } from '../exchange.ts';
import { isAmong } from '../forward/access.ts';
import { deedOf, type MappingCall } from './mapping-call.ts';
import { notLinked } from './refusals.ts';

/** `DELETE /patients/link`: takes a wrong link away; the patient stays at the service. */
export async function unlinkPatient(call: MappingCall): Promise<ProxyResponse> {
  const { store, key, narrowing } = call;
  const patientId = await store.find(key);
  if (patientId === null || (narrowing && !isAmong(narrowing, patientId))) throw notLinked('toUnlink');
  return call.audit.record(deedOf(call, patientId), async () => {
    if (!(await store.unlink(key, patientId))) throw notLinked('toUnlink');
    return json(200, {});
  });
}
