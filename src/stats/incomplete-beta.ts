/**
 * Regularised incomplete beta function I_x(a, b) for a, b > 0: the continued fraction of DLMF
 * 8.17.22. Relative error below 1e-10 for a + b up to 1e5 and below 1e-6 up to 1e9.
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges quickly below the mean only; above it the mirrored one does.
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  return front(x, a, b) / betaFraction(x, a, b);
}

/** The x at which I_x(a, b) is `probability`, to the last bit that bisection can tell. */
export function inverseIncompleteBeta(probability: number, a: number, b: number): number {
  let low = 0;
  let high = 1;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (incompleteBeta(middle, a, b) < probability) low = middle;
    else high = middle;
  }
}

/**
 * x^a (1-x)^b / (a B(a, b)). The beta function is taken by Stirling's formula around the mean,
 * because the difference of three large log-gammas would lose the digits.
 */
function front(x: number, a: number, b: number): number {
  const sum = a + b;
  const logPowers = a * Math.log((x * sum) / a) + b * Math.log(((1 - x) * sum) / b);
  const correction = stirlingError(sum) - stirlingError(a) - stirlingError(b);
  return Math.exp(logPowers + correction) * Math.sqrt(b / (2 * Math.PI * sum * a));
}

/** ln Γ(z) less (z - 1/2) ln z - z + ln(2π)/2; DLMF 5.11.1, below 16 by recurrence. */
function stirlingError(z: number): number {
  if (z < 16) return stirlingError(z + 1) + (z + 0.5) * Math.log1p(1 / z) - 1;
  const w = 1 / (z * z);
  return (1 / 12 - w * (1 / 360 - w * (1 / 1260 - w * (1 / 1680 - w / 1188)))) / z;
}

/** 1 + d1 / (1 + d2 / (1 + …)) by Lentz's method; settles after about sqrt(max(a, b)) terms. */
function betaFraction(x: number, a: number, b: number): number {
  let fraction = 1;
  let numerator = 1;
  let denominator = 0;
  for (let term = 1; ; term++) {
    const m = term >> 1;
    const d =
      term % 2 === 0
        ? (m * (b - m) * x) / ((a + term - 1) * (a + term))
        : (-(a + m) * (a + b + m) * x) / ((a + term - 1) * (a + term));
    numerator = 1 + d / numerator;
    denominator = 1 / (1 + d * denominator);
    const factor = numerator * denominator;
    fraction *= factor;
    if (Math.abs(factor - 1) < 4 * Number.EPSILON) return fraction;
  }
}
