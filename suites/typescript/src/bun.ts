// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- bun-types does not export the file
/// <reference path="../node_modules/bun-types/sqlite.d.ts" />
// The generated modules for bun, under names that all drivers share.
export * as appender from "../gen/bun/appender.js";
export * as batch from "../gen/bun/batch.js";
export * as bulk from "../gen/bun/bulk.js";
export * as gathered from "../gen/bun/gathered.js";
export * as migrations from "../gen/bun/migrations.js";
export * as names from "../gen/bun/names.js";
export * as nullability from "../gen/bun/nullability.js";
export * as overrides from "../gen/bun/overrides.js";
export * as params from "../gen/bun/params.js";
export * as results from "../gen/bun/results.js";
export * as returning from "../gen/bun/returning.js";
export * as rows from "../gen/bun/rows.js";
export * as sources from "../gen/bun/sources.js";
export * as text from "../gen/bun/text.js";
export * as transactions from "../gen/bun/transactions.js";
export * as types from "../gen/bun/types.js";
export * as safeAppender from "../gen/safe/bun/appender.js";
export * as safeGathered from "../gen/safe/bun/gathered.js";
export * as safeParams from "../gen/safe/bun/params.js";
export * as safeTypes from "../gen/safe/bun/types.js";
export * as observedAppender from "../gen/observed/bun/appender.js";
export * as observedBatch from "../gen/observed/bun/batch.js";
export * as observedResults from "../gen/observed/bun/results.js";
export * as runner from "../gen/runner/bun/sqg-bun.js";
