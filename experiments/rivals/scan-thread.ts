import { parentPort, workerData } from 'node:worker_threads';
import { type ScanPart, scan } from './precomputed.ts';

parentPort?.postMessage(scan(workerData as ScanPart));
