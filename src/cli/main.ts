#!/usr/bin/env node
import { experiments } from '../../experiments/index.ts';
import { ledger } from '../claims/ledger.ts';
import { createStage } from '../lab/stage.ts';
import { writeReport } from '../report/write.ts';
import { runProcess } from './run-process.ts';

await runProcess({ experiments, ledger, createStage, writeReport });
