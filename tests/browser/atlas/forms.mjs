/* The forms of Atlas beside the standard game of two, each played to its end by mouse. */
export const forms = [
  { name: "the quick game", options: { variant: "quick" } },
  { name: "solo", options: { dante: "1" } },
  { name: "the quick game, solo", options: { variant: "quick", dante: "1" } },
];
