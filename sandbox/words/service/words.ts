/** Every sentence that the sandbox's service says to people; a language that lacks one does not compile. */
export interface SandboxWords {
  /** BCP 47. */
  readonly lang: string;

  /** Texts of messages; the link stands beside them. `title` is null where it is not to be told. */
  readonly requestToAnswer: (patient: string, professional: string, title: string | null) => string;
  readonly accountLink: (professional: string, partner: string) => string;

  /** The page behind the link of a verification e-mail. */
  readonly link: {
    readonly title: (partner: string) => string;
    readonly account: (name: string, email: string) => string;
    readonly consequence: string;
    readonly notYou: string;
    readonly approve: (partner: string) => string;
    readonly approvedTitle: string;
    readonly approved: (partner: string) => string;
    readonly usedTitle: string;
    readonly used: string;
    readonly unknownTitle: string;
    readonly unknown: string;
    readonly methodTitle: string;
    readonly method: string;
    readonly demonstration: string;
  };

  /** The recommendation of instruments, which rules make. */
  readonly recommendation: {
    readonly simulated: string;
    readonly suggests: (shortTitle: string, title: string, topics: readonly string[]) => string;
    readonly nothing: string;
    readonly risk: string;
    readonly judgment: string;
    readonly apply: (shortTitle: string) => string;
  };

  /** An instrument on paper. */
  readonly sheet: {
    readonly forProfessional: (instruction: string) => string;
    readonly questions: string;
    readonly option: (text: string, weight: number) => string;
    readonly ranges: string;
    readonly total: string;
    /** A range of scores, both ends included; null where it is open. */
    readonly range: (title: string, min: number | null, max: number | null) => string;
    readonly references: string;
    readonly footer: (shortTitle: string, page: number, pages: number) => string;
  };
}
