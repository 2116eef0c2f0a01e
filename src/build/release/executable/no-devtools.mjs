// Replaces react-devtools-core, which only people who work on ink need.
export default {};
