/** The analyser would otherwise write into package.json, whatever it is called for. */
export default { packagejson: false };
