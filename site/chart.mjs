// Writes the README's chart, dark and light; with --check it only says whether the files are those of the report.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bars } from "./bars.mjs";

const themes = {
  light: { text: "#1f2328", ours: "#0969da", other: "#afb8c1" },
  dark: { text: "#e6edf3", ours: "#4493f8", other: "#57606a" },
};
const [row, left, length] = [28, 180, 420]; // a row's height, where bars begin, and the slowest one's length

function chart({ text, ours, other }) {
  const all = bars();
  const slowest = Math.max(...all.map((bar) => bar.seconds));
  const rows = all.map((bar, i) => {
    const width = Math.round((length * bar.seconds) / slowest);
    const y = i * row;
    return [
      `  <text x="${left - 8}" y="${y + 19}" text-anchor="end"${bar.ours ? ' font-weight="bold"' : ""}>${bar.method}</text>`,
      `  <rect x="${left}" y="${y + 4}" width="${width}" height="${row - 8}" rx="3" fill="${bar.ours ? ours : other}"/>`,
      `  <text x="${left + width + 8}" y="${y + 19}">${bar.seconds.toFixed(1)} s</text>`,
    ].join("\n");
  });
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + length + 60} ${all.length * row}" role="img" ` +
    `font-family="system-ui, sans-serif" font-size="14" fill="${text}">\n` +
    `  <title>Seconds for a million rows into PostgreSQL from Python</title>\n${rows.join("\n")}\n</svg>\n`
  );
}

for (const [name, theme] of Object.entries(themes)) {
  const file = join(import.meta.dirname, `../docs/benchmarks/python-${name}.svg`);
  const text = chart(theme);
  if (process.argv[2] !== "--check") writeFileSync(file, text);
  else if (readFileSync(file, "utf8") !== text) {
    console.log(`${file} is not that of the report: node site/chart.mjs`);
    process.exitCode = 1;
  }
}
