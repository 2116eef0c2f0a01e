// In the place of react-devtools-core, which ink names for people who work on ink, and never asks for here.
export default {};
