import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ensurePromtool } from './debian.ts'
import { ROOT, run } from './run.ts'

const promtool = await ensurePromtool()

test.skipIf(!promtool).each([
  ['the rules are valid', ['check', 'rules', 'prometheus-rules.yaml']],
  ['the example for Prometheus is valid', ['check', 'config', 'prometheus.yml']],
  ['alerts fire and end as their tests say', ['test', 'rules', 'prometheus-rules.test.yaml']],
])('%s', async (_, args) => {
  const { code, output } = await run(promtool as string, args, { cwd: join(ROOT, 'deploy', 'watching') })
  expect(code, output).toBe(0)
})
