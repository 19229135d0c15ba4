/** The deterministic contents of the two tables. */
export interface User {
  id: number;
  name: string;
  email: string;
  age: number | null;
  created_at: string;
}

export interface Post {
  id: number;
  user_id: number;
  title: string;
  content: string | null;
  views: number;
  published: number;
  created_at: string;
}

export const postsPerUser = 50;

const createdAt = "2025-01-01 00:00:00";

/** A minute of two years, all over them. */
function minute(id: number): string {
  const time = Date.UTC(2024, 0, 1) + ((id * 7919) % 1_000_000) * 60_000;
  return new Date(time).toISOString().slice(0, 19).replace("T", " ");
}

export function user(id: number): User {
  return {
    id,
    name: `User ${id}`,
    email: `user${id}@example.org`,
    age: id % 5 === 0 ? null : 18 + (id % 60),
    created_at: createdAt,
  };
}

export function post(id: number): Post {
  return {
    id,
    user_id: Math.ceil(id / postsPerUser),
    title: `Post ${id}`,
    content: id % 10 === 0 ? null : `What post ${id} has to say. `.repeat(4),
    views: id % 1000,
    published: id % 2,
    created_at: minute(id),
  };
}

export function* users(count: number): Generator<User> {
  for (let id = 1; id <= count; id++) {
    yield user(id);
  }
}

export function* posts(count: number): Generator<Post> {
  for (let id = 1; id <= count; id++) {
    yield post(id);
  }
}
