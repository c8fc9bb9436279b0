import { experiments } from '../../experiments/index.ts';
import { serveCells } from '../lab/cell-thread.ts';

serveCells(experiments);
