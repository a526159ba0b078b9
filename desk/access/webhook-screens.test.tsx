import {
  approveWebhook,
  declineWebhook,
  endWebhook,
  issueWebhookSecret,
  listWebhookDeliveries,
  listWebhooks,
  pauseWebhook,
  repeatFailedWebhookDeliveries,
  repeatWebhookDelivery,
  requestWebhook,
  resumeWebhook,
  verifyWebhook,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '@cuida/core/access/webhook/webhook-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { currentAddress } from '@cuida/ui/testing/query-client.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Sidebar } from '../Sidebar.tsx'
import { mockDeskServer, renderDeskScreen } from '../test-desk-screen.ts'
import { WebhooksList, WebhooksPage } from './webhook/WebhooksPage.tsx'

const NOW = '2026-11-26T10:00:00Z'
beforeEach(() => freezeTime(NOW))
const REASON = 'The contract has ended'

const webhook = (more: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id: 'w-1',
  url: 'https://hospital.example/hooks',
  description: 'Agenda Norte',
  events: ['consultation.booked'],
  state: 'active',
  requestedBy: 'Juan',
  isOwn: false,
  requestedAt: NOW,
  decidedBy: 'Marta',
  secretAt: NOW,
  earlierSecretUntil: null,
  checkedAt: NOW,
  problem: null,
  failingSince: null,
  isPausedByFailures: false,
  waiting: 0,
  failed: 0,
  ...more,
})
const waiting = (more: Partial<WebhookEndpoint> = {}) =>
  webhook({ state: 'waiting', decidedBy: null, secretAt: null, checkedAt: null, ...more })
const unverified = (more: Partial<WebhookEndpoint> = {}) => webhook({ state: 'unverified', checkedAt: null, ...more })

const delivery = (more: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id: 'd-1',
  type: 'consultation.booked',
  at: NOW,
  state: 'delivered',
  attempts: 1,
  sentAt: NOW,
  dueAt: null,
  status: 200,
  problem: null,
  ...more,
})

function serverWith(items: WebhookEndpoint[], deliveries: WebhookDelivery[] = []) {
  const server = mockDeskServer()
  server.reply(listWebhooks, { items })
  server.reply(listWebhookDeliveries, { items: deliveries, page: 1, more: false })
  for (const call of [approveWebhook, declineWebhook, endWebhook, pauseWebhook, resumeWebhook, repeatWebhookDelivery])
    server.reply(call, null)
  return server
}

describe('the page of a webhook', () => {
  async function detail(more: WebhookEndpoint = webhook(), deliveries: WebhookDelivery[] = []) {
    const server = serverWith([more], deliveries)
    return { server, page: await renderDeskScreen(<WebhooksPage selectedId="w-1" />, { at: '/webhooks/w-1' }) }
  }
  const ACTIONS = [
    'approve',
    'decline',
    'verify',
    'verifyAgain',
    'issue',
    'pause',
    'resume',
    'end.webhook',
    'end.request',
  ]

  test.each<[string, WebhookEndpoint, string[]]>([
    ['another manager’s request', waiting(), ['approve', 'decline']],
    ['the reader’s request', waiting({ isOwn: true }), ['end.request']],
    ['an approved webhook without a secret', unverified({ secretAt: null }), ['issue', 'end.webhook']],
    ['an approved webhook with a secret', unverified(), ['verify', 'issue', 'end.webhook']],
    ['an active webhook', webhook(), ['verifyAgain', 'issue', 'pause', 'end.webhook']],
    ['a paused webhook', webhook({ state: 'paused' }), ['verifyAgain', 'issue', 'resume', 'end.webhook']],
    ['a declined request', webhook({ state: 'declined' }), []],
    ['an ended webhook', webhook({ state: 'ended' }), []],
  ])('%s has its actions and no others', async (_, shown, actions) => {
    const { page } = await detail(shown)
    expect(ACTIONS.filter((action) => page.buttons().includes(t(`desk.webhooks.${action}`)))).toEqual(actions)
  })
  test.each([
    ['approve', waiting(), approveWebhook],
    ['pause', webhook(), pauseWebhook],
    ['resume', webhook({ state: 'paused' }), resumeWebhook],
  ] as const)('%s acts at once; a refusal shows', async (action, shown, call) => {
    const { page, server } = await detail(shown)
    server.refuse(call, 'WEBHOOK_NOT_FOUND', 404)
    await page.click(t(`desk.webhooks.${action}`))
    expect(page.hasMessage('desk.error.WEBHOOK_NOT_FOUND')).toBe(true)
    expect(server.requestsTo(call)).toHaveLength(1)
  })
  test.each([
    ['declining', waiting(), 'decline', declineWebhook],
    ['ending a webhook', webhook(), 'end.webhook', endWebhook],
    ['withdrawing a request', waiting({ isOwn: true }), 'end.request', endWebhook],
  ] as const)('%s needs a reason', async (_, shown, action, call) => {
    const { page, server } = await detail(shown)
    await page.click(t(`desk.webhooks.${action}`))
    await page.click(t(`desk.webhooks.${action}`))
    expect(server.requestsTo(call)).toEqual([])
    await page.fill(/./, REASON)
    await page.click(t(`desk.webhooks.${action}`))
    expect(server.requestsTo(call)).toMatchObject([{ body: { reason: REASON } }])
  })
  test('an issued secret shows once, and the dialog says how long the one before it signs', async () => {
    const { page, server } = await detail()
    server.reply(issueWebhookSecret, { secret: 'whsec_s3cr3t' })
    await page.click(t('desk.webhooks.issue'))
    expect(page.hasMessage('desk.webhooks.overlap')).toBe(true)
    await page.click(t('desk.webhooks.issue'))
    expect(page.text()).toContain('whsec_s3cr3t')
    await page.click(t('desk.webhooks.saved'))
    expect(page.text()).not.toContain('whsec_s3cr3t')
  })
  test('the page says why a verification failed', async () => {
    const { page, server } = await detail(unverified())
    server.reply(verifyWebhook, { problem: 'TIMEOUT' })
    server.reply(listWebhooks, { items: [unverified({ problem: 'TIMEOUT', checkedAt: NOW })] })
    await page.click(t('desk.webhooks.verify'))
    expect(page.hasMessage('desk.webhooks.notVerified')).toBe(true)
    expect(page.hasMessage('desk.webhooks.why.TIMEOUT')).toBe(true)
  })
  test('a webhook that was paused because nothing arrived says so', async () => {
    const { page } = await detail(webhook({ state: 'paused', isPausedByFailures: true, failingSince: NOW }))
    expect(page.hasMessage('desk.webhooks.pausedByFailures')).toBe(true)
  })
  test('messages show what happened, and are sent again', async () => {
    const failed = delivery({ id: 'd-2', state: 'failed', attempts: 16, status: 500, problem: 'STATUS' })
    const silent = delivery({ id: 'd-3', state: 'waiting', attempts: 2, status: null, problem: 'TIMEOUT', dueAt: NOW })
    const { page, server } = await detail(webhook({ failed: 1 }), [failed, silent])
    server.reply(repeatFailedWebhookDeliveries, { count: 1 })
    for (const text of [
      t('desk.webhooks.attempts', { count: 16 }),
      t('desk.webhooks.status', { status: '500' }),
      t('desk.webhooks.why.TIMEOUT'),
    ])
      expect(page.text()).toContain(text)
    await page.click(t('desk.webhooks.repeat'))
    expect(server.requestsTo(repeatWebhookDelivery).map(({ path }) => path)).toEqual([
      '/v1/desk/webhooks/w-1/deliveries/d-2/repetition',
    ])
    await page.click(t('desk.webhooks.repeatFailed', { count: 1 }))
    expect(server.requestsTo(repeatFailedWebhookDeliveries)).toHaveLength(1)
  })
  test('an unknown webhook shows a message', async () =>
    expect((await detail(webhook({ id: 'w-2' }))).page.hasMessage('desk.webhooks.gone')).toBe(true))
})

