// Firings per CPU second of croner or cron-parser over bench.tsv: peers.mjs PEER FILE FIRINGS
import { readFileSync } from "node:fs";

const [peer, file, firings] = process.argv.slice(2);
const start = new Date("2025-01-15T00:00:00Z");
const rows = readFileSync(file, "utf8").trimEnd().split("\n").map((line) => line.split("\t"));
const count = Number(firings);
let fired = 0;

const runners = {
  croner: async () => {
    const { Cron } = await import("croner");
    return ([zone, text]) => {
      const job = new Cron(text, { timezone: zone, paused: true });
      let at = start;
      for (let i = 0; i < count; i++) {
        at = job.nextRun(at);
        if (!at) break;
        fired++;
      }
    };
  },
  "cron-parser": async () => {
    const { CronExpressionParser } = await import("cron-parser");
    return ([zone, text]) => {
      const schedule = CronExpressionParser.parse(text, { tz: zone, currentDate: start });
      for (let i = 0; i < count; i++) {
        try {
          schedule.next();
        } catch {
          break;
        }
        fired++;
      }
    };
  },
};

const run = await runners[peer]();
const began = process.cpuUsage();
for (const row of rows) run(row);
const used = process.cpuUsage(began);
console.log(Math.round(fired / ((used.user + used.system) / 1e6)));
