// Modules of one folder can be exported together: two units with their helpers inside, and with helpers in a file.
export * from "../gen/node/batch.js";
export * from "../gen/node/results.js";
export * from "../gen/layout/people.js";
export * from "../gen/layout/purchases.js";
export * from "../gen/layout/shop.js";
export * from "../gen/layout/shop-types.js";
export * from "../gen/layout/again.js";
export type { Appender } from "../gen/layout/sqg-pg.js";
