#!/usr/bin/env node
import { availableParallelism } from 'node:os';
import { experiments } from '../../experiments/index.ts';
import { ledger } from '../claims/ledger.ts';
import { ThreadPool } from '../lab/cell-pool.ts';
import { createStage } from '../lab/stage.ts';
import { writeReport } from '../report/write.ts';
import { runProcess } from './run-process.ts';

// Compiled like this file, beside which it stands.
const pool = new ThreadPool(new URL('./cell-worker.js', import.meta.url), availableParallelism());
await runProcess({ experiments, ledger, createStage, writeReport, pool });
