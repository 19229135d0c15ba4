import { deepStrictEqual, strictEqual } from "node:assert";
import { post, posts, postsPerUser, user } from "./data.js";
import type { AsyncBlog, SyncBlog } from "./drivers.js";

type Result<T> = T | Promise<T>;

/** What both kinds of generated classes have, whether they return values or promises of them. */
export type Blog = SyncBlog | AsyncBlog;

export interface Operation {
  /** The call of number i in a run over so many users. */
  call(blog: Blog, i: number, users: number): Result<unknown>;
  /** Whether a call returned what it should. */
  check?(result: unknown, i: number, users: number): void;
  /** Whether so many calls changed what they should; takes back what the next run must not find. */
  verify?(blog: Blog, calls: number, users: number): Promise<void>;
}

/** The ids that calls ask for: all over the table, not one after the other. */
function nth(i: number, count: number): number {
  return ((i * 7919) % count) + 1;
}

const added = (i: number) => `new${i}@example.org`;

/** The sum of all views, before anything is updated. */
function views(users: number): number {
  let sum = 0;
  for (let id = 1; id <= users * postsPerUser; id++) {
    sum += post(id).views;
  }
  return sum;
}

let latest: { users: number; ids: number[] } | undefined;

/** The ids of the 100 published posts that are the newest. */
function latestPublished(users: number): number[] {
  if (latest?.users !== users) {
    const all = [...posts(users * postsPerUser)].filter((p) => p.published);
    all.sort((a, b) =>
      a.created_at === b.created_at
        ? b.id - a.id
        : a.created_at < b.created_at
          ? 1
          : -1,
    );
    latest = { users, ids: all.slice(0, 100).map((p) => p.id) };
  }
  return latest.ids;
}

export const operations: Record<string, Operation> = {
  getAllUsers: {
    call: (blog) => blog.getAllUsers(),
    check: (result, _, users) => {
      const rows = result as unknown[];
      strictEqual(rows.length, users);
      deepStrictEqual({ ...(rows[users - 1] as object) }, user(users));
    },
  },
  getUserById: {
    call: (blog, i, users) => blog.getUserById(nth(i, users)),
    check: (result, i, users) =>
      deepStrictEqual({ ...(result as object) }, user(nth(i, users))),
  },
  getUserByEmail: {
    call: (blog, i, users) => blog.getUserByEmail(user(nth(i, users)).email),
    check: (result, i, users) =>
      deepStrictEqual({ ...(result as object) }, user(nth(i, users))),
  },
  countUsers: {
    call: (blog) => blog.countUsers(),
    check: (result, _, users) => strictEqual(result, users),
  },
  getPostsByUser: {
    call: (blog, i, users) => blog.getPostsByUser(nth(i, users)),
    check: (result, i, users) => {
      const rows = result as unknown[];
      strictEqual(rows.length, postsPerUser);
      const first = (nth(i, users) - 1) * postsPerUser + 1;
      deepStrictEqual({ ...(rows[0] as object) }, post(first));
    },
  },
  getPublishedPosts: {
    call: (blog) => blog.getPublishedPosts(100),
    check: (result, _, users) =>
      deepStrictEqual(
        (result as { id: number }[]).map((row) => row.id),
        latestPublished(users),
      ),
  },
  getPostWithAuthor: {
    call: (blog, i, users) =>
      blog.getPostWithAuthor(nth(i, users * postsPerUser)),
    check: (result, i, users) => {
      const { id, user_id, title } = post(nth(i, users * postsPerUser));
      const row = result as { id: number; title: string; author: string };
      deepStrictEqual(
        [row.id, row.title, row.author],
        [id, title, user(user_id).name],
      );
    },
  },
  countPostsByUser: {
    call: (blog, i, users) => blog.countPostsByUser(nth(i, users)),
    check: (result) => strictEqual(result, postsPerUser),
  },
  insertUser: {
    call: (blog, i) =>
      blog.insertUser({
        name: `New ${i}`,
        email: added(i),
        age: i % 90,
        created_at: "2025-02-01 00:00:00",
      }),
    verify: async (blog, calls, users) => {
      const last = await blog.lastUser();
      deepStrictEqual(
        { ...last },
        {
          users: users + calls,
          last: users + calls,
          email: added(calls - 1),
        },
      );
      await blog.forgetInserted(users);
      strictEqual(await blog.countUsers(), users);
    },
  },
  updatePostViews: {
    call: (blog, i, users) =>
      blog.updatePostViews(nth(i, users * postsPerUser)),
    verify: async (blog, calls, users) => {
      const before = updates.get(blog) ?? views(users);
      strictEqual(await blog.sumOfViews(), before + calls);
      updates.set(blog, before + calls);
    },
  },
};

const updates = new Map<Blog, number>();
