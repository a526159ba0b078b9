import { credentials } from '@cuida/simulators/credentials.ts'
import { jsonRequest, type RunningSimulators, startSimulators } from '@cuida/simulators/test-simulators.ts'
import { importPKCS8, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deadlineIn } from '../keep-alive-connection.ts'
import { postJson } from './contract.ts'
import { AUDIENCE } from './google-access.ts'
import { type H2Connection, h2Connection } from './h2-connection.ts'
import { SIMULATOR_APNS_KEY, SIMULATOR_SERVICE_ACCOUNT } from './simulator-keys.ts'

/** The simulators refuse what Firebase and Apple refuse, so that passing tests mean something. */
let simulators: RunningSimulators
let apple: H2Connection
beforeAll(async () => {
  simulators = await startSimulators()
  apple = h2Connection(simulators.url)
})
afterAll(async () => {
  apple.close()
  await simulators.close()
})
const now = () => Math.floor(Date.now() / 1000)

describe('the Firebase simulator', () => {
  const { fcm } = credentials
  const account = JSON.parse(SIMULATOR_SERVICE_ACCOUNT)
  const CLAIMS = { iss: fcm.clientEmail, aud: AUDIENCE, scope: 'https://www.googleapis.com/auth/firebase.messaging' }
  const assertion = async (claims: JWTPayload = {}, kid: string = fcm.keyId) =>
    new SignJWT({ ...CLAIMS, iat: now(), exp: now() + 3_600, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid })
      .sign(await importPKCS8(account.private_key, 'RS256'))
  async function grant(jwt: string, type = 'urn:ietf:params:oauth:grant-type:jwt-bearer') {
    const body = new URLSearchParams({ grant_type: type, assertion: jwt })
    const reply = await fetch(`${simulators.url}/simulators/fcm/token`, { method: 'POST', body })
    const { access_token = '' } = (await reply.json()) as { access_token?: string }
    return { status: reply.status, access_token }
  }
  const phone = async (): Promise<string> =>
    (await postJson<{ token: string }>(`${simulators.url}/simulators/fcm/phones`)).token
  async function send(message: object, { access = '', project = fcm.project as string } = {}) {
    const token = access || (await grant(await assertion())).access_token
    const url = `${simulators.url}/simulators/fcm/v1/projects/${project}/messages:send`
    const reply = await fetch(url, jsonRequest('POST', { message }, { authorization: `Bearer ${token}` }))
    const { error } = (await reply.json()) as {
      error?: { details: { errorCode?: string; fieldViolations?: object[] }[] }
    }
    return [reply.status, error?.details[0]?.errorCode ?? error?.details[0]?.fieldViolations]
  }

  test.each([
    ['another key', {}, 'other'],
    ['another audience', { aud: 'https://fcm.googleapis.com/' }, undefined],
    ['another issuer', { iss: 'other@cuida-simulator.iam.gserviceaccount.com' }, undefined],
    ['another scope', { scope: 'https://www.googleapis.com/auth/cloud-platform' }, undefined],
    ['an end in the past', { exp: now() - 10 }, undefined],
    ['a lifetime of more than an hour', { exp: now() + 7_200 }, undefined],
  ])('it grants no access for %s', async (_, claims, kid) => {
    expect((await grant(await assertion(claims, kid))).status).toBe(400)
  })
  test('it grants no access for a forged signature or another grant', async () => {
    const good = await assertion()
    expect((await grant(`${good.slice(0, -8)}AAAAAAAA`)).status).toBe(400)
    expect((await grant(good, 'client_credentials')).status).toBe(400)
    expect((await grant(good)).status).toBe(200)
  })

  const text = { notification: { title: 'Cuida', body: 'x' } }
  test('it accepts a valid message, and none without a token or for another project', async () => {
    const token = await phone()
    expect(await send({ token, ...text })).toEqual([200, undefined])
    expect((await send({ token, ...text }, { access: 'ya29.made-up' }))[0]).toBe(401)
    expect((await send({ token, ...text }, { project: 'other' }))[0]).toBe(403)
  })
  test.each([
    ['an unknown field', { to: 'x' }, 'message.to'],
    ['data that is not text', { data: { path: 7 } }, 'message.data[0].value'],
    ['a reserved name', { data: { 'google.x': 'y' } }, 'message.data'],
    ['an unknown priority', { android: { priority: 'high!' } }, 'message.android.priority'],
    ['a time to live without a unit', { android: { ttl: '60' } }, 'message.android.ttl'],
    ['more than 4 KB', { data: { path: 'x'.repeat(4_096) } }, 'message'],
  ])('it refuses %s', async (_, more, field) => {
    expect(await send({ token: await phone(), ...text, ...more })).toEqual([400, [{ field }]])
  })
  test('it distinguishes a token that never existed from one that has ended', async () => {
    expect(await send({ token: 'hello', ...text })).toEqual([400, 'INVALID_ARGUMENT'])
    expect(await send({ token: 'abc:def', ...text })).toEqual([404, 'UNREGISTERED'])
  })
})

