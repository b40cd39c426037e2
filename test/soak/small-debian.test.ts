/**
 * The set-up on a Debian that has Node 20, npm 9 and git, and nothing else: what a machine lacks that every developer's has is
 * seen nowhere else. It needs Debian's packages and the npm registry, so only `npm run test:soak` does it.
 *
 * @module
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMissing, isRoot, run } from './containers.ts';
import { SOAK } from './scale.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CA = process.env.NODE_EXTRA_CA_CERTS;
const CA_INSIDE = '/etc/ssl/certs/ca-certificates.crt';

const MISSING = findMissing(['mmdebstrap', 'unshare', 'git']);
if (SOAK && (MISSING.length > 0 || !isRoot))
  console.log(
    `The set-up of a small Debian was not tried, since ${isRoot ? `this machine has no ${MISSING.join(' and no ')}` : 'it needs root'}.`,
  );

describe.runIf(SOAK && isRoot && MISSING.length === 0)(
  'a small Debian (in the soak alone, and where mmdebstrap and root are)',
  () => {
    let folder = '';
    /** Runs a command line in it; what is mounted for that is gone with it. */
    const inside = (command: string): string =>
      run('unshare', [
        '--mount',
        'sh',
        '-c',
        'mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" && exec chroot "$1" env -i HOME=/srv PATH=/usr/sbin:/usr/bin:/sbin:/bin NODE_EXTRA_CA_CERTS="$2" sh -c "$3"',
        'sh',
        folder,
        CA === undefined ? '' : CA_INSIDE,
        command,
      ]);

    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'instrument-panel-small-debian-'));
      run('mmdebstrap', ['--variant=minbase', '--include=nodejs,npm,git,ca-certificates', 'trixie', folder]);
      for (const file of ['/etc/resolv.conf', '/etc/hosts']) cpSync(file, join(folder, file));
      if (CA !== undefined) cpSync(CA, join(folder, CA_INSIDE), { dereference: true });
      run('git', ['clone', '--quiet', ROOT, join(folder, 'srv/project')]);
    }, 600_000);
    afterAll(() => {
      if (folder) rmSync(folder, { recursive: true, force: true });
    });

    it('has an older Node and npm, and not the library that Node 26 needs', () => {
      expect(inside('node --version; npm --version')).toMatch(/^v20\.\S+\n9\./);
      expect(inside('ldconfig -p')).not.toContain('libatomic');
    });

    it('is set up by the first command of the project', () => {
      inside('cd /srv/project && npm run words');
      expect(inside('/srv/project/node_modules/.bin/node --version')).toMatch(/^v26\./);
      // The second time there is nothing left to do.
      expect(inside('cd /srv/project && npm run words 2>&1')).not.toContain('Installing');
    }, 600_000);
  },
);
