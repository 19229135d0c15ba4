/** A user of the benchmark's table. */
export interface User {
  id: number;
  name: string;
  email: string;
  age: number | null;
  score: number | null;
  created_at: string;
}

export const schema = `CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE, age INTEGER, score REAL, created_at TEXT NOT NULL)`;

export const byId =
  "SELECT id, name, email, age, score, created_at FROM users WHERE id = ?";

export const byEmail =
  "SELECT id, name, email, age, score, created_at FROM users WHERE email = ?";

export const all = "SELECT id, name, email, age, score, created_at FROM users";

export function* users(count: number): Generator<User> {
  for (let id = 1; id <= count; id++) {
    yield {
      id,
      name: `User ${id}`,
      email: `user${id}@example.org`,
      age: id % 5 === 0 ? null : id % 90,
      score: id % 7 === 0 ? null : id / 3,
      created_at: "2025-01-01 00:00:00",
    };
  }
}

export function median(samples: number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}
