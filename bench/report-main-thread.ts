// Loaded into the service by the benchmark of its main thread: answers each message with the processor time of that thread.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) {
  process.on('message', () => {
    const { user, system } = process.threadCpuUsage();
    process.send!((user + system) / 1_000);
  });
  process.channel?.unref();
}
