// What a thread of the storm does: money moves between four accounts, on a connection of its own.
import { parentPort, workerData } from "node:worker_threads";
import { drivers } from "./drivers.js";
import { transfers, type Storm } from "./storm.js";

const storm = workerData as Storm & { driver: string };
const driver = drivers.find((d) => d.name === storm.driver);
if (driver === undefined) {
  throw new Error(`there is no driver ${storm.driver}`);
}
const meeting = new Int32Array(storm.meeting);
parentPort?.postMessage(
  await transfers(driver, storm, () => {
    // Waits until all threads have read a balance.
    if (Atomics.add(meeting, 0, 1) === storm.clients - 1) {
      Atomics.notify(meeting, 0);
    }
    for (let read; (read = Atomics.load(meeting, 0)) < storm.clients;) {
      Atomics.wait(meeting, 0, read, 100);
    }
  }),
);
