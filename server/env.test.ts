import { expect, test } from 'vitest'
import { checkEnv } from './env.ts'

const ENOUGH = { DATABASE_URL: 'postgres://127.0.0.1/x', APP_SECRET: 'x'.repeat(43), TOKEN_KEY: '{}' }

test('errors are sent to the host of the DSN', () => {
  const { env, problems } = checkEnv({ ...ENOUGH, SENTRY_DSN: 'https://abc@errors.example/7' })
  expect(problems).toEqual([])
  expect(env?.SENTRY_DSN).toEqual({ endpoint: 'https://errors.example/api/7/envelope/', publicKey: 'abc' })
})

test('an invalid DSN prevents the start with a message that explains the format and omits the value', () => {
  const { env, problems } = checkEnv({ ...ENOUGH, SENTRY_DSN: 'https://canary@errors.example/' })
  expect(env).toBeUndefined()
  expect(problems).toEqual([expect.stringMatching(/^SENTRY_DSN .*https:\/\/KEY@HOST\/PROJECT/)])
  expect(problems.join()).not.toContain('canary')
})
