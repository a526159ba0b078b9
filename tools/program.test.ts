import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepRunning, launch, type Program } from './program.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cuida-program-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const program = (code: string, stopSeconds = 5): Program => ({
  name: 'clock',
  command: process.execPath,
  args: ['-e', code],
  signal: 'SIGTERM',
  stopSeconds,
  log: join(folder, 'clock.log'),
})
const log = () => readFileSync(join(folder, 'clock.log'), 'utf8')
const logged = (text: string) => vi.waitFor(() => expect(log()).toContain(text), { timeout: 60_000 })

const POLITE = `setInterval(() => {}, 1000); process.on('SIGTERM', () => { console.log('bye'); process.exit(0) }); console.log('up')`
const DEAF = `setInterval(() => {}, 1000); process.on('SIGTERM', () => console.log('no')); console.log('up')`

test('a program that is asked to stop may finish its work', async () => {
  const running = launch(program(POLITE))
  await logged('up')
  await running.stop()
  expect(log()).toBe('up\nbye\n')
  expect(await running.exited).toBe(0)
})

test('a program that ignores the signal is killed after its timeout', async () => {
  const running = launch(program(DEAF, 0.2))
  await logged('up')
  await running.stop()
  expect(await running.exited).not.toBe(0)
})

test('the last lines of a failed program are kept', async () => {
  const running = launch(program(`console.error('no database'); process.exit(3)`))
  expect(await running.exited).toBe(3)
  expect(running.lastWords()).toBe('no database')
})

test('a program stops gracefully when its parent is killed', async () => {
  const parent = join(folder, 'parent.ts')
  const programJson = JSON.stringify(program(POLITE))
  writeFileSync(parent, `import { launch } from '${join(import.meta.dirname, 'program.ts')}'\nlaunch(${programJson})\n`)
  const starter = spawn(process.execPath, [parent], { stdio: 'ignore' })
  await logged('up')
  starter.kill('SIGKILL')
  await logged('bye')
})

test('a program that ends by itself is restarted, with a message', async () => {
  const logLines: string[] = []
  const once = program(`console.log('run'); process.exit(9)`)
  const supervisor = keepRunning(once, launch(once), (line) => logLines.push(line))
  await vi.waitFor(() => expect(log()).toBe('run\nrun\n'), { timeout: 60_000 })
  await supervisor.stop()
  expect(logLines[0]).toMatch(/^clock ended \(code 9\); starting it again in 1 s\./)
})
