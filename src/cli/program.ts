import { Command, CommanderError, Option } from 'commander';
import { ExitCode, usageError } from '../errors.ts';
import { packageVersion } from '../lab/environment.ts';
import { presets } from '../lab/experiment.ts';
import { benchCommand } from './bench-command.ts';
import { checkCommand } from './check-command.ts';
import { claimsCommand } from './claims-command.ts';
import { languages } from './claims-text.ts';
import { cleanCommand } from './clean-command.ts';
import type { Context } from './context.ts';
import { errorText, exitCodeOf } from './error-text.ts';
import { experimentCommand } from './experiment-command.ts';
import {
  benchExamples,
  checkExamples,
  claimsExamples,
  exitCodeTable,
  experimentExamples,
  serveExamples,
} from './help-texts.ts';
import { reportCommand } from './report-command.ts';
import { serveCommand, servedDefences } from './serve-command.ts';

/**
 * Does what the command line says and answers the exit code. Errors meant for the user are one
 * line on stderr; everything else is shown with its stack, as a fault of ours. With `--json` stdout
 * holds a JSON document then, too.
 *
 * @param words without `node` and the script
 */
export async function runCommandLine(
  words: readonly string[],
  context: Context,
): Promise<ExitCode> {
  let exitCode: ExitCode = ExitCode.done;
  const program = commandLine(context, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(words, { from: 'user' });
    return exitCode;
  } catch (error) {
    exitCode = tell(error, context);
    if (exitCode !== ExitCode.done && words.includes('--json')) {
      const { message } = error as Error;
      context.stdout.write(`${JSON.stringify({ error: message, exitCode }, null, 2)}\n`);
    }
    return exitCode;
  }
}

function tell(error: unknown, { stderr }: Context): ExitCode {
  if (error instanceof CommanderError) {
    // commander has written what is wrong; without a command it writes the help and throws.
    return error.exitCode === 0 ? ExitCode.done : ExitCode.usage;
  }
  stderr.write(`${errorText(error)}\n`);
  return exitCodeOf(error);
}

function commandLine(context: Context, end: (code: ExitCode) => void): Command {
  const program = new Command('funnel-lab')
    .description('How should a cache be protected from requests for things that do not exist?')
    .version(packageVersion())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
    })
    .showHelpAfterError('Add --help for what there is.')
    .addHelpText('after', exitCodeTable);
  addExperiment(program).action(async (ids, options) =>
    end(await experimentCommand(ids, options, context)),
  );
  program
    .command('report')
    .description('draw the report of a stored run again')
    .argument('[run]', 'its id or its folder (default: the newest, else the reference)')
    .addOption(once(new Option('--out <folder>', 'where the report goes (default: report)')))
    .action(async (run, options) => end(await reportCommand(run, options, context)));
  addCheck(program).action(async (options) => end(await checkCommand(options, context)));
  addClaims(program).action(async (options) => end(await claimsCommand(options, context)));
  addBench(program).action(async (options) => end(await benchCommand(options, context)));
  addServe(program).action(async (options) => end(await serveCommand(options, context)));
  program
    .command('clean')
    .description('remove the cache folder and what dead runs left')
    .action(async () => end(await cleanCommand(context)));
  return program;
}

const serverGroup = 'Servers (private ones are started where none is given):';
const redisHelp = 'use this Redis (env: REDIS_URL)';
const mysqlHelp = 'use this MySQL (env: MYSQL_URL)';

