/**
 * `npm run docs`: writes docs/errors.md, the reference of all error codes.
 *
 * @module
 */
import { writeFileSync } from 'node:fs';
import { ERROR_REFERENCE } from '@instrument-panel/client/error-reference';

const RAISED_BY = {
  service: 'the service',
  proxy: 'the proxy',
  client: 'the client',
  elements: 'the elements',
  operation: 'the proxy, to its operator',
} as const;

const INTRODUCTION = `# Errors

Every error has a code that stays the same from release to release. It is the \`code\` of an answer of proxy or service, of an
error of the client, of the event \`instrument-error\`, and of the proxy's log (for a delivery that \`verifyWebhook\` refuses: its \`fault\`).

On \`localhost\`, or with \`configure({ debug: true })\`, the elements explain each code that they meet on the console
([development mode](widget.md#development-mode)). The proxy explains it in its log with \`--explain\`
([development](proxy.md#development)).

Generated from \`shared/client/error-reference/\`.
`;

/** Makes the page. */
export function writeErrorsPage(): string {
  const entries = ERROR_REFERENCE.toSorted((a, b) => (a.code.toUpperCase() < b.code.toUpperCase() ? -1 : 1));
  const sections = entries.map(({ code, raisedBy, cause, remedy }) => {
    const by = raisedBy.map((one) => RAISED_BY[one]).join(', ');
    return `## ${code}\n\nRaised by ${by}.\n\n- **Cause:** ${cause}\n- **Remedy:** ${remedy}\n`;
  });
  return [INTRODUCTION, ...sections].join('\n');
}

if (import.meta.main) writeFileSync('docs/errors.md', writeErrorsPage());