test('a request names the program, its address and its events', async () => {
  const server = serverWith([])
  server.reply(requestWebhook, { id: 'w-2' })
  const page = await renderDeskScreen(<WebhooksPage selectedId="new" />, { at: '/webhooks/new' })
  await page.fill(t('desk.webhooks.url'), 'https://10.0.0.1/')
  await page.click(t('desk.webhooks.send'))
  for (const field of ['description', 'url', 'events'] as const)
    expect(page.hasMessage(`desk.webhooks.problem.${field}`)).toBe(true)
  await page.fill(t('desk.webhooks.description'), ' Agenda Norte ')
  await page.fill(t('desk.webhooks.url'), ' https://hospital.example/hooks ')
  await page.click(t('desk.webhooks.event.order.paid'))
  await page.click(t('desk.webhooks.send'))
  expect(server.requestsTo(requestWebhook)).toMatchObject([
    { body: { description: 'Agenda Norte', url: 'https://hospital.example/hooks', events: ['order.paid'] } },
  ])
  expect(currentAddress()).toBe('/desk/webhooks/w-2')
})

test('an address that the server refuses is reported at its field', async () => {
  const server = serverWith([])
  server.refuse(requestWebhook, 'WEBHOOK_URL_REFUSED')
  const page = await renderDeskScreen(<WebhooksPage selectedId="new" />, { at: '/webhooks/new' })
  await page.fill(t('desk.webhooks.description'), 'Agenda Norte')
  await page.fill(t('desk.webhooks.url'), 'https://hospital.example/hooks')
  await page.click(t('desk.webhooks.event.order.paid'))
  await page.click(t('desk.webhooks.send'))
  const field = document.querySelector('[aria-invalid="true"]')
  expect(document.getElementById(field?.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent).toBe(
    t('desk.error.WEBHOOK_URL_REFUSED'),
  )
})

test('the list marks what waits for the reader and what fails, and the sidebar counts what needs a manager', async () => {
  serverWith([
    waiting(),
    waiting({ id: 'w-2', isOwn: true }),
    webhook({ id: 'w-3', failingSince: NOW }),
    webhook({ id: 'w-4', state: 'paused', isPausedByFailures: true }),
  ])
  const page = await renderDeskScreen(<WebhooksList selectedId={undefined} />, { at: '/webhooks' })
  expect(page.text().split(t('desk.webhooks.yourTurn'))).toHaveLength(2)
  expect(page.text().split(t('desk.webhooks.failingMark'))).toHaveLength(2)
  await page.unmount()
  const sidebar = await renderDeskScreen(
    <Sidebar currentPage={undefined} onSignOut={vi.fn()} notificationSettings={null} />,
  )
  expect(sidebar.text()).toContain(t('desk.sidebar.waiting', { count: 2 }))
})

test('the empty list says what a webhook is for', async () => {
  serverWith([])
  const page = await renderDeskScreen(<WebhooksList selectedId={undefined} />, { at: '/webhooks' })
  expect(page.hasMessage('desk.webhooks.none')).toBe(true)
})
