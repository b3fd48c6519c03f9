import { execFile } from "node:child_process";
import { promisify } from "node:util";

const DATABASE = import.meta.resolve("./database.js");

/** Runs the script in a process of its own: a deadlocked statement would keep this process from ending. */
async function printedBy(script: string): Promise<string> {
  const begin = `const { openDatabase } = await import(${JSON.stringify(DATABASE)});
const database = await openDatabase({ directories: [], memoryMiB: 64, threads: 1 });`;
  const args = ["--input-type=module", "--eval", `${begin}\n${script}`];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000, killSignal: "SIGKILL" });
  return stdout;
}

/** The statement is running once the process has computed for 100 ms: waiting costs it next to nothing. */
test("closing a database interrupts its statement, and the process can end", async () => {
  const printed = await printedBy(`
const long = database.rows("SELECT sum(a.range * b.range) FROM range(100000) a, range(1000000) b").then(() => "done", (error) => error.name);
const before = process.cpuUsage();
while (process.cpuUsage(before).user < 100_000) await new Promise((resolve) => setTimeout(resolve, 5));
await database.close();
console.log(await long);
process.exit();`);
  expect(printed).toBe("Unavailable\n");
});

test("a statement after the close of a database throws Unavailable, which a server answers with 503", async () => {
  const printed = await printedBy(`
const closing = database.close();
const during = await database.rows("SELECT 1").then(() => "done", (error) => error.name);
await closing;
const after = await database.stream("SELECT 1").then(() => "done", (error) => error.name);
console.log(during, after);
process.exit();`);
  expect(printed).toBe("Unavailable Unavailable\n");
});

test("closing a database just as its statements end lets the process end", async () => {
  const printed = await printedBy(`
let ended = 0;
for (let i = 0; i < 300; i++) void database.rows("SELECT sum(range) FROM range(" + 1000 * i + ")").catch(() => {}).then(() => ended++);
while (ended < 100) await new Promise((resolve) => setImmediate(resolve));
await database.close();
console.log("closed");
process.exit();`);
  expect(printed).toBe("closed\n");
});
