/**
 * Starts all of the example: a sandbox in the place of the service, your server with the proxy, and the pages. In production
 * only your server is left of it.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createSandbox } from '@instrument-panel/sandbox';
import { professionalId } from './src/clinic.js';

const name = process.argv[2];
// Next may serve the pages, the proxy, or both at once.
const hasNextPages = existsSync('src/next');
const isOneNext = hasNextPages && name === 'next';
const port = Number(process.env.PORT ?? 5173);
const serverPort = isOneNext ? port : Number(process.env.SERVER_PORT ?? 3000);

const sandbox = await createSandbox({ seed: 1, roster: 'clinic' });
const service = await sandbox.listen(Number(process.env.SANDBOX_PORT ?? 4100));

const environment = {
  ...process.env,
  PORT: String(serverPort),
  SERVER_URL: `http://127.0.0.1:${serverPort}`,
  SERVICE_URL: service.url,
  SERVICE_KEY: 'demo-key',
  SERVICE_SECRET: 'demo-secret',
  EHR_ORIGIN: `http://localhost:${port}`,
  TOKEN_KEY: randomBytes(32).toString('base64'),
};
const run = (...args) => {
  const program = spawn(process.execPath, args, { stdio: 'inherit', env: environment });
  process.on('exit', () => program.kill());
  program.on('exit', (code) => process.exit(code ?? 1));
};
const runNext = (folder, at) => {
  const next = fileURLToPath(import.meta.resolve('next/dist/bin/next'));
  run(next, 'dev', folder, '--port', String(at), '--hostname', '127.0.0.1');
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit());
const isUp = (address) =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  );

if (name !== 'next') run(`server/${name}/server.ts`);
else if (!isOneNext) runNext('server/next', serverPort);
if (hasNextPages) runNext('src/next', port);
while (!(await isUp(`http://127.0.0.1:${serverPort}/panel/healthz`))) await wait(100);

// A page without a bundler has the package's single file beside it.
if (existsSync('src/html')) {
  const file = fileURLToPath(import.meta.resolve('@instrument-panel/widget/cdn/instrument-panel.js'));
  cpSync(file.replace(/instrument-panel\.js$/, ''), 'src/html/kit/cdn', { recursive: true });
}

if (hasNextPages) {
  while (!(await isUp(`http://127.0.0.1:${port}/`))) await wait(100);
} else {
  const { createServer } = await import('vite');
  /** The EHR's word on who is signed in, which the proxy asks for: yours has a cookie to look at. */
  const signIn = {
    name: 'sign-in',
    configureServer({ middlewares }) {
      middlewares.use('/staff/session', (_, reply) =>
        reply.end(JSON.stringify({ sub: 'ana', professionalId })),
      );
    },
  };
  const pages = await createServer({
    configFile: existsSync('vite.config.js') ? 'vite.config.js' : false,
    root: 'src',
    plugins: [signIn],
    server: { port, strictPort: true, proxy: { '/panel': `http://127.0.0.1:${serverPort}` } },
  });
  await pages.listen();
}
const path = hasNextPages || existsSync('src/index.html') ? '' : 'html/';
console.log(`Page      http://localhost:${port}/${path}`);
console.log(`Sandbox   ${service.url}/sandbox`);
