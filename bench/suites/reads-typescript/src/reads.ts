// What is read, by whichever code, and what must come.

/** The generated methods; hand-written code takes the same names. Rows are what the driver makes of them. */
export interface Reads {
  getUser(id: number): Promise<object | undefined>;
  getOrder(id: number): Promise<object | undefined>;
  allUsers(): Promise<object[]>;
  allOrders(): Promise<object[]>;
  iterateAllUsers(): AsyncIterable<object>;
  iterateAllOrders(): AsyncIterable<object>;
}

/** A database, read in every way. */
export interface Opened {
  all: Record<string, Reads>;
  server: number[]; // the processes of the server that work for it
}

export const lookedUp = 10_000;
const step = 50;
export const lookups = lookedUp / step;

async function each(
  read: (id: number) => Promise<object | undefined>,
): Promise<object[]> {
  const rows: object[] = [];
  for (let id = 1; id <= lookedUp; id += step) {
    rows.push((await read(id)) ?? {});
  }
  return rows;
}

async function all(stream: AsyncIterable<object>): Promise<object[]> {
  const rows: object[] = [];
  for await (const row of stream) {
    rows.push(row);
  }
  return rows;
}

interface Operation {
  single: boolean;
  read: (reads: Reads) => Promise<object[]>;
  expected: (id: number) => object;
}

function user(id: number): object {
  return {
    id,
    name: `user number ${id}`,
    email: `user${id}@example.org`,
    age: id % 90 || null,
    score: id / 4,
  };
}

function order(id: number): object {
  const start = Date.UTC(2025, 0, 1);
  return {
    id,
    paid: id % 2 === 0,
    total: (id / 4).toFixed(2),
    due: id % 5 === 0 ? null : new Date(start + (id % 365) * 86_400_000),
    placed: new Date(start + id * 1000),
    token: `00000000-0000-0000-0000-${id.toString(16).padStart(12, "0")}`,
  };
}

const userReads = { single: false, expected: user };
const orderReads = { single: false, expected: order };

export const operations: Record<string, Operation> = {
  lookup: {
    single: true,
    read: (reads) => each((id) => reads.getUser(id)),
    expected: user,
  },
  order: {
    single: true,
    read: (reads) => each((id) => reads.getOrder(id)),
    expected: order,
  },
  users: { ...userReads, read: (reads) => reads.allUsers() },
  orders: { ...orderReads, read: (reads) => reads.allOrders() },
  stream: { ...userReads, read: (reads) => all(reads.iterateAllUsers()) },
  "order-stream": {
    ...orderReads,
    read: (reads) => all(reads.iterateAllOrders()),
  },
};

/** A value in one form, whichever one the driver gives: moments as milliseconds, the rest as text. */
function plain(value: unknown): string {
  if (value instanceof Date) {
    return String(value.getTime());
  }
  const text = String(value);
  return /^\d{4}-\d\d-\d\d( |$)/.test(text)
    ? String(Date.parse(text.length > 10 ? text : `${text} 00:00:00+00`))
    : text;
}

/** Fails unless the rows are what they must be. */
export function verify(op: Operation, rows: object[], count: number): void {
  const wanted = op.single ? lookups : count;
  if (rows.length !== wanted) {
    throw new Error(`${rows.length} rows, not ${wanted}`);
  }
  for (const [i, row] of rows.entries()) {
    const expected = op.expected(op.single ? i * step + 1 : i + 1);
    const got = Object.values(row).map(plain).join();
    if (got !== Object.values(expected).map(plain).join()) {
      throw new Error(`${got} is not ${JSON.stringify(expected)}`);
    }
  }
}
