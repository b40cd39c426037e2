import type { Rules } from '../rule.ts';
import { accountLink } from './account-link.ts';
import { answers } from './answers.ts';
import { applications } from './applications.ts';
import { automatic } from './automatic.ts';
import { credentials } from './credentials.ts';
import { faults } from './faults.ts';
import { instruments } from './instruments.ts';
import { lists } from './lists.ts';
import { outbox } from './outbox.ts';
import { patients } from './patients.ts';
import { professionals } from './professionals.ts';
import { recommendation } from './recommendation.ts';
import { refusals } from './refusals.ts';
import { reports } from './reports.ts';
import { scoreGraph } from './score-graph.ts';
import { scores } from './scores.ts';
import { submissions } from './submissions.ts';
import { webhooks } from './webhooks.ts';

/** Every rule, by section of docs/service.md. */
export const SECTIONS: Readonly<Record<string, Rules>> = {
  Professionals: professionals,
  'Account link': accountLink,
  Patients: patients,
  Applications: applications,
  'Lists and limits': lists,
  Submissions: submissions,
  'Answers of the patient': answers,
  Instruments: instruments,
  Scores: scores,
  'Score graph': scoreGraph,
  'Analysis and notifications': reports,
  Recommendation: recommendation,
  Credentials: credentials,
  'Errors and malformed input': refusals,
  'Outbox and control pages': outbox,
  Faults: faults,
  Webhooks: webhooks,
  // Last, since it moves the clock by years.
  'By the clock': automatic,
};
