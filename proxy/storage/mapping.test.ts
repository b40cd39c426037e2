import { expect, it } from 'vitest';
import { eachStorage } from '../fixtures/storages.ts';
import { createLinkHasher } from '../mapping/mapping-call.ts';

const [A, B] = ['aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa', 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb'];
const hasher = createLinkHasher(new Uint8Array(32).fill(7));
const KEY = hasher.keyOf('professional', 'ehr', 'MRN-1');
const ORIGIN = { at: '2026-03-01T09:30:00.000Z', by: 'staff-7', page: 'ehr.example' };
const LINKED = { kind: 'linked', replaced: [] };
const OTHER_KEY = hasher.keyOf('professional', 'ehr', 'MRN-2');

eachStorage('the mapping', ({ open, again }) => {
  it('links a key once, whoever is first of two proxies', async () => {
    const stores = [(await open()).mapping, (await again()).mapping];
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        stores[index % 2]?.link([KEY], index % 3 === 0 ? A : B, ORIGIN),
      ),
    );
    const linked = results.filter((result) => result?.kind === 'linked');
    expect(linked).toHaveLength(1);
    const patientId = await stores[0]?.find(KEY);
    expect(await stores[1]?.find(KEY)).toBe(patientId);
    const others = results.filter((result) => result?.kind === 'exists');
    const taken = results.filter((result) => result?.kind === 'patient-taken');
    expect([others.length, taken.length]).toEqual([19, 0]);
    expect(others).toEqual(others.map(() => ({ kind: 'exists', patientId })));
  });

  it('gives a patient one key of a system, and another in another system or to another professional', async () => {
    const store = (await open()).mapping;
    expect(await store.link([KEY], A, ORIGIN)).toEqual(LINKED);
    expect(await store.link([OTHER_KEY], A, ORIGIN)).toEqual({ kind: 'patient-taken' });
    expect(await store.find(OTHER_KEY)).toBeNull();
    expect(await store.link([hasher.keyOf('professional', 'lab', 'MRN-1')], A, ORIGIN)).toEqual(LINKED);
    expect(await store.link([hasher.keyOf('colleague', 'ehr', 'MRN-1')], A, ORIGIN)).toEqual(LINKED);
  });

  it('finds the patients of many keys in their order, and links nothing by looking', async () => {
    const store = (await open()).mapping;
    const keys = Array.from({ length: 500 }, (_, index) =>
      hasher.keyOf('professional', 'ehr', `row-${index}`),
    );
    const [tenth, last] = [keys[10], keys[499]];
    if (!tenth || !last) throw new Error('no keys');
    await store.link([tenth], A, ORIGIN);
    await store.link([last], B, ORIGIN);
    const found = await store.findAll(keys);
    expect(found).toEqual(keys.map((key) => (key === tenth ? A : key === last ? B : null)));
    expect(await store.findAll([])).toEqual([]);
    expect(await store.findAll([last, tenth, last])).toEqual([B, A, B]);
  });

  it('tells which key a patient has already, by professional and system', async () => {
    const store = (await open()).mapping;
    await store.link([KEY], A, ORIGIN);
    const elsewhere = hasher.keyOf('professional', 'lab', 'MRN-2');
    const colleague = hasher.keyOf('colleague', 'ehr', 'MRN-2');
    const pairs = [
      [OTHER_KEY, A],
      [OTHER_KEY, B],
      [elsewhere, A],
      [colleague, A],
    ] as const;
    expect(await store.linksOf(pairs)).toEqual([KEY.hash, null, null, null]);
    expect(await store.linksOf([])).toEqual([]);
  });

  it('unlinks only the patient that it was told of, who may then be linked again', async () => {
    const store = (await open()).mapping;
    await store.link([KEY], A, ORIGIN);
    expect(await store.unlink(KEY, B)).toBe(false);
    expect(await store.unlink(KEY, A)).toBe(true);
    expect(await store.unlink(KEY, A)).toBe(false);
    expect(await store.link([OTHER_KEY], A, ORIGIN)).toEqual(LINKED);
  });

  it('links the keys of several systems together, or none of them', async () => {
    const store = (await open()).mapping;
    const lab = hasher.keyOf('professional', 'lab', 'L-1');
    const radiology = hasher.keyOf('professional', 'radiology', 'R-1');
    await store.link([lab], B, ORIGIN);
    expect(await store.link([KEY, lab], A, ORIGIN)).toEqual({ kind: 'exists', patientId: B });
    expect(await store.link([KEY, hasher.keyOf('professional', 'lab', 'L-2')], B, ORIGIN)).toEqual({
      kind: 'patient-taken',
    });
    expect(await store.find(KEY)).toBeNull();
    expect(await store.link([KEY, radiology], A, ORIGIN)).toEqual(LINKED);
    expect(await store.findAll([KEY, radiology, lab])).toEqual([A, A, B]);
  });

  it('says when, by whom and from which page a link was made, until it is removed', async () => {
    const store = (await open()).mapping;
    await store.link([KEY], A, ORIGIN);
    expect(await store.origin(KEY)).toEqual(ORIGIN);
    expect(await store.origin(OTHER_KEY)).toBeNull();
    await store.unlink(KEY, A);
    expect(await store.origin(KEY)).toBeNull();
  });

  it('replaces the key that it is told to, in the step that links the new one, and no other', async () => {
    const store = (await open()).mapping;
    const lab = hasher.keyOf('professional', 'lab', 'L-1');
    const colleague = hasher.keyOf('colleague', 'ehr', 'MRN-1');
    for (const key of [KEY, lab, colleague]) await store.link([key], A, ORIGIN);
    const every = [KEY.hash, lab.hash, colleague.hash];
    const later = { ...ORIGIN, by: 'staff-8' };
    expect(await store.link([OTHER_KEY], A, later, [lab.hash])).toEqual({ kind: 'patient-taken' });
    expect(await store.link([OTHER_KEY], B, later, every)).toEqual(LINKED);
    expect(await store.link([OTHER_KEY], A, later, every)).toEqual({ kind: 'exists', patientId: B });
    expect(await store.findAll([KEY, OTHER_KEY, lab, colleague])).toEqual([A, B, A, A]);
    const third = hasher.keyOf('professional', 'ehr', 'MRN-3');
    expect(await store.link([third], A, later, every)).toEqual({ kind: 'linked', replaced: [KEY.hash] });
    expect(await store.findAll([KEY, third, lab, colleague])).toEqual([null, A, A, A]);
    expect([await store.origin(KEY), await store.origin(third)]).toEqual([null, later]);
    expect(await store.link([KEY], A, ORIGIN)).toEqual({ kind: 'patient-taken' });
  });

  it('lets one of many replace a key at once, through two proxies, and leaves a patient one key', async () => {
    const stores = [(await open()).mapping, (await again()).mapping];
    await stores[0]?.link([KEY], A, ORIGIN);
    const keys = Array.from({ length: 6 }, (_, at) => hasher.keyOf('professional', 'ehr', `new-${at}`));
    const results = await Promise.all(
      keys.map((key, at) => stores[at % 2]?.link([key], A, ORIGIN, [KEY.hash])),
    );
    const won = results.findIndex((result) => result?.kind === 'linked');
    expect(results.filter((_, at) => at !== won)).toEqual(Array(5).fill({ kind: 'patient-taken' }));
    expect(results[won]).toEqual({ kind: 'linked', replaced: [KEY.hash] });
    const found = await stores[0]?.findAll([KEY, ...keys]);
    expect(found?.flatMap((patient, at) => (patient === null ? [] : [at - 1, patient]))).toEqual([won, A]);
  });

  it('lets one of two proxies register for a key, until it is released', async () => {
    const [one, other] = [(await open()).mapping, (await again()).mapping];
    const now = Date.now();
    expect(await one.claim(KEY, 'first', now, now + 60_000)).toBe(true);
    expect(await other.claim(KEY, 'second', now, now + 60_000)).toBe(false);
    await other.release(KEY, 'second');
    expect(await other.claim(KEY, 'second', now, now + 60_000)).toBe(false);
    await one.release(KEY, 'first');
    expect(await other.claim(KEY, 'second', now, now + 60_000)).toBe(true);
  });

  it('keeps the first fingerprint of a secret, and tells it from another', async () => {
    const [one, other] = [(await open()).mapping, (await again()).mapping];
    const changed = createLinkHasher(new Uint8Array(32).fill(8));
    expect(await one.fingerprint(null)).toBeNull();
    expect(await other.fingerprint(null)).toBeNull();
    expect(await one.fingerprint(hasher.fingerprint)).toBe(hasher.fingerprint);
    expect(await other.fingerprint(null)).toBe(hasher.fingerprint);
    expect(await other.fingerprint(changed.fingerprint)).toBe(hasher.fingerprint);
    expect(changed.fingerprint).not.toBe(hasher.fingerprint);
  });
});

it('tells professional, system and key apart wherever one ends and the next begins', () => {
  const hashes = [
    hasher.keyOf('a', 'b', 'c'),
    hasher.keyOf('a', 'bc', ''),
    hasher.keyOf('ab', '', 'c'),
    hasher.keyOf('a","b', 'c', ''),
  ].map(({ hash }) => hash);
  expect(new Set(hashes).size).toBe(4);
});
