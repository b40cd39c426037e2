export default {
  // The length of a compressed list of patients gives something away, and a compressed stream of events arrives late.
  compress: false,
};
