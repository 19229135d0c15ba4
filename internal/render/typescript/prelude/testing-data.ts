// What is known of a test database when its file is written.

export const schema: readonly string[] = [];

export const noServer: string = "";

export const lock: string = "";

export const stale: string = "";

export const missing: string = "";

export const making: string = "";

export const ready: string = "";

export const newName: string = "";

export const copyDatabase: string = "";

export const dropDatabase: string = "";
