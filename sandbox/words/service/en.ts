import type { SandboxWords } from './words.ts';

export const en: SandboxWords = {
  lang: 'en',

  requestToAnswer: (patient, professional, title) =>
    title === null
      ? `Hello, ${patient}. ${professional} asks you to answer a questionnaire. Open the link to answer it.`
      : `Hello, ${patient}. ${professional} asks you to answer a questionnaire: ${title}. Open the link to answer it.`,
  accountLink: (professional, partner) =>
    `Hello, ${professional}. The platform “${partner}” asks to be linked with your account. Open the link to look at the request and approve it. If you did not expect this, do nothing: without your approval nothing changes.`,

  link: {
    title: (partner) => `The platform “${partner}” asks to be linked with your account`,
    account: (name, email) => `Your account: ${name}, ${email}`,
    consequence:
      'Once linked, it can register your patients, apply instruments in your name and read your patients’ answers and scores, those that are already there included.',
    notYou: 'If you did not expect this request, close this page. Without your approval nothing changes.',
    approve: (partner) => `Link my account with “${partner}”`,
    approvedTitle: 'Your account is linked',
    approved: (partner) =>
      `The platform “${partner}” can now work with your account. You may close this page.`,
    usedTitle: 'This request was already approved',
    used: 'The link works once. There is nothing else to do here.',
    unknownTitle: 'This link is not valid',
    unknown: 'Check that the whole address was copied, or ask the platform to send a new request.',
    methodTitle: 'This page cannot do that',
    method: 'Open the link in your browser to look at the request.',
    demonstration: 'This is a demonstration: the account, the platform and the patients are invented.',
  },

  recommendation: {
    simulated:
      'Simulated: this sandbox counts words of the case. It understands none of them, not even a negation.',
    suggests: (shortTitle, title, topics) =>
      topics.length === 0
        ? `${shortTitle} (${title}): named in the case.`
        : `${shortTitle} (${title}): the case has words on ${topics.join(', ')}.`,
    nothing: 'No word of the case speaks for an instrument of the library.',
    risk: 'The case has words on death or self-harm: assess the risk directly; no questionnaire replaces that.',
    judgment: 'It supports the choice and does not replace clinical judgment.',
    apply: (shortTitle) => `Apply ${shortTitle}`,
  },

  sheet: {
    forProfessional: (instruction) => `For the professional: ${instruction}`,
    questions: 'Questions',
    option: (text, weight) => `( ) ${text} (${weight})`,
    ranges: 'Score ranges',
    total: 'Total score',
    range: (title, min, max) => `${min ?? '…'} to ${max ?? '…'}: ${title}`,
    references: 'References',
    footer: (shortTitle, page, pages) => `${shortTitle}, demonstration – page ${page} of ${pages}`,
  },
};
