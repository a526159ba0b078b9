import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTokens } from './tokens.ts'

const newKey = () => JSON.stringify(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }))

test('a verified token is known synchronously', async () => {
  const tokens = createTokens(newKey())
  const subject = randomUUID()
  const token = await tokens.sign('access', { subject, sessionId: randomUUID(), mfa: 'DONE' })
  expect(tokens.known(token)).toBeUndefined()
  expect(await tokens.read(token)).toMatchObject({ subject, purpose: 'access' })
  expect(tokens.known(token)).toMatchObject({ subject, purpose: 'access' })
})

test('a text with the same ending as a known token is neither known nor valid', async () => {
  const tokens = createTokens(newKey())
  const [ownToken, other] = await Promise.all(
    [randomUUID(), randomUUID()].map((subject) => tokens.sign('access', { subject, sessionId: randomUUID() })),
  )
  await tokens.read(String(ownToken))
  const [head, _, signature] = String(ownToken).split('.')
  for (const forged of [
    `${head}.${String(other).split('.')[1]}.${signature}`,
    ` ${ownToken}`,
    String(ownToken).slice(-20),
  ]) {
    expect(tokens.known(forged)).toBeUndefined()
    expect(await tokens.read(forged)).toBeUndefined()
  }
  // The valid token is still known beside them.
  expect(tokens.known(String(ownToken))).toBeDefined()
})
