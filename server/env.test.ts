import { expect, test } from 'vitest'
import { checkEnv } from './env.ts'

const ENOUGH = { DATABASE_URL: 'postgres://127.0.0.1/x', APP_SECRET: 'x'.repeat(43), TOKEN_KEY: `a:${'y'.repeat(43)}` }

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

test('an incomplete set of a bucket names what is missing', () => {
  const bucket = { DOCUMENTS_S3_URL: 'https://s3.example/documents', DOCUMENTS_S3_REGION: 'eu-west-1' }
  const { env, problems } = checkEnv({ ...ENOUGH, ...bucket, DOCUMENTS_S3_KEY_ID: 'id' })
  expect(env).toBeUndefined()
  expect(problems).toEqual(['Documents on S3 also need DOCUMENTS_S3_SECRET_KEY (docs/documents.md).'])
  expect(checkEnv({ ...ENOUGH, DOCUMENTS_STORE: 's3' }).problems.join()).toContain('DOCUMENTS_S3_URL')
  const whole = { ...bucket, DOCUMENTS_S3_KEY_ID: 'id', DOCUMENTS_S3_SECRET_KEY: 'key' }
  expect(checkEnv({ ...ENOUGH, ...whole }).problems).toEqual([])
  expect(checkEnv({ ...ENOUGH, ...whole, DOCUMENTS_S3_URL: 'https://s3.example/bucket/folder' }).env).toBeUndefined()
})

test.each([
  ['APP_SECRET', 'canary'],
  ['APP_SECRET', `a:${'x'.repeat(43)},a:${'y'.repeat(43)}`],
  ['APP_SECRET', `a:${'x'.repeat(43)},`],
  ['APP_SECRET', `a b:${'x'.repeat(43)}`],
  ['TOKEN_KEY', 'canary'],
  ['TOKEN_KEY', '{"kty":"OKP","crv":"X25519","d":"canary"}'],
  ['TOKEN_KEY', `a:${'x'.repeat(44)}`],
])('%s with the value %s is refused in one sentence without the value', (name, value) => {
  const { env, problems } = checkEnv({ ...ENOUGH, [name]: value })
  expect(env).toBeUndefined()
  expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} is invalid: .*ID:KEY,ID:KEY`))])
  expect(problems.join()).not.toMatch(/canary|xxx/)
})
