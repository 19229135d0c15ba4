// Helpers of generated code that find conflicts by their text.
import { transactionConflicts } from "./drivers.js";

/** Whether an error, or what has caused it, says that a transaction has met another. */
function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  const { message, cause } = error;
  return (
    transactionConflicts.some((c) => message.includes(c)) || isConflict(cause)
  );
}

export { isConflict };
