import { expect, test } from 'vitest'
import { checkEnv } from './env.ts'

const ENOUGH = { DATABASE_URL: 'postgres://127.0.0.1/x', APP_SECRET: 'x'.repeat(43), TOKEN_KEY: '{}' }

test('errors go to where a DSN leads', () => {
  const { env, problems } = checkEnv({ ...ENOUGH, SENTRY_DSN: 'https://abc@errors.example/7' })
  expect(problems).toEqual([])
  expect(env?.SENTRY_DSN).toEqual({ endpoint: 'https://errors.example/api/7/envelope/', publicKey: 'abc' })
})

test('a DSN that is none keeps from starting, in words that say what one is and not what was given', () => {
  const { env, problems } = checkEnv({ ...ENOUGH, SENTRY_DSN: 'https://canary@errors.example/' })
  expect(env).toBeUndefined()
  expect(problems).toEqual([expect.stringMatching(/^SENTRY_DSN .*https:\/\/KEY@HOST\/PROJECT/)])
  expect(problems.join()).not.toContain('canary')
})
