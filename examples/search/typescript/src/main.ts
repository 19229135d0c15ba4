// The search page of a catalogue:
//
//   node build/src/main.js catalog.db              on SQLite
//   node build/src/main.js postgres://localhost    on PostgreSQL
//
// It prints the address that it listens at: a free port, or that of the variable PORT.

import type { AddressInfo } from "node:net";
import { openCatalog } from "./database.js";
import { serve } from "./server.js";

const server = serve(await openCatalog(process.argv[2] ?? "catalog.db"));
server.listen(Number(process.env["PORT"] ?? 0), "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  console.log(`http://127.0.0.1:${String(port)}`);
});
