import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Env, programsOf } from './programs.ts'

function flagsOf(env: Env, watch = false) {
  const logs = mkdtempSync(join(tmpdir(), 'cuida-programs-'))
  onTestFinished(() => rmSync(logs, { recursive: true }))
  const programs = programsOf({ SIMULATORS_URL: 'http://simulators.test', ...env }, logs, watch, [3001])
  return Object.fromEntries(programs.map(({ name, args }) => [name, args.slice(0, -1)]))
}

const BOUND = '--max-old-space-size=256'

test('every API process has a heap limit, and no other program has', () => {
  expect(flagsOf({})).toEqual({ simulators: [], api: [BOUND], 'api-3001': [BOUND], worker: [] })
  expect(flagsOf({}, true).api).toEqual([BOUND, '--watch', '--watch-preserve-output'])
})

test.each(['--max-old-space-size=700', '--trace-warnings --max_old_space_size=700'])(
  'an operator’s own %s applies',
  (NODE_OPTIONS) => {
    expect(flagsOf({ NODE_OPTIONS })).toMatchObject({ api: [], 'api-3001': [] })
  },
)
