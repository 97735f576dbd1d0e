// Runs as the thread of exporter.ts.
import { workerData } from 'node:worker_threads';
import { answerCalls } from '../../core/foundation/threads/answer-calls.ts';
import { DirectExporter, type ExporterData } from './exporter.ts';

const exporter = new DirectExporter(workerData as ExporterData);

answerCalls((nowMs: number) => exporter.run(nowMs));
