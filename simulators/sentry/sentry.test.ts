import { afterAll, beforeAll, expect, test } from 'vitest'
import { credentials } from '../credentials.ts'
import { type RunningSimulators, startSimulators } from '../test-simulators.ts'

let simulators: RunningSimulators
beforeAll(async () => {
  simulators = await startSimulators()
})
afterAll(() => simulators.close())

const AUTH = `Sentry sentry_version=7, sentry_client=x/1, sentry_key=${credentials.sentry.publicKey}`
const ID = 'a'.repeat(32)
const event = JSON.stringify({ event_id: ID, exception: { values: [{ type: 'Error', value: 'ñ' }] } })
const envelope = (payload = event, header: object = { type: 'event', length: Buffer.byteLength(payload) }) =>
  `{"event_id":"${ID}"}\n${JSON.stringify(header)}\n${payload}\n`
const post = (body: string, auth: string | undefined = AUTH, project = '1') =>
  fetch(`${simulators.url}/simulators/sentry/api/${project}/envelope/`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-sentry-envelope', ...(auth ? { 'x-sentry-auth': auth } : {}) },
  })

test.each([
  ['with the length of its item', envelope()],
  ['without that length', envelope(event, { type: 'event' })],
])('an envelope %s is accepted', async (_, body) => {
  const answer = await post(body)
  expect([answer.status, await answer.json()]).toEqual([200, { id: ID }])
})

test.each([
  ['a request without a key', 401, envelope(), '', '1'],
  ['an unknown key', 403, envelope(), AUTH.replace(/.$/, '9'), '1'],
  ['another project', 403, envelope(), AUTH, '2'],
  ['invalid JSON', 400, 'canary', AUTH, '1'],
  ['an empty envelope', 400, '{}\n', AUTH, '1'],
  ['a wrong length', 400, envelope(event, { type: 'event', length: 5 }), AUTH, '1'],
  ['an empty event', 400, envelope('{}'), AUTH, '1'],
  ['a body that is too large', 413, 'x'.repeat(201 * 1024), AUTH, '1'],
])('%s is refused with %d', async (_, status, body, auth, project) => {
  expect((await post(body, auth, project)).status).toBe(status)
})
