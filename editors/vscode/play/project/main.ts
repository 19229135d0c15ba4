import { App } from "./gen/app";
export const ann = (db: App) => db.getUser(1);
export const both = (db: App) => [db.getUser(1), db.getUser(2)];
