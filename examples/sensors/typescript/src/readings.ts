// The readings that every language computes alike; bench/bulk/sensors has the formula. All arithmetic is on whole
// numbers below 2^53.

import type { RawReadingsRow } from "../gen/pg/sensors.js";

const A = [
  0, 1103515245, 1812433253, 1566083941, 1597334677, 1181783497, 1332534557,
  1390208809, 1999999973,
] as const;
const CITY = [
  "Lisbon",
  "Oslo",
  "Zürich",
  "Nairobi",
  "Osaka",
  "Quito",
  "Tromsø",
  "Vienna",
];
const TAG = ["indoor", "outdoor", "north", "calibrated", "rooftop", "hvac"];
export const START = Date.UTC(2025, 0, 1);

function h(k: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8, i: number): number {
  return (i * A[k] + k * 12345) % 2147483647;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}

function device(d: number): string {
  return [
    hex(h(1, d), 8),
    hex(h(2, d) % 65536, 4),
    "4" + hex(h(3, d) % 4096, 3),
    "8" + hex(h(4, d) % 4096, 3),
    hex(h(5, d) % 65536, 4) + hex(h(6, d), 8),
  ].join("-");
}

const DEVICES = Array.from({ length: 1000 }, (_, d) => device(d));

/** A time as PostgreSQL writes it, to the microsecond: more than a Date holds. */
function timestamp(micros: number): string {
  const text = new Date(START + Math.floor(micros / 1000)).toISOString();
  const fraction = String(micros % 1_000_000)
    .padStart(6, "0")
    .replace(/0+$/, "");
  const seconds = text.slice(0, 19).replace("T", " ");
  return `${seconds}${fraction === "" ? "" : "."}${fraction}+00`;
}

export function reading(i: number): RawReadingsRow {
  const city = h(7, i);
  const tag = h(8, i);
  return {
    device_id: DEVICES[h(1, i) % 1000]!,
    timestamp: timestamp(i * 1000003),
    temperature: ((h(2, i) % 6000) - 2000) / 100,
    humidity: (h(3, i) % 10000) / 100,
    pressure: ((95000 + (h(4, i) % 10000)) / 100).toFixed(2),
    battery_level: h(5, i) % 101,
    is_anomaly: h(6, i) % 50 === 0,
    location: `${CITY[city % 8]} ${city % 500}`,
    tags: Array.from({ length: tag % 4 }, (_, n) => TAG[(tag + n) % 6]!),
  };
}

/** Rows by number, one at a time. */
export function* readings(
  first: number,
  count: number,
): Generator<RawReadingsRow> {
  for (let i = first; i < first + count; i++) yield reading(i);
}
