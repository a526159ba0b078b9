import { languageFor } from '@cuida/core/brand/locale.ts'
import { getPayment, getReceipt, listPayments } from '@cuida/core/checkout/payment-api.ts'
import type { FastifyInstance } from 'fastify'
import { serve } from '../kit/serve.ts'
import { speak } from '../kit/words.ts'
import { patientOf } from '../profile/store.ts'
import type { Services } from '../services.ts'
import { findHolder, findPayment, paymentsOf } from './payment-store.ts'
import { receiptOf } from './receipt.ts'
import { receiptPdf } from './receipt-pdf.ts'

/** What was paid, what went back, and a paper of it. */
export function paymentRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, listPayments, async ({ id: patientId, ...query }, { db, caller, refuse }) => {
    const { accountId } = caller
    if (!(await patientOf(db, accountId, patientId))) refuse('PATIENT_NOT_FOUND')
    const [page, pageSize] = [Number(query.page), Number(query.pageSize)]
    return { ...(await paymentsOf(db, { accountId, patientId, page, pageSize })), page, pageSize }
  })

  serve(app, services, getPayment, async ({ id }, { db, caller, refuse }) => {
    const payment = await findPayment(db, id, caller.accountId)
    return payment && (await patientOf(db, caller.accountId, payment.patient.id))
      ? payment
      : refuse('PAYMENT_NOT_FOUND')
  })

  serve(app, services, getReceipt, async ({ id }, { db, caller, refuse }) => {
    const { accountId } = caller
    const payment = (await findPayment(db, id, accountId)) ?? refuse('PAYMENT_NOT_FOUND')
    if (!(await patientOf(db, accountId, payment.patient.id))) refuse('PAYMENT_NOT_FOUND')
    if (!payment.hasReceipt) refuse('NO_RECEIPT')
    const holder = (await findHolder(db, accountId)) ?? refuse('PAYMENT_NOT_FOUND')
    const { config, words } = services
    const locale = languageFor(holder.locale, config.languages) ?? config.patientAppLanguage
    const receipt = receiptOf(payment, { config, name: holder.name, locale, say: speak(locale, words(locale)) })
    const { partnerName, brand } = config
    const pdf = await receiptPdf(receipt, { locale, partnerName, brand: brand.brand })
    return new Blob([new Uint8Array(pdf)], { type: 'application/pdf' })
  })
}
