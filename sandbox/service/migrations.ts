import type { DatabaseSync } from 'node:sqlite';

/**
 * The tables, one step a version; a step that was released is never changed. Columns bear the wire's names.
 * Instants are milliseconds since the epoch, flags 0 or 1, identifiers as on the wire.
 */
const STEPS: readonly string[] = [
  `
  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE professional (
    serviceId TEXT PRIMARY KEY, name TEXT NOT NULL, surname TEXT,
    email TEXT NOT NULL COLLATE NOCASE UNIQUE,
    cellphone TEXT, occupation TEXT, status TEXT NOT NULL,
    createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE integration (
    partner TEXT NOT NULL, professionalId TEXT NOT NULL REFERENCES professional,
    externalId TEXT NOT NULL, status TEXT NOT NULL,
    askedExternalId TEXT, verificationToken TEXT UNIQUE,
    createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL,
    PRIMARY KEY (partner, professionalId)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE patient (
    serviceId TEXT PRIMARY KEY, name TEXT NOT NULL, surname TEXT, email TEXT COLLATE NOCASE, cellphone TEXT,
    birthday TEXT, gender TEXT, education TEXT, status TEXT NOT NULL,
    createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX patientByEmail ON patient (email) WHERE email IS NOT NULL;
  CREATE INDEX patientByCellphone ON patient (cellphone) WHERE cellphone IS NOT NULL;

  CREATE TABLE relation (
    professionalId TEXT NOT NULL REFERENCES professional, patientId TEXT NOT NULL REFERENCES patient,
    status TEXT NOT NULL, createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL,
    PRIMARY KEY (professionalId, patientId)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX relationByPatient ON relation (patientId);

  CREATE TABLE application (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    professionalId TEXT NOT NULL REFERENCES professional, patientId TEXT NOT NULL REFERENCES patient,
    formTemplateId TEXT NOT NULL, partner TEXT NOT NULL,
    recurrenceCycle TEXT NOT NULL, status TEXT NOT NULL,
    startedAt INTEGER NOT NULL, nextAnswerAt INTEGER, idleAt INTEGER, canceledAt INTEGER,
    notifyEmail INTEGER NOT NULL, notifyWhatsApp INTEGER NOT NULL, openToAnswer INTEGER NOT NULL,
    allowPatientAnnotation INTEGER NOT NULL, hideFormTemplateTitle INTEGER NOT NULL,
    showFormGraphToPatient INTEGER NOT NULL,
    answerToken TEXT NOT NULL UNIQUE, createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX applicationDue ON application (nextAnswerAt) WHERE nextAnswerAt IS NOT NULL;
  CREATE INDEX applicationIdle ON application (idleAt) WHERE idleAt IS NOT NULL;
  CREATE INDEX applicationCreated ON application (professionalId, createdAt, id);
  CREATE INDEX applicationUpdated ON application (professionalId, updatedAt, id);
  CREATE INDEX applicationStarted ON application (professionalId, startedAt, id);
  CREATE INDEX applicationNext ON application (professionalId, nextAnswerAt, id);
  CREATE INDEX applicationOfPatient ON application (patientId, createdAt, id);

  CREATE TABLE submission (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    formApplicationId INTEGER NOT NULL REFERENCES application,
    professionalId TEXT NOT NULL, patientId TEXT NOT NULL, formTemplateId TEXT NOT NULL,
    status TEXT NOT NULL, deadline INTEGER, notifiedAt INTEGER, startedAt INTEGER,
    startedFillAt INTEGER, completedFillAt INTEGER,
    score REAL, subscaleScores TEXT, hasHighRisk INTEGER, riskFlagCount INTEGER,
    createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX submissionDue ON submission (deadline) WHERE status IN ('IN_PROGRESS', 'OPENED', 'STARTED');
  CREATE INDEX submissionOfApplication ON submission (formApplicationId, createdAt, id);
  CREATE INDEX submissionPending ON submission (formApplicationId, id)
    WHERE status IN ('CREATED', 'IN_PROGRESS', 'OPENED', 'STARTED', 'LATE');
  CREATE INDEX submissionLast ON submission (formApplicationId, completedFillAt, id)
    WHERE completedFillAt IS NOT NULL;
  CREATE INDEX submissionCreated ON submission (professionalId, createdAt, id);
  CREATE INDEX submissionByStatus ON submission (professionalId, status, createdAt, id);
  CREATE INDEX submissionByInstrument ON submission (professionalId, formTemplateId, createdAt, id);
  CREATE INDEX submissionByInstrumentAndStatus
    ON submission (professionalId, formTemplateId, status, createdAt, id);
  CREATE INDEX submissionOfPatient ON submission (patientId, createdAt, id);
  CREATE INDEX submissionCourse ON submission (professionalId, patientId, formTemplateId, completedFillAt, id)
    WHERE completedFillAt IS NOT NULL;

  CREATE TABLE answer (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    formSubmissionId INTEGER NOT NULL REFERENCES submission ON DELETE CASCADE,
    questionId INTEGER NOT NULL, optionId INTEGER NOT NULL, weight REAL NOT NULL,
    flagType TEXT, severity TEXT,
    createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX answerOfSubmission ON answer (formSubmissionId, questionId);
  `,
  `
  CREATE TABLE message (
    id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL,
    channel TEXT NOT NULL, recipient TEXT NOT NULL COLLATE NOCASE,
    kind TEXT NOT NULL, path TEXT NOT NULL, fromName TEXT NOT NULL, toName TEXT NOT NULL,
    professionalId TEXT NOT NULL, patientId TEXT, formTemplateId TEXT, hideTitle INTEGER NOT NULL,
    formApplicationId INTEGER, formSubmissionId INTEGER
  ) STRICT;
  CREATE INDEX messageTo ON message (recipient, id);
  CREATE INDEX messageAbout ON message (professionalId, patientId, formTemplateId, at, id)
    WHERE patientId IS NOT NULL;

  CREATE TABLE recommendation (
    id INTEGER PRIMARY KEY AUTOINCREMENT, professionalId TEXT NOT NULL,
    caseText TEXT NOT NULL, recommendationText TEXT NOT NULL, searchText TEXT NOT NULL,
    instruments TEXT NOT NULL, createdAt INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX recommendationOf ON recommendation (professionalId, id);

  ALTER TABLE professional ADD COLUMN hasAiAnalysis INTEGER NOT NULL DEFAULT 1;

  ALTER TABLE application ADD COLUMN whatsAppSends INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE application ADD COLUMN expiresAt INTEGER;
  UPDATE application SET expiresAt = max(createdAt, startedAt) + 94694400000
    WHERE status IN ('CREATED', 'IN_PROGRESS', 'PAUSED');
  CREATE INDEX applicationExpiry ON application (expiresAt) WHERE expiresAt IS NOT NULL;
  `,
  `
  CREATE TABLE webhook (
    partner TEXT PRIMARY KEY, key TEXT NOT NULL, url TEXT NOT NULL, secret TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE delivery (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
    partner TEXT NOT NULL, professionalId TEXT NOT NULL, event TEXT NOT NULL, body TEXT NOT NULL,
    status TEXT NOT NULL, tries INTEGER NOT NULL DEFAULT 0, nextTryAt INTEGER
  ) STRICT;
  CREATE INDEX deliveryQueued ON delivery (partner, sequence) WHERE status = 'QUEUED';

  CREATE TABLE deliveryAttempt (
    id INTEGER PRIMARY KEY AUTOINCREMENT, deliverySequence INTEGER NOT NULL REFERENCES delivery ON DELETE CASCADE,
    at INTEGER NOT NULL, status INTEGER, ms INTEGER NOT NULL, error TEXT
  ) STRICT;
  CREATE INDEX attemptOfDelivery ON deliveryAttempt (deliverySequence, id);
  `,
  `
  CREATE TABLE draft (
    formSubmissionId INTEGER NOT NULL REFERENCES submission ON DELETE CASCADE,
    questionId INTEGER NOT NULL, optionId INTEGER NOT NULL,
    PRIMARY KEY (formSubmissionId, questionId)
  ) STRICT, WITHOUT ROWID;
  `,
  // Thirty days.
  `
  ALTER TABLE draft ADD COLUMN deleteAt INTEGER;
  UPDATE draft SET deleteAt = (SELECT updatedAt + 2592000000 FROM submission WHERE id = formSubmissionId)
    WHERE formSubmissionId IN (SELECT id FROM submission WHERE status = 'CANCELED_IDLE');
  CREATE INDEX draftEnd ON draft (deleteAt) WHERE deleteAt IS NOT NULL;
  `,
];

/** Brings the tables to the newest version, or to the one that is named, each step in a transaction of its own. */
export function migrate(database: DatabaseSync, to = STEPS.length): void {
  const row = database.prepare('PRAGMA user_version').get();
  const version = Number(row?.user_version ?? 0);
  if (version > STEPS.length) {
    throw new Error(
      `The database is of version ${version}; this sandbox knows ${STEPS.length}. Update the package.`,
    );
  }
  for (const [index, step] of STEPS.slice(0, to).entries()) {
    if (index < version) continue;
    database.exec(`BEGIN IMMEDIATE; ${step} PRAGMA user_version = ${index + 1}; COMMIT;`);
  }
}
