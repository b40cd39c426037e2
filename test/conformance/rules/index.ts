import type { Rules } from '../rule.ts';
import { accountLink } from './account-link.ts';
import { applications } from './applications.ts';
import { lists } from './lists.ts';
import { patients } from './patients.ts';
import { professionals } from './professionals.ts';
import { submissions } from './submissions.ts';

/** Every rule, by the section of the specification. */
export const SECTIONS: Readonly<Record<string, Rules>> = {
  Professionals: professionals,
  'Account link': accountLink,
  Patients: patients,
  Applications: applications,
  'Lists and limits': lists,
  Submissions: submissions,
};
