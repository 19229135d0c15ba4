// Helpers for rows with lists.

/** Puts rows of one key together: the first, which stays in its place, gets the lists of the others. */
function gather<T, Item>(
  rows: T[],
  key: (row: T) => unknown,
  list: (row: T) => Item[],
): T[] {
  const gathered = new Map<unknown, T>();
  for (const row of rows) {
    const of = key(row);
    const first = gathered.get(of);
    if (first === undefined) {
      gathered.set(of, row);
    } else {
      for (const item of list(row)) {
        list(first).push(item);
      }
    }
  }
  return [...gathered.values()];
}

/**
 * Returns a function that takes rows, of which those of one key follow each other, and gives the row that they make
 * when the next one comes; without a row, the last.
 */
function gathering<T>(
  key: (row: T) => unknown,
  nest: (rows: T[]) => T[],
): (row?: T) => T[] {
  let rows: T[] = [];
  return (row) => {
    const [first] = rows;
    let done: T[] = [];
    if (first !== undefined && (row === undefined || key(row) !== key(first))) {
      done = nest(rows);
      rows = [];
    }
    if (row !== undefined) {
      rows.push(row);
    }
    return done;
  };
}
