import { listDeskTimes } from '@cuida/core/booking/agenda/desk-offer-api.ts'
import { keepFollowUp, signLetter } from '@cuida/core/care/next-step/next-step-api.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { beforeEach, expect, test } from 'vitest'
import { renderDeskScreen } from '../../test-desk-screen.ts'
import { HELD_CONSULTATION, renderAtDesk, TEST_TIME } from '../test-care.ts'
import { NextSteps } from './NextSteps.tsx'

beforeEach(() => freezeTime(TEST_TIME))

async function steps(more: object = {}) {
  const server = renderAtDesk()
  const page = await renderDeskScreen(<NextSteps consultation={{ ...HELD_CONSULTATION, ...more } as never} />)
  return { server, page }
}
const time = { startTime: '2026-12-03T10:00:00.000Z', endTime: '2026-12-03T10:20:00.000Z' }

test('a follow-up slot is held for the consultation’s product, without a phone number', async () => {
  const { server, page } = await steps()
  server.reply(listDeskTimes, {
    timeZone: 'UTC',
    products: [{ id: 'product-1', name: 'Nutrition' }],
    productId: 'product-1',
    slots: [time],
  })
  server.reply(keepFollowUp, { keptUntil: '2026-11-27T10:00:00Z' })
  await page.click(t('desk.next.followUp'))
  expect(server.requestsTo(listDeskTimes).at(-1)?.query.get('productId')).toBe('product-1')
  await page.click(t('desk.next.followUp.keep'))
  expect(server.requestsTo(keepFollowUp)).toEqual([])
  await page.fill(t('desk.agenda.move.time'), `${time.startTime}/${time.endTime}`)
  await page.click(t('desk.next.followUp.keep'))
  expect(server.requestsTo(keepFollowUp)).toMatchObject([{ body: { productId: 'product-1', ...time } }])
})

test('a referral names its recipient, and a certificate only what it certifies', async () => {
  const { server, page } = await steps()
  server.reply(signLetter, { id: 'letter' })
  await page.click(t('desk.next.referral'))
  await page.fill(t('desk.next.referral.text'), 'Palpitations')
  await page.click(t('desk.next.sign'))
  expect(page.hasMessage('desk.next.recipient.TOO_SHORT')).toBe(true)
  await page.fill(t('desk.next.recipient'), 'Cardiology')
  await page.click(t('desk.next.sign'))
  await page.click(t('desk.next.certificate'))
  await page.fill(t('desk.next.certificate.text'), 'Rest for three days')
  await page.click(t('desk.next.sign'))
  expect(server.requestsTo(signLetter)).toMatchObject([
    { body: { kind: 'referral', recipient: 'Cardiology', text: 'Palpitations' } },
    { body: { kind: 'certificate', text: 'Rest for three days' } },
  ])
})

test('arranged steps are listed, a slot only while it is on hold', async () => {
  const held = { startTime: time.startTime, productName: 'Nutrition', keptUntil: '2026-11-27T10:00:00Z' }
  const letters = [
    { id: 'l', kind: 'referral', recipient: 'Cardiology', signedAt: TEST_TIME, author: 'Marta', text: '' },
  ]
  const { page } = await steps({ followUp: held, letters })
  expect(page.text()).toContain(t('desk.next.referral.signed', { recipient: 'Cardiology' }))
  expect(page.text()).toContain('Nutrition')
  await page.unmount()
  const { page: laterPage } = await steps({ followUp: { ...held, keptUntil: '2020-01-01T00:00:00Z' } })
  expect(laterPage.text()).not.toContain('Nutrition')
})
