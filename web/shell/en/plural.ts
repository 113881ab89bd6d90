/* Numbers with their noun. */

/** "1 day", "2 days". */
export const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
