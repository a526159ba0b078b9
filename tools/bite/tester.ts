import type { ChildProcess } from 'node:child_process'
import { closeSync, cpSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installAll, isInstalled } from '../install.mjs'
import { Problem } from '../preflight.mjs'
import { lastLines, run } from '../run.ts'
import type { Report } from './report.ts'
import type { Target } from './targets.ts'
import { CACHE, TREE } from './tree.ts'

const HOME = join(CACHE, 'tester')
const REPORT = join(CACHE, 'report.json')
/** What Stryker says meanwhile, of the folder that is being worked on. */
const LOG = join(CACHE, 'stryker.log')

/** Stryker brings more packages than the whole server, so it has a lock file of its own and comes when it is asked for. */
export async function installTester(): Promise<void> {
  mkdirSync(HOME, { recursive: true })
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(import.meta.dirname, name), join(HOME, name))
  if (isInstalled(HOME)) return
  await installAll(HOME, endOf)
}

const endOf = (npm: ChildProcess) => new Promise((resolve, reject) => npm.on('close', resolve).on('error', reject))

/** Plants every fault of a folder, one after the other, and has its tests look for it. */
export async function plant(target: Target, env: NodeJS.ProcessEnv): Promise<Report> {
  rmSync(REPORT, { force: true })
  writeFileSync(join(TREE, 'stryker.json'), JSON.stringify(settings(target)))
  const stryker = join(HOME, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js')
  const log = openSync(LOG, 'w')
  await run(process.execPath, [stryker, 'run', 'stryker.json'], {
    cwd: TREE,
    env: { ...process.env, ...env, BITE_TESTS: JSON.stringify(target.tests) },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  try {
    return JSON.parse(readFileSync(REPORT, 'utf8'))
  } catch {
    throw new Problem(`No fault could be planted in ${target.folder}:\n${lastLines(readFileSync(LOG, 'utf8'), 40)}`)
  }
}

function settings({ modules, server }: Target) {
  return {
    mutate: modules,
    inPlace: true,
    tempDirName: '.stryker',
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tools/bite/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    // The rest is decision 0073's.
    mutator: { excludedMutations: ['StringLiteral'] },
    // What a server makes while it loads is asked of every test of the folder, for each fault.
    ignoreStatic: server,
    disableTypeChecks: false,
    checkers: [],
    concurrency: 1,
    // A slow machine must not pass for a fault that was noticed; an endless loop is counted, not timed.
    timeoutMS: 30_000,
    timeoutFactor: 4,
    // A loop that no longer ends and gathers things must not take the machine with it.
    testRunnerNodeArgs: ['--max-old-space-size=1536'],
    dryRunTimeoutMinutes: 30,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: REPORT },
    allowConsoleColors: false,
    allowEmpty: true,
    cleanTempDir: 'always',
  }
}
