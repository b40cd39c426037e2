/** The colours of what is better or succeeded, and of what is worse: a file of its own, since no first paint needs them. */
export const changeTokens = `--_better:var(--instrument-better,light-dark(#1b6a41,#82d2a4));
--_worse:var(--instrument-worse,light-dark(#96391a,#f2ac8d))`;
