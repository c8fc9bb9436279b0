import { serveCells } from './cell-thread.ts';
import { endlessToy, failingToy, meetingToy, pureToy } from './pure-toys.test.fixture.ts';

serveCells([pureToy, failingToy, endlessToy, meetingToy]);
