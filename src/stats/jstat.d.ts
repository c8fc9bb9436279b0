/** The part of jstat that tests use as an oracle; the package has no types. */
declare module 'jstat' {
  export const jStat: {
    beta: {
      inv(probability: number, a: number, b: number): number;
      cdf(x: number, a: number, b: number): number;
    };
    exponential: { cdf(x: number, rate: number): number };
    mean(values: readonly number[]): number;
    stdev(values: readonly number[], ofSample: boolean): number;
    studentt: { inv(probability: number, degreesOfFreedom: number): number };
    chisquare: { cdf(x: number, degreesOfFreedom: number): number };
  };
}
