import { describe, expect, it } from 'vitest';
import { withInstallLines } from './install-lines.ts';
import { isMade, pages, toSiteAddress } from './pages.ts';

describe('a link between documents leads, in the site,', () => {
  it.each([
    ['docs/widget.md', 'proxy.md#tenants', '/proxy#tenants'],
    ['docs/widget.md', '../README.md', '/'],
    ['README.md', 'docs/decisions/README.md', '/decisions/'],
    ['docs/decisions/0003-retries.md', '../../shared/client/README.md#calls', '/packages/client#calls'],
    ['docs/README.md', 'openapi.json', '/docs/openapi.json'],
  ])('from %s by %s to %s', (from, link, address) => {
    expect(toSiteAddress(from, link)).toBe(address);
  });

  it('nowhere for a source file, which has no page', () => {
    expect(toSiteAddress('docs/proxy.md', '../proxy/options.ts')).toBeNull();
  });

  it('into an error if the file does not exist', () => {
    expect(() => toSiteAddress('docs/proxy.md', 'nothing.md')).toThrow('docs/proxy.md links to nothing.md');
  });
});

it('a folder that a failed browser test leaves has no document', () => {
  expect(
    ['docs', 'test-results', 'proxy', 'playwright-report', '.cache'].filter((name) => !isMade(name)),
  ).toEqual(['docs', 'proxy']);
});

it('no two documents share a page', () => {
  const addresses = Object.values(pages);
  expect(new Set(addresses).size).toBe(addresses.length);
});

describe('how to install is', () => {
  const page = [
    'Before.',
    '<!-- unpublished -->',
    'Not on a registry yet.',
    '```sh',
    'npm run pack',
    'npm install ./path/to/dist/instrument-panel-client-0.1.0.tgz ./path/to/dist/instrument-panel-proxy-0.1.0.tgz',
    '```',
    '<!-- /unpublished -->',
    'After.\n',
  ].join('\n');

  it('by tarball while the packages are on no registry, and no name of a registry is in the page', () => {
    expect(withInstallLines(page)).toBe(page);
    expect(withInstallLines(page)).not.toContain('@instrument-panel');
  });

  it('by name once they are', () => {
    expect(withInstallLines(page, true)).toBe(
      'Before.\n```sh\nnpm install @instrument-panel/client @instrument-panel/proxy\n```\nAfter.\n',
    );
  });
});
