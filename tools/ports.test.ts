import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from './ports.ts'
import { ROOT } from './run.ts'

const PROCESSES = 6
const EACH = 150
const ASKING = `
import { freePort } from './tools/ports.ts'
const ports = []
for (let asked = 0; asked < ${EACH}; asked++) ports.push(await freePort())
process.send(ports)
process.on('disconnect', () => process.exit())
`

function asking(): ChildProcess {
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', ASKING], {
    cwd: ROOT,
    stdio: [...stdio],
  })
  onTestFinished(() => void child.kill())
  return child
}

// By chance alone, about 30 of these would be duplicates.
test.runIf(process.platform === 'linux')('concurrent processes get different ports', async () => {
  const replies = await Promise.all(Array.from({ length: PROCESSES }, async () => (await once(asking(), 'message'))[0]))
  const ports = replies.flat()
  expect(ports).toHaveLength(PROCESSES * EACH)
  expect(new Set(ports).size).toBe(ports.length)
})

test('each process can listen on its port', async () => {
  const port = await freePort()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  await new Promise((resolve) => server.close(resolve))
  expect(await freePort()).not.toBe(port)
})
