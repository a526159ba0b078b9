import { randomUUID } from 'node:crypto'
import { getChatPass } from '@cuida/core/support/help/help-api.ts'
import { startSimulators } from '@cuida/simulators/test-simulators.ts'
import { decodeJwt } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { createSecondProcess } from '../../booking/test-people.ts'
import { insertPatient } from '../../care/test-people.ts'
import { zendeskPasses } from '../../providers/chat/zendesk.ts'
import { simulatorCredentials } from '../../providers/resolve-credentials.ts'
import { startTestContext } from '../../testing/test-context.ts'

const startPartner = async (partner: string) => {
  const context = await startTestContext({ partner, demo: false })
  onTestFinished(() => context.close())
  return context
}

test('a signed-in person gets a chat token with their name and account, valid for minutes', async () => {
  const context = await startPartner('bem-leve')
  const ana = await insertPatient(context)
  const { status, body } = await context.sendCall(getChatPass, {}, { token: ana.token })
  expect(status).toBe(200)
  const { iat = 0, exp = 0, ...claims } = decodeJwt(body.pass)
  expect(claims).toEqual({ scope: 'user', external_id: ana.accountId, name: 'Ana García' })
  expect(exp - iat).toBe(600)
})

test('a stranger gets no token', async () => {
  const context = await startPartner('bem-leve')
  expect((await context.sendCall(getChatPass, {})).status).toBe(401)
})

test('an anonymous chat names nobody', async () => {
  const context = await startPartner('vida-ligera')
  const ana = await insertPatient(context)
  expect(await context.sendCall(getChatPass, {}, { token: ana.token })).toMatchObject({
    status: 404,
    body: { code: 'NO_CHAT_PASS' },
  })
})

test('without a signing key chats are anonymous, and the app says so', async () => {
  const context = await startPartner('bem-leve')
  const without = await createSecondProcess({ ...context, env: { ...context.env, DISABLED_PROVIDERS: 'chatPasses' } })
  onTestFinished(() => without.close())
  const ana = await insertPatient(without)
  expect((await without.sendCall(getChatPass, {}, { token: ana.token })).status).toBe(404)
  const { config } = JSON.parse((await without.app.inject({ url: '/v1/initial-state?locale=pt-BR' })).body)
  expect(config.partnerConfig.supportProvider.widget.identified).toBe(false)
})

test('Zendesk’s simulator accepts our token and shows its agents the writer, on every device', async () => {
  const simulators = await startSimulators()
  onTestFinished(() => simulators.close())
  const keys = { keyId: simulatorCredentials.ZENDESK_KEY_ID, secret: simulatorCredentials.ZENDESK_KEY_SECRET }
  const ana = { id: randomUUID(), name: 'Ana Ruiz' }
  const send = async (passes: ReturnType<typeof zendeskPasses>, lines: string[] = []) => {
    const pass = await passes.passFor(ana)
    const answer = await fetch(`${simulators.url}/simulators/zendesk/conversation`, {
      method: 'POST',
      body: JSON.stringify({ pass, lines }),
    })
    return [answer.status, await answer.json()]
  }
  const ownPasses = zendeskPasses(keys)
  expect(await send(ownPasses, ['Hola'])).toEqual([200, { lines: ['Hola'] }])
  expect(await send(ownPasses)).toEqual([200, { lines: ['Hola'] }])
  const conversations = await (await fetch(`${simulators.url}/simulators/zendesk/received`)).json()
  expect(conversations).toEqual([{ externalId: ana.id, name: ana.name, lines: ['Hola'] }])
  for (const [keyring, reason] of [
    [{ ...keys, secret: 'another' }, 'invalid signature'],
    [{ ...keys, keyId: 'app_other' }, 'unknown signing key'],
  ] as const) {
    expect(await send(zendeskPasses(keyring))).toEqual([401, { message: 'Login failed', reason }])
  }
})
