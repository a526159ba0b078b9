import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../kit/log/log.ts'
import { noTelemetry, type Telemetry } from '../kit/telemetry/telemetry.ts'
import { closeAfterTests } from '../testing/test-contexts.ts'
import { createCircuitBreakers, FAILURES_TO_OPEN, PROBE_AFTER_MS } from './circuit-breakers.ts'
import { chooseProviders } from './index.ts'
import { CardNotSaved } from './payment/port.ts'
import { ProviderDown } from './provider-down.ts'

const provider = closeAfterTests(await startProvider())
const around = (telemetry: Pick<Telemetry, 'observe'> = noTelemetry) =>
  createCircuitBreakers(createLog('error'), telemetry)
const providers = () => {
  const env = {
    PUBLIC_URL: 'https://cuida.test',
    PAYMENT_ORIGIN: 'https://cards.test',
    APP_SECRET: 'x'.repeat(43),
    SIMULATORS_URL: provider.url,
    SIMULATORS_SMTP_URL: 'smtp://127.0.0.1:9',
    VIACEP_URL: provider.url,
  }
  return chooseProviders({ env, paymentProvider: 'monei' }, around())
}

/** A server of ViaCEP that fails while `isDown`. */
async function startProvider() {
  const state = { isDown: false, received: 0 }
  const server = createServer((_request, response) => {
    state.received++
    const body = { uf: 'SP', localidade: 'São Paulo', bairro: 'Sé', logradouro: 'Praça da Sé' }
    response.writeHead(state.isDown ? 500 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { state, url: `http://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) }
}

beforeEach(() => {
  Object.assign(provider.state, { isDown: false, received: 0 })
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => vi.useRealTimers())

test('a provider that is down receives no further request, and other providers still do', async () => {
  const { postalCodes, registry, messages } = providers()
  expect(registry).toBeUndefined()
  provider.state.isDown = true
  for (let call = 0; call < FAILURES_TO_OPEN + 3; call++)
    await expect(postalCodes.find('01001000')).rejects.toBeInstanceOf(ProviderDown)
  expect(provider.state.received).toBe(FAILURES_TO_OPEN)
  await messages.sms({ to: '+34600000001', text: 'hello', key: 'k' }).catch(() => {})
  expect(provider.state.received).toBe(FAILURES_TO_OPEN + 1)
})

test('after a while one call looks whether the provider is back, and then all are sent again', async () => {
  const { postalCodes } = providers()
  const find = () =>
    postalCodes.find('01001000').then(
      () => 'found',
      (error: unknown) => (error instanceof ProviderDown ? 'down' : error),
    )
  const findThree = () => Promise.all([find(), find(), find()])
  provider.state.isDown = true
  for (let call = 0; call < FAILURES_TO_OPEN; call++) await find()
  vi.setSystemTime(Date.now() + PROBE_AFTER_MS)
  expect(await findThree()).toEqual(['down', 'down', 'down'])
  expect(provider.state.received).toBe(FAILURES_TO_OPEN + 1)
  provider.state.isDown = false
  expect(await find()).toBe('down')
  vi.setSystemTime(Date.now() + PROBE_AFTER_MS)
  expect(await findThree()).toEqual(['found', 'down', 'down'])
  expect(await findThree()).toEqual(['found', 'found', 'found'])
  expect(provider.state.received).toBe(FAILURES_TO_OPEN + 5)
})

test('a refusal of the provider, and an error of our own, leave the circuit closed', async () => {
  const run = around()
  const call = { capability: 'payments', operation: 'keepCard' } as const
  for (const error of [new CardNotSaved('declined'), new TypeError('ours')])
    for (let times = 0; times < 2 * FAILURES_TO_OPEN; times++)
      await expect(run(call, () => Promise.reject(error))).rejects.toBe(error)
  expect(await run(call, async () => 'sent')).toBe('sent')
})

test('an open circuit refuses a charge before anything of it is sent', async () => {
  const run = around()
  const call = { capability: 'payments', operation: 'charge' } as const
  const charge = vi.fn(() => Promise.reject(new ProviderDown('monei', 'HTTP 500')))
  for (let times = 0; times < FAILURES_TO_OPEN; times++) await run(call, charge).catch(() => {})
  await expect(run(call, charge)).rejects.toBeInstanceOf(ProviderDown)
  expect(charge).toHaveBeenCalledTimes(FAILURES_TO_OPEN)
})

test('the metric of a capability is 1 while its circuit is open', async () => {
  const observe = vi.fn<Telemetry['observe']>()
  const run = around({ observe })
  const read = async () => (await observe.mock.calls[0]?.[1]())?.filter(({ value }) => value === 1)
  const call = { capability: 'payments', operation: 'charge' } as const
  for (let times = 0; times < FAILURES_TO_OPEN; times++) {
    expect(await read()).toEqual([])
    await run(call, () => Promise.reject(new ProviderDown('monei', 'HTTP 500'))).catch(() => {})
  }
  expect(await read()).toEqual([{ value: 1, labels: { capability: 'payments' } }])
  vi.setSystemTime(Date.now() + PROBE_AFTER_MS)
  await run(call, async () => 'sent')
  expect(await read()).toEqual([])
})

test('a call whose library waits for each step anew ends all the same', async () => {
  vi.useFakeTimers()
  const result = around()({ capability: 'mail', operation: 'send' }, () => new Promise(() => {}))
  const expectation = expect(result).rejects.toBeInstanceOf(ProviderDown)
  await vi.runAllTimersAsync()
  await expectation
})
