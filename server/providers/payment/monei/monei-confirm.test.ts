import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { CardCharge } from '../port.ts'
import { moneiPayments } from './monei.ts'
import { MoneiPayment, toPaymentUpdate } from './monei-update.ts'

const payment = { id: 'p1', orderId: 'o1', amount: 4_900, currency: 'EUR' as const }

test('of all MONEI statuses only SUCCEEDED is paid [B7.17]', () => {
  const paid = MoneiPayment.entries.status.options.filter(
    (status) => toPaymentUpdate({ ...payment, status }).state === 'succeeded',
  )
  expect(paid).toEqual(['SUCCEEDED'])
})

test('a payment is confirmed with its id, the card token, and the holder’s name and e-mail [B7.17]', async () => {
  const requests: [path: string, body: unknown][] = []
  const server = createServer(async (request, reply) => {
    const body = await json(request)
    requests.push([request.url ?? '', body])
    const status = request.url?.endsWith('/confirm') ? 'SUCCEEDED' : 'PENDING'
    reply.setHeader('content-type', 'application/json').end(JSON.stringify({ ...payment, status }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const payments = moneiPayments({ baseUrl, browserBaseUrl: '', graphqlUrl: '', apiKeys: ['key'], accountId: 'a' })
  const update = await payments.charge({
    method: 'card',
    attemptId: 'o1',
    amount: 4_900,
    currency: 'EUR',
    description: 'Nutrition',
    cardToken: 'token-1',
    cardholderName: 'Ana Sanz',
    returnUrl: '',
    callbackUrl: '',
    payer: { email: 'ana@example.com', firstName: 'Ana', lastName: 'Sanz' },
  } as unknown as CardCharge)
  server.close()
  expect(update).toMatchObject({ state: 'succeeded', amount: 4_900 })
  expect(requests.at(-1)).toEqual([
    '/v1/payments/p1/confirm',
    {
      paymentToken: 'token-1',
      paymentMethod: { card: { cardholderName: 'Ana Sanz', cardholderEmail: 'ana@example.com' } },
    },
  ])
})
