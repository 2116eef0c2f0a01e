/** How many random cases a test plays: more of them where time does not matter, as in `ORGFORM_WORLDS=500`. */
export const runsOf = (usual: number): number => Number(process.env.ORGFORM_WORLDS ?? usual);
