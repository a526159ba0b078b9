import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeApiReference } from './api-reference.ts'
import { buildProblems } from './build-check.ts'
import { sourceFiles } from './files.ts'
import { Problem } from './preflight.mjs'
import { ROOT, runNode } from './run.ts'

/**
 * Vite's arguments for each app. The patient app is also built for the server, which prerenders Welcome; its card
 * form is a page of another origin. The service worker names the files of the first build.
 */
export const APPS = {
  web: [['build'], ['build', '--ssr'], ['build', '--config', 'vite/frame.ts'], ['build', '--config', 'vite/worker.ts']],
  desk: [['build']],
} as const

export type App = keyof typeof APPS
export const APP_NAMES = Object.keys(APPS) as App[]
export const VITE_BIN = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')

export const hasApp = (app: App): boolean => existsSync(join(ROOT, app, 'vite.config.ts'))

/** Whether there is a complete build in `dist`. */
export const hasBuild = (app: App): boolean => existsSync(stampOf(app))

/** Whether the build in `dist` was made from other sources than the present ones. */
export function isStale(app: App): boolean {
  const stamp = stampOf(app)
  return !existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint(app)
}

export async function build(app: App, signal?: AbortSignal): Promise<void> {
  // Fingerprinted before the build: a file saved during it makes the build stale.
  const buildFingerprint = fingerprint(app)
  rmSync(stampOf(app), { force: true })
  for (const args of APPS[app]) {
    const env = { ...process.env, NODE_ENV: 'production' }
    await runNode([VITE_BIN, ...args], `The app in ${app}/ could not be built:`, { cwd: join(ROOT, app), env, signal })
  }
  if (app === 'web') await writeApiReference(join(ROOT, app, 'dist', 'api-reference'))
  const faults = buildProblems(app, join(ROOT, app, 'dist'))
  if (faults.length > 0) throw new Problem(`The app in ${app}/ was built, but does not work:\n${faults.join('\n')}`)
  writeFileSync(stampOf(app), buildFingerprint)
}

/** Builds each app whose build is missing or stale. */
export async function buildStale(): Promise<void> {
  for (const app of APP_NAMES.filter(hasApp)) if (isStale(app)) await build(app)
}

const stampOf = (app: App) => join(ROOT, app, 'dist', '.stamp')

function fingerprint(app: App): string {
  const shared = ['package-lock.json', 'tsconfig.base.json', 'tsconfig.browser.json']
  const sources = sourceFiles(ROOT, ['core', 'ui', app]).filter((path) => !/\.test\.tsx?$/.test(path))
  const hash = createHash('sha256')
  for (const path of [...shared, ...sources])
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(ROOT, path)))
  return hash.digest('hex')
}
