import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { readEnv } from '../env.ts'
import { createServices } from '../services.ts'
import { createTestContext } from '../testing/test-contexts.ts'

const context = await createTestContext()
const env = { ...context.env, SIMULATORS_URL: undefined, SIMULATORS_SMTP_URL: undefined, NODE_ENV: 'test' }

test('the demo program loads the demo and ends without any provider, as after npm run db:reset', async () => {
  const program = fileURLToPath(new URL('../demo.ts', import.meta.url))
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', (text) => {
    output += text
  })
  expect(await once(child, 'close')).toEqual([0, null])
  expect(output).toContain(`Loaded the demo of ${context.services.env.PARTNER}.`)
  expect((await context.db`select 1 from staff`).length).toBeGreaterThan(0)
})

test('a program that needs a missing provider names it and leaves no connection open', async () => {
  const connections = () =>
    context.db`select 1 from pg_stat_activity where datname = current_database() and application_name = 'cuida-worker'`
  await expect(createServices(readEnv(env), 'worker')).rejects.toThrow('MONEI_API_KEY')
  expect(await connections()).toHaveLength(0)
})
