/** A process with one running job, started ahead when the second argument says so. It prints the job's process id. */
import { createChildProcessJobRunner } from "@agatha/adapters/jobs/child-process-job-runner";

const [program = "", spare] = process.argv.slice(2);
const runner = createChildProcessJobRunner({
  command: ({ name }) => ({ file: process.execPath, args: [program, name], env: { NAME: name } }),
  isUrgent: () => true,
  ...(spare && { spare: { file: process.execPath, args: [program], env: {}, memoryMiB: 512 } }),
});
const name = "wait-forever";
await runner.launch({ name, owner: { kind: "Model", name: "m", uid: "u" }, account: "ada", memoryMiB: 512, cpus: 1, deadlineSeconds: 600 });
setInterval(async () => {
  const pid = await runner.logs(name, 1);
  if (pid) process.stdout.write(`${pid}\n`);
}, 20);
