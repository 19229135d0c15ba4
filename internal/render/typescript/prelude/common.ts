// Helpers of generated code that need neither a driver nor an engine. Each declaration is copied into the files that use it.

/** Hears of every operation: called with a query's name when it starts; what it returns is called when it has ended. */
export type Observer = (
  query: string,
) => (end: { rows: number; error?: unknown }) => void;

/** The value of a file source as an SQL string. */
function sqlString(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** A row's values in the order of the placeholders; an error says which row of a bulk operation it was. */
function encodeRow<Row, Values>(
  encode: (row: Row) => Values,
  row: Row,
  ordinal: number,
): Values {
  try {
    return encode(row);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new TypeError(`row ${ordinal}: ${message}`, { cause: error });
  }
}

interface Migration {
  id: string;
  checksum: string;
  sql: string;
}

/** The migrations that a database has not had yet; one that it had in another form is an error. */
function missingMigrations(
  migrations: readonly Migration[],
  project: string,
  applied: readonly unknown[],
): Migration[] {
  const rows = applied as { migration_id: string; checksum: string }[];
  const checksums = new Map(rows.map((r) => [r.migration_id, r.checksum]));
  return migrations.filter(({ id, checksum }) => {
    const recorded = checksums.get(id);
    if (recorded !== undefined && recorded !== checksum) {
      throw new Error(
        `migration "${id}" of project "${project}" was changed after it had been applied to this database`,
      );
    }
    return recorded === undefined;
  });
}

/** The last load of each connection: transactions of one connection must not overlap, so one load waits for the other. */
const loads = new WeakMap<object, Promise<unknown>>();

async function inTurn<T>(db: object, load: () => Promise<T>): Promise<T> {
  const result = (loads.get(db) ?? Promise.resolve()).then(load);
  loads.set(
    db,
    result.catch(() => undefined),
  );
  return result;
}

export {
  sqlString,
  encodeRow,
  missingMigrations,
  loads,
  inTurn,
  type Migration,
};
