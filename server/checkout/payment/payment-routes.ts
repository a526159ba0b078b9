import { languageFor } from '@cuida/core/brand/locale.ts'
import { cancelPix, renewPix } from '@cuida/core/checkout/order/api.ts'
import { getPayment, getReceipt, listPayments, type Payment } from '@cuida/core/checkout/payment/payment-api.ts'
import type { FastifyInstance } from 'fastify'
import { lockCartById } from '../../booking/cart/cart-store.ts'
import { type NameOf, soldNamesIn, withSoldName } from '../../catalogue/sold-names.ts'
import { notifyChanged } from '../../kit/db/changes.ts'
import type { Tx } from '../../kit/db/db.ts'
import { serve } from '../../kit/http/serve.ts'
import { createTranslator } from '../../kit/i18n/translator.ts'
import { enqueue } from '../../kit/jobs/jobs.ts'
import { fullAddressOf } from '../../kit/limit/client-address.ts'
import { patientOf } from '../../profile/store.ts'
import type { Services } from '../../services.ts'
import { createOrder } from '../order/create-order.ts'
import { findTriedOrder } from '../order/order-store.ts'
import { giveUpPix } from './attempt-store.ts'
import { findHolder, findPayment, paymentsOf } from './payment-store.ts'
import { receiptOf } from './receipt/receipt.ts'
import { receiptPdf } from './receipt/receipt-pdf.ts'

export function paymentRoutes(app: FastifyInstance, services: Services): void {
  const invoicing = services.providers.invoicing?.provider ?? 'dummy'
  serve(app, services, listPayments, async ({ id: patientId, ...query }, { db, caller, locale, refuse }) => {
    const { accountId } = caller
    if (!(await patientOf(db, accountId, patientId))) refuse('PATIENT_NOT_FOUND')
    const found = await paymentsOf(db, { accountId, patientId, ...query })
    const nameOf = soldNamesIn(services, locale)
    return { ...found, items: found.items.map((item) => withSoldName(item, nameOf)) }
  })

  serve(app, services, getPayment, async ({ id }, { db, caller, locale, refuse }) => {
    const payment = await findPayment(db, { id, accountId: caller.accountId, invoicing })
    return payment && (await patientOf(db, caller.accountId, payment.patient.id))
      ? namedInFull(payment, soldNamesIn(services, locale))
      : refuse('PAYMENT_NOT_FOUND')
  })

  serve(app, services, getReceipt, async ({ id }, { db, caller, refuse }) => {
    const { accountId } = caller
    const payment = (await findPayment(db, { id, accountId, invoicing })) ?? refuse('PAYMENT_NOT_FOUND')
    if (!(await patientOf(db, accountId, payment.patient.id))) refuse('PAYMENT_NOT_FOUND')
    if (!payment.hasReceipt) refuse('NO_RECEIPT')
    const holder = (await findHolder(db, accountId)) ?? refuse('PAYMENT_NOT_FOUND')
    const { config, catalogueFor } = services
    const locale = languageFor(holder.locale, config.languages) ?? config.patientAppLanguage
    const namedPayment = namedInFull(payment, soldNamesIn(services, locale))
    const receipt = receiptOf(namedPayment, {
      config,
      name: holder.name,
      locale,
      translate: createTranslator(locale, catalogueFor(locale)),
    })
    const { partnerName, brand } = config
    const pdf = await receiptPdf(receipt, { locale, partnerName, brand: brand.brand })
    return new Blob([new Uint8Array(pdf)], { type: 'application/pdf' })
  })
}

/** Replaces the product's name in its price line as well. */
function namedInFull(payment: Payment, nameOf: NameOf): Payment {
  const { product, lines } = payment
  const lineOf = (line: Payment['lines'][number]) =>
    line.kind === 'product' && line.name === product.name ? { ...line, name: nameOf(product) } : line
  return { ...withSoldName(payment, nameOf), lines: lines.map(lineOf) }
}

/** What a patient does with an open Pix beside paying it (docs/decisions/0035): a cart never has two open codes. */
export function pixRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, cancelPix, async ({ id }, { db, caller, refuse }) => {
    if (!(await findTriedOrder(db, id, caller.accountId))) refuse('ORDER_NOT_FOUND')
    await db.begin(async (tx) => {
      if (!(await giveUpPix(tx, id))) return
      await enqueue(tx, 'processOrder', { orderId: id }, { key: `order:${id}` })
      await notifyChanged(tx, [`order:${id}`])
    })
    return { workflowId: id }
  })

  serve(app, services, renewPix, async ({ id }, { db, caller, locale, refuse, request }) => {
    const { accountId } = caller
    const tried = (await findTriedOrder(db, id, accountId)) ?? refuse('ORDER_NOT_FOUND')
    if (!tried.isFailedPix) return { workflowId: id }
    const { cartId, productId, patientId, amount: shownTotal } = tried
    const input = { productId, patientId, shownTotal, installments: 1, paymentMethodInfo: { type: 'PIX' as const } }
    const cart = (tx: Tx) => lockCartById(tx, cartId, accountId)
    return createOrder(services, { input, cart, accountId, locale, ip: fullAddressOf(request), refuse })
  })
}
