// Helpers of generated code that find conflicts by their code.
import { transactionConflicts } from "./drivers.js";

/** Whether an error, or what has caused it, says that a transaction has met another. */
function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) {
    return false;
  }
  const { code, cause } = error as Error & { code?: unknown };
  return transactionConflicts.some((c) => code === c) || isConflict(cause);
}

export { isConflict };
