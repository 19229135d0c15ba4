// Helpers of generated code for transactions.

/** How often a transaction may be tried again. */
function retriesOf({ retry = 0 }: { retry?: number | undefined }): number {
  if (!(retry >= 0)) {
    throw new RangeError(`retry is ${retry}: give 0 or more`);
  }
  return retry;
}

/** The SQL of an option's value, which a program without types may get wrong. */
function modeOf(
  option: string,
  value: string | undefined,
  modes: Record<string, string>,
): string {
  if (value === undefined) {
    return "";
  }
  const mode = modes[value];
  if (mode === undefined) {
    const known = Object.keys(modes).join(", ");
    throw new RangeError(
      `there is no ${option} "${value}": give one of ${known}`,
    );
  }
  return mode;
}

function refuseOptions(): never {
  throw new Error(
    "a transaction within another takes no options but retry: give them to the outer one",
  );
}

const longestPause = 1000;

/** How many milliseconds to wait: at random, so that transactions that have met do not meet again, and ever longer. */
function pauseOf(tries: number): number {
  return Math.random() * Math.min(longestPause, 10 * 2 ** tries);
}

export { modeOf, pauseOf, refuseOptions, retriesOf };
