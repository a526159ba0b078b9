import { afterEach, expect, test, vi } from 'vitest'
import type { Settings } from './preflight.mjs'
import { printWelcome } from './welcome.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test.each([
  ['a bundle with a demo', '', true],
  ['a remote content service without people', 'http://127.0.0.1:1337', false],
])('the sign-ins of the demo are printed as far as they exist: %s', async (_, url, isPrinted) => {
  vi.stubEnv('CONTENT_URL', url || undefined)
  vi.stubEnv('PUBLIC_URL', undefined)
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const stdin = vi.spyOn(process.stdin, 'on').mockReturnValue(process.stdin)
  await printWelcome({ publicUrl: 'http://127.0.0.1:3000', partner: 'vida-ligera', dataDir: '.data' } as Settings)
  const output = log.mock.calls.join('\n')
  expect(output).toContain('Cuida is ready')
  expect(output.includes('Patients of the demo')).toBe(isPrinted)
  stdin.mockRestore()
})
