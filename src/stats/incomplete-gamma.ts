/**
 * Regularised upper incomplete gamma function Q(a, x), a > 0, x >= 0: the power series of DLMF
 * 8.11.4 below a + 1 and the continued fraction of DLMF 8.9.2 above, where each converges quickly.
 */
export function upperIncompleteGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  // Too small for a number; the fraction would not settle at the largest x.
  if (x > a && !(front > 0)) return 0;
  return x < a + 1 ? 1 - front * lowerSeries(a, x) : front * upperFraction(a, x);
}

/** Σ x^n / (a (a+1) … (a+n)). */
function lowerSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; term > sum * Number.EPSILON; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

/** 1/(x+1-a- 1(1-a)/(x+3-a- 2(2-a)/(x+5-a- …))) by Lentz's method. */
function upperFraction(a: number, x: number): number {
  let b = x + 1 - a;
  let numerator = Infinity;
  let denominator = 1 / b;
  let fraction = denominator;
  for (let n = 1; ; n++) {
    b += 2;
    const d = n * (a - n);
    denominator = 1 / (b + d * denominator);
    numerator = b + d / numerator;
    const factor = numerator * denominator;
    fraction *= factor;
    if (Math.abs(factor - 1) < 4 * Number.EPSILON) return fraction;
  }
}

/** ln Γ(a) by Stirling's series (DLMF 5.11.1), below 16 by recurrence. */
function logGamma(a: number): number {
  if (a < 16) return logGamma(a + 1) - Math.log(a);
  const w = 1 / (a * a);
  const correction = (1 / 12 - w * (1 / 360 - w * (1 / 1260 - w * (1 / 1680)))) / a;
  return (a - 0.5) * Math.log(a) - a + Math.log(2 * Math.PI) / 2 + correction;
}
