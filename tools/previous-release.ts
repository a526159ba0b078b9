import { spawnSync } from 'node:child_process'
import { ROOT } from './run.ts'

/** The output of a git command in this repository; undefined when it fails. */
export function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64e6 })
  return status === 0 ? stdout.trim() : undefined
}

/** The tag of the release before this commit; undefined before the first one. */
export const previousRelease = (): string | undefined => git('describe', '--tags', '--abbrev=0', 'HEAD^')
