import type { ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installAll, isInstalled } from '../install.mjs'
import { Problem } from '../preflight.mjs'
import { runUntil } from '../program.ts'
import { lastLines } from '../run.ts'
import type { Report } from './report.ts'
import type { Target } from './targets.ts'
import { CACHE, TREE } from './tree.ts'

export const HOME = join(CACHE, 'tester')
/** Why: decision 0073. */
export const EXCLUDED = ['StringLiteral']
const REPORT = join(CACHE, 'report.json')
const DRAWN = join(CACHE, 'drawn.json')
/** What Stryker says meanwhile, of the folders that are being worked on. */
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

export interface Run {
  env: NodeJS.ProcessEnv
  /** All faults, unless some were drawn. */
  drawn?: string[] | undefined
  brokenOff: AbortSignal
}

/** Plants the faults of folders with the same tests, one after the other, and has these look for it. */
export async function plant(targets: Target[], { env, drawn, brokenOff }: Run): Promise<Report> {
  for (const old of [REPORT, LOG]) rmSync(old, { force: true })
  writeFileSync(DRAWN, JSON.stringify(drawn ?? []))
  writeFileSync(join(TREE, 'stryker.json'), JSON.stringify(settings(targets, drawn !== undefined)))
  await runUntil(brokenOff, {
    name: 'stryker',
    command: process.execPath,
    args: [join(HOME, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js'), 'run', 'stryker.json'],
    cwd: TREE,
    env: { ...process.env, ...env, BITE_TESTS: JSON.stringify(targets[0]?.tests), BITE_DRAWN: DRAWN },
    signal: 'SIGTERM',
    patience: 5,
    log: LOG,
  })
  try {
    return JSON.parse(readFileSync(REPORT, 'utf8'))
  } catch {
    throw new Problem(
      `No fault could be planted in ${targets.map(({ folder }) => folder).join(', ')}:\n${lastLines(readFileSync(LOG, 'utf8'), 40)}`,
    )
  }
}

function settings(targets: Target[], isSample: boolean) {
  return {
    mutate: targets.flatMap(({ modules }) => modules),
    inPlace: true,
    tempDirName: '.stryker',
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', './tools/bite/drawn.ts'],
    vitest: { configFile: 'tools/bite/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    mutator: { excludedMutations: EXCLUDED },
    // What a server makes while it loads is asked of every test of the area, for each fault.
    ignoreStatic: targets.some(({ server }) => server),
    disableTypeChecks: false,
    checkers: isSample ? ['drawn'] : [],
    concurrency: 1,
    // A slow machine must not pass for a fault that was noticed; an endless loop is counted, not timed.
    // What it reckons with are the tests that come past, what runs are their files.
    timeoutMS: 90_000,
    timeoutFactor: 4,
    // A loop that no longer ends and gathers things must not take the machine with it.
    testRunnerNodeArgs: ['--max-old-space-size=1536'],
    dryRunTimeoutMinutes: 60,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: REPORT },
    allowConsoleColors: false,
    allowEmpty: true,
    cleanTempDir: 'always',
  }
}
