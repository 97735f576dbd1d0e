// Loaded into a process by `node --import`, also into its threads: its clock is the machine's plus what a file says.
import { openSync, readSync } from 'node:fs';

const file = openSync(process.env.CLOCK_OFFSET_FILE!, 'r');
const bytes = Buffer.alloc(8);
const MachineDate = Date;

function nowMs(): number {
  readSync(file, bytes, 0, bytes.length, 0);
  return MachineDate.now() + bytes.readDoubleLE(0);
}

globalThis.Date = new Proxy(MachineDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [nowMs()] : args, newTarget),
  get: (target, name) => (name === 'now' ? nowMs : Reflect.get(target, name)),
});