describe('the Apple simulator', () => {
  const { keyId, teamId, topic } = credentials.apns
  const pass = async (claims: JWTPayload = {}, kid: string = keyId) =>
    `bearer ${await new SignJWT({ iss: teamId, iat: now(), ...claims })
      .setProtectedHeader({ alg: 'ES256', kid })
      .sign(await importPKCS8(SIMULATOR_APNS_KEY, 'ES256'))}`
  const phone = async (): Promise<string> =>
    (await postJson<{ token: string }>(`${simulators.url}/simulators/apns/phones`)).token
  const payload = JSON.stringify({ aps: { alert: { title: 'Cuida', body: 'x' } } })
  async function send(headers: Record<string, string> = {}, body = payload) {
    const usual = { authorization: await pass(), 'apns-topic': topic, 'apns-push-type': 'alert' }
    const path = `/simulators/apns/3/device/${await phone()}`
    const { status, text } = await apple.post(path, { ...usual, ...headers }, body, deadlineIn(5_000))
    return [status, text === '' ? '' : JSON.parse(text).reason]
  }

  test('it accepts a valid notification, over HTTP/2 only', async () => {
    expect(await send()).toEqual([200, ''])
    const reply = await fetch(`${simulators.url}/simulators/apns/3/device/${await phone()}`, {
      method: 'POST',
      body: payload,
    })
    expect(reply.status).toBe(505)
  })
  test.each([
    ['another key', {}, 'OTHERKEY01', 'InvalidProviderToken'],
    ['another team', { iss: 'OTHERTEAM1' }, undefined, 'InvalidProviderToken'],
    ['an issue time of more than an hour ago', { iat: now() - 3_700 }, undefined, 'ExpiredProviderToken'],
  ])('it rejects a token with %s', async (_, claims, kid, reason) => {
    expect(await send({ authorization: await pass(claims, kid) })).toEqual([403, reason])
  })
  test('it rejects a missing token and a forged signature', async () => {
    expect(await send({ authorization: '' })).toEqual([403, 'MissingProviderToken'])
    const forged = `${(await pass()).slice(0, -8)}AAAAAAAA`
    expect(await send({ authorization: forged })).toEqual([403, 'InvalidProviderToken'])
  })
  test.each([
    ['no topic', { 'apns-topic': '' }, 'MissingTopic'],
    ['another app’s topic', { 'apns-topic': 'example.other' }, 'TopicDisallowed'],
    ['another type', { 'apns-push-type': 'shout' }, 'InvalidPushType'],
    ['an unknown priority', { 'apns-priority': '7' }, 'BadPriority'],
    ['an expiration that is no number', { 'apns-expiration': 'tomorrow' }, 'BadExpirationDate'],
    ['a collapse id that is too long', { 'apns-collapse-id': 'é'.repeat(33) }, 'BadCollapseId'],
  ])('it refuses %s', async (_, headers, reason) => expect(await send(headers)).toEqual([400, reason]))
  test('it refuses an empty body, and one of more than 4 KB', async () => {
    expect(await send({}, '{}')).toEqual([400, 'PayloadEmpty'])
    expect(await send({}, payload.replace('"x"', `"${'x'.repeat(4_096)}"`))).toEqual([413, 'PayloadTooLarge'])
  })
})
