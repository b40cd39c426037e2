import type { Fault, FaultWords } from './words.ts';

/** Why a field of a profile is wrong, as the end of a sentence: what was given, and what is accepted. */
export function sayFault(words: FaultWords, fault: Fault): string {
  const was = 'given' in fault && fault.given !== null ? words.is(fault.given) : words.missing;
  const accepts = (what: string): string => `${was}; ${words.accepted} ${what}`;
  switch (fault.code) {
    case 'json':
      return words.json(fault.detail);
    case 'unknownField':
      return words.unknownField;
    case 'type':
      return accepts(words.types[fault.accepted]);
    case 'size': {
      const limit = words.bounds[fault.bound](fault.limit);
      return accepts(fault.unit ? `${limit} ${words.units[fault.unit]}` : limit);
    }
    case 'value':
      return accepts(
        [...(fault.accepted.length > 1 ? [words.oneOf] : []), fault.accepted.join(', ')].join(' '),
      );
    case 'form':
      return accepts(words.form);
    case 'id':
      return accepts(words.id);
    case 'check':
      return `${was}: ${words.checks[fault.check](fault.detail)}`;
    case 'other':
      return `${was}: ${fault.detail}`;
    case 'notItsOwn':
      return `${was}, ${words.notItsOwn(fault.from)}`;
    case 'taken':
      return words.taken(fault.id);
  }
}
