import { describe, expectTypeOf, it } from 'vitest';
import type { CallArguments, CallInput, Client, Reply } from './call.ts';
import type {
  checkProfessional,
  createPatient,
  Endpoint,
  getInstrument,
  getScoreGraph,
  inactivatePatient,
  listSubmissions,
  listTags,
  ScoreGraph,
  Submission,
} from './contract/index.ts';
import type { PagedList, PageItem, PagesInput } from './paging.ts';

describe('the types of a call (checked by the compiler)', () => {
  it('demand path, query and body exactly where the declaration needs them', () => {
    type Patient = { readonly professionalId: string; readonly patientId: string };
    expectTypeOf<CallInput<typeof inactivatePatient>['params']>().toEqualTypeOf<Patient>();
    expectTypeOf<[]>().not.toExtend<CallArguments<typeof inactivatePatient>>();
    expectTypeOf<[]>().toExtend<CallArguments<typeof listTags>>();
    expectTypeOf<[{ query: { email: string } }]>().toExtend<CallArguments<typeof checkProfessional>>();
    expectTypeOf<[]>().not.toExtend<CallArguments<typeof checkProfessional>>();
    expectTypeOf<[{ params: { professionalId: string } }]>().not.toExtend<
      CallArguments<typeof createPatient>
    >();
    expectTypeOf<[{ body: { name: string } }]>().not.toExtend<CallArguments<typeof listTags>>();
    expectTypeOf<[{ params: { formId: string } }]>().toExtend<CallArguments<typeof getInstrument>>();
  });

  it('take any input for an endpoint that is known only at run time', () => {
    expectTypeOf<[{ params: { any: number } }]>().toExtend<CallArguments<Endpoint>>();
  });

  it('give the declared resource back', () => {
    const call = (client: Client) => client<typeof getScoreGraph>;
    expectTypeOf<ReturnType<ReturnType<typeof call>>>().toEqualTypeOf<Promise<Reply<ScoreGraph>>>();
  });

  it('page only through the paged lists, and keep limit and offset to themselves', () => {
    expectTypeOf<PageItem<typeof listSubmissions>>().toEqualTypeOf<Submission>();
    expectTypeOf<typeof listTags>().not.toExtend<PagedList>();
    expectTypeOf<NonNullable<PagesInput<typeof listSubmissions>['query']>>().not.toHaveProperty('limit');
  });
});