function addExperiment(program: Command) {
  const resume = new Option('--resume <run>', 'go on with a run, by its id or its folder');
  return program
    .command('experiment')
    .description('run experiments, store their results and draw their report')
    .argument('[ids...]', 'the experiments (default: all)')
    .optionsGroup('What is run:')
    .addOption(once(new Option('--preset <preset>').choices(presets).default('quick')))
    .addOption(once(new Option('--seed <text>', 'names all that is random').default('1')))
    .option('--set <name=value>', 'a parameter; repeatable; also experiment.name=value', append)
    .addOption(once(resume).conflicts(['preset', 'seed', 'set', 'out', 'dryRun', 'list']))
    .optionsGroup(serverGroup)
    .addOption(once(new Option('--redis <url>', redisHelp)))
    .addOption(once(new Option('--mysql <url>', mysqlHelp)))
    .optionsGroup('Output:')
    .addOption(once(new Option('--out <folder>', 'for results and report (default: results)')))
    .option('--json', 'print the summary alone on stdout, as JSON')
    .option('--list', 'print the experiments and do nothing')
    .option('--dry-run', 'print the plan and do nothing')
    .addHelpText('after', experimentExamples);
}

function addCheck(program: Command) {
  return program
    .command('check')
    .description('the gate: is the false-positive rate what it was, and what theory says?')
    .addOption(once(new Option('--seed <text>', 'names the random ids (default: a fresh one)')))
    .option('--set <name=value>', 'own parameters: n and p, perhaps probes; repeatable', append)
    .addOption(once(new Option('--reference <file>', 'what the golden cells are held against')))
    .option('--update', 'write the reference anew and say what has changed')
    .optionsGroup('Output:')
    .addOption(once(new Option('--junit <file>', 'write a JUnit report there')))
    .option('--json', 'print the report alone on stdout, as JSON')
    .addHelpText('after', checkExamples);
}

function addClaims(program: Command) {
  const lang = new Option('--lang <language>', 'of the claims themselves');
  return program
    .command('claims')
    .description('the claims of the articles with the verdicts of the newest stored runs')
    .addOption(once(lang.choices(languages).default('en')))
    .addOption(new Option('--json', 'print JSON, in both languages').conflicts('markdown'))
    .option('--markdown', 'print tables for a job summary or a README')
    .addHelpText('after', claimsExamples);
}

function addBench(program: Command) {
  const baseline = new Option('--baseline', 'compare the ratios with those of results/reference');
  return program
    .command('bench')
    .description('the speed of every way to call the filter, of its rivals and of plain C++')
    .addOption(once(new Option('--rounds <number>', '1 … 1000, some 2 s each').default('11')))
    .addOption(once(new Option('--seed <text>', 'names the ids and the order').default('1')))
    .addOption(baseline.conflicts('goals'))
    .option('--goals', 'judge our goals by the median of some runs, of 50 s each')
    .addOption(once(new Option('--runs <number>', 'runs of --goals, 1 … 100 (default: 3)')))
    .option(
      '--gate',
      'exit 5 where a ratio has become larger; with --goals, where a floor is missed',
    )
    .optionsGroup('Output:')
    .option('--json', 'print the report alone on stdout, as JSON')
    .addHelpText('after', benchExamples);
}

function addServe(program: Command) {
  const defence = new Option('--defence <name>', 'the protections that are on');
  return program
    .command('serve')
    .description('the HTTP service of the articles, on loopback')
    .addOption(once(new Option('--port <number>', '0 takes a free one').default('8080')))
    .addOption(once(defence.choices(servedDefences).default('both')))
    .addOption(once(new Option('--skus <number>', 'rows, ids from 1').default('200000')))
    .addOption(once(new Option('--seed <text>', 'names the rows').default('1')))
    .option('--lab', 'name the outcome of each request in the header x-outcome')
    .optionsGroup(serverGroup)
    .addOption(once(new Option('--redis <url>', redisHelp)))
    .addOption(once(new Option('--mysql <url>', mysqlHelp)))
    .addHelpText('after', serveExamples);
}

function append(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** An option whose last value silently won would hide a slip of the keys; so would an empty one. */
function once(option: Option): Option {
  const parse = option.parseArg;
  let given = false;
  return option.argParser((value: string, before: unknown) => {
    if (given) {
      throw usageError(`${option.long} is given twice; the second value is '${value}'`);
    }
    given = true;
    if (value === '') {
      throw usageError(`${option.long} needs a value; got ''`);
    }
    return parse === undefined ? value : parse(value, before);
  });
}
