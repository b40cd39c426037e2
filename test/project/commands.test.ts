import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const commands = Object.entries(scripts).filter(([, script]) => script.includes('scripts/setup.mjs'));

describe('a command of package.json', () => {
  it.each(commands)('%s refuses an argument that it does not know by name, and ends with 2', (_, script) => {
    const [program = '', ...args] = script.split(' ');
    const { status, stderr } = spawnSync(program, [...args, '--no-such-thing'], { encoding: 'utf8' });
    expect(status, stderr).toBe(2);
    expect(stderr).toContain('--no-such-thing');
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it.each(['shared/client', 'shared', 'widget', 'extension', 'proxy', 'sandbox', 'test'])(
    'test and test:watch run the tests of %s alone',
    (room) => {
      const manifest = JSON.parse(readFileSync(`${room}/package.json`, 'utf8')) as {
        private?: boolean;
        scripts: object;
      };
      expect(manifest.scripts).toEqual({
        // What is published is packed by `npm run pack`, from what was built, and not by npm from the sources.
        ...(manifest.private ? {} : { prepack: expect.stringMatching('scripts/refuse-pack.mjs$') }),
        test: expect.stringMatching(`scripts/setup.mjs test --in ${room}$`),
        'test:watch': expect.stringMatching(`scripts/setup.mjs test --watch --in ${room}$`),
      });
    },
  );
});
