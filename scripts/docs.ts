/**
 * `npm run docs`: writes every generated document and every generated part of one, whose tests say when they are out of
 * date; then builds the site of all documents, or with `--dev` serves it until Ctrl-C.
 *
 * @module
 */
import { readCommandLine, readOptions } from './arguments.ts';
import { run } from './program.ts';

const USAGE = `Usage: npm run docs [-- --dev [--port 4500]]
  Writes the generated documents, and builds the docs' site in dist/docs.
  --dev    serves the site instead, with live examples, and reloads a page at each change
  --port   port of that server. Default: 4500`;

const WRITERS = [
  'scripts/openapi.ts',
  'scripts/service-doc.ts',
  'scripts/errors-doc.ts',
  'scripts/profile-schema.ts',
  'scripts/reference/write.ts',
  'scripts/elements/readme.ts',
  'sandbox/service/states/diagram.ts',
];

const { dev, port } = readCommandLine(USAGE, (args) => {
  const options = { dev: { type: 'boolean' }, port: { type: 'string', default: '4500' } } as const;
  return readOptions({ args, options }).values;
});

const commands = [
  ...WRITERS.map((script) => [process.execPath, script] as const),
  ['biome', 'format', '--write', 'docs/profile.schema.json', 'proxy/cli/profile-schema.ts'] as const,
];
for (const [program, ...args] of commands) {
  if ((await run(program, args)).isOk) continue;
  console.error(`${args.join(' ')} failed.`);
  process.exit(1);
}
// It takes a second to load: not before an argument is refused.
const { build, createServer } = await import('vitepress');
if (dev) {
  const server = await createServer('docs', { port: Number(port) });
  await server.listen();
  server.printUrls();
} else {
  await build('docs');
  console.log('Wrote dist/docs, for any server of static files that finds page.html at /page.');
}
