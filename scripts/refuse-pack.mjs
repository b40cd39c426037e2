/** `prepack` of each published room: what lies there is source, and npm would pack it without a word. @module */
console.error(
  'This folder is source. Run `npm run pack` in the root: it builds the packages and packs them into dist/.',
);
process.exitCode = 1;
