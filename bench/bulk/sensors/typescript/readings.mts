/** A row of the sensor readings, in JavaScript's own values. */
export interface Reading {
  device_id: string;
  timestamp: string;
  temperature: number;
  humidity: number;
  pressure: string;
  battery_level: number;
  is_anomaly: boolean;
  location: string;
  tags: string[];
}

const factors = [
  1103515245, 1812433253, 1566083941, 1597334677, 1181783497, 1332534557,
  1390208809, 1999999973,
].map(BigInt);
const cities = [
  "Lisbon",
  "Oslo",
  "Zürich",
  "Nairobi",
  "Osaka",
  "Quito",
  "Tromsø",
  "Vienna",
];
const allTags = ["indoor", "outdoor", "north", "calibrated", "rooftop", "hvac"];

/** The pseudo-random numbers of ../sensors/README.md. */
function h(k: number, i: number): number {
  const factor = factors[k - 1] ?? 0n;
  return Number((BigInt(i) * factor + BigInt(k * 12345)) % 2147483647n);
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0");
}

const devices = Array.from({ length: 1000 }, (_, d) =>
  [
    hex(h(1, d), 8),
    hex(h(2, d) % 65536, 4),
    `4${hex(h(3, d) % 4096, 3)}`,
    `8${hex(h(4, d) % 4096, 3)}`,
    hex(h(5, d) % 65536, 4) + hex(h(6, d), 8),
  ].join("-"),
);

/** The reading i, as every language computes it. */
export function reading(i: number): Reading {
  const micros = i * 1000003;
  const at = new Date(Date.UTC(2025, 0, 1) + Math.floor(micros / 1000));
  const pressure = 95000 + (h(4, i) % 10000);
  const city = cities[h(7, i) % 8] ?? "";
  const tag = h(8, i);
  return {
    device_id: devices[h(1, i) % 1000] ?? "",
    timestamp: `${at.toISOString().slice(0, -1)}${String(micros % 1000).padStart(3, "0")}Z`,
    temperature: ((h(2, i) % 6000) - 2000) / 100,
    humidity: (h(3, i) % 10000) / 100,
    pressure: `${Math.floor(pressure / 100)}.${String(pressure % 100).padStart(2, "0")}`,
    battery_level: h(5, i) % 101,
    is_anomaly: h(6, i) % 50 === 0,
    location: `${city} ${h(7, i) % 500}`,
    tags: Array.from(
      { length: tag % 4 },
      (_, n) => allTags[(tag + n) % 6] ?? "",
    ),
  };
}
