import { describe, expect, it } from 'vitest';
import { publicationFields, withAbsoluteLinks } from './publication.ts';

const REPOSITORY = 'https://git.example/clinic/panel';

describe('links of a document that leaves the repository', () => {
  it.each([
    ['[the proxy](../docs/proxy.md#keys)', `[the proxy](${REPOSITORY}/blob/main/docs/proxy.md#keys)`],
    ['[`states`](library/states.md)', `[\`states\`](${REPOSITORY}/blob/main/proxy/library/states.md)`],
    ['![a graph](../docs/graph.png)', `![a graph](${REPOSITORY}/raw/main/docs/graph.png)`],
    ['[below](#events)', '[below](#events)'],
    [
      '[RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)',
      '[RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)',
    ],
  ])('%s becomes %s', (written, published) => {
    expect(withAbsoluteLinks(written, 'proxy', REPOSITORY)).toBe(published);
  });

  it.each([
    ['[the proxy](../docs/proxy.md#keys)', 'the proxy (`docs/proxy.md` in the repository)'],
    ['[docs/proxy.md](../docs/proxy.md)', 'docs/proxy.md'],
    ['![a graph](../docs/graph.png)', 'a graph'],
    ['[below](#events)', '[below](#events)'],
  ])('without a public repository, %s becomes %s', (written, published) => {
    expect(withAbsoluteLinks(written, 'proxy', null)).toBe(published);
  });
});

it('a manifest names the repository as npm compares it with the one that published, and none while there is none', () => {
  expect(publicationFields('proxy', REPOSITORY)).toMatchObject({
    repository: { type: 'git', url: `git+${REPOSITORY}.git`, directory: 'proxy' },
  });
  expect(publicationFields('proxy', null)).toEqual({ publishConfig: { access: 'public', provenance: true } });
});
