import { listPrescriptions } from '@cuida/core/care/prescription/prescription-api.ts'
import { listPayments } from '@cuida/core/checkout/payment/payment-api.ts'
import { listConsultations } from '@cuida/core/consultation/list-api.ts'
import { me } from '@cuida/core/profile/account/api.ts'
import { invalidateQueries } from '@cuida/ui/client/queries/query-key.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { expect, test } from 'vitest'
import { usePayments } from '../checkout/payment/payment-queries.ts'
import { useConsultations } from '../consultation/queries.ts'
import { useOngoingConsultations } from '../kit/ongoing.ts'
import { usePrescriptions, usePrescriptionsOf } from './prescription/prescription-queries.ts'
import { anaId, leoId, mockFamilyServer } from './test-family.ts'

const unanswered = () => new Promise<object>(() => {})
const HOOKS = [
  ['upcoming consultations', () => useConsultations('upcoming'), listConsultations],
  ['past consultations', () => useConsultations('past'), listConsultations],
  ['ongoing consultations', useOngoingConsultations, listConsultations],
  ['prescriptions', () => usePrescriptions('current'), listPrescriptions],
  ['payments', usePayments, listPayments],
] as const

test.each(HOOKS)('%s of one family are not shown to another', async (_, hook, call) => {
  const server = mockFamilyServer()
  server.reply(call, { items: [{ id: 'one', signedAt: '2026-01-01', createdAt: '2026-01-01' }] })
  const screen = await renderHookWithQueries<{ data: readonly object[] | undefined }>(hook)
  expect(screen.current().data).toHaveLength(2)
  server.reply(me, { id: 'patient-3', firstName: 'Eva', dependants: [] })
  server.reply(call, unanswered)
  await screen.act(() => invalidateQueries(screen.queries, [me]))
  expect(server.requestsTo(call).at(-1)?.path).toContain('patient-3')
  expect(screen.current().data).toBeUndefined()
})

test('consultations of one state are not shown as those of another', async () => {
  const server = mockFamilyServer()
  server.reply(listConsultations, ({ query }) => ({ items: [{ id: `${query.getAll('status')}` }] }))
  const screen = await renderHookWithQueries(() => [
    useConsultations('upcoming'),
    useConsultations('past'),
    useOngoingConsultations(),
  ])
  expect(new Set(screen.current().map(({ data }) => data?.[0]?.id)).size).toBe(3)
})

test('prescriptions of one patient’s consultation are not shown for another patient’s', async () => {
  const server = mockFamilyServer()
  const prescription = { id: 'one', consultationId: 'consultation-1', state: 'issued' }
  server.reply(listPrescriptions, ({ path }) => (path.includes(leoId) ? unanswered() : { items: [prescription] }))
  let consultation = { id: 'consultation-1', patient: { id: anaId as string } }
  const screen = await renderHookWithQueries(() => usePrescriptionsOf(consultation))
  expect(screen.current()).toEqual([prescription])
  consultation = { ...consultation, patient: { id: leoId } }
  await screen.rerender()
  expect(screen.current()).toEqual([])
})
