import * as v from 'valibot'

/** What a program of a partner can be told, with the moment at which it happens. Triggers write them (migration 021). */
export const WEBHOOK_EVENTS = {
  'consultation.booked': 'A consultation is paid, or free, and confirmed.',
  'consultation.rescheduled': 'A booked consultation has another start.',
  'consultation.cancelled': 'A booked consultation was cancelled by the patient, the clinic or after missed calls.',
  'consultation.started': 'A clinician has taken the consultation to call the patient. Repeated after a missed call.',
  'consultation.missed': 'The patient did not answer a call. The third missed call also cancels the consultation.',
  'consultation.completed': 'The notes of the consultation are signed.',
  'consultation.failed': 'The consultation ended for a technical reason.',
  'order.paid': 'The payment of an order has succeeded, or the order is free.',
  'order.cancelled': 'An order was cancelled. A refund, if any is owed, follows.',
  'order.refunded': 'The payment provider has refunded an order, in full or in part.',
  'subscription.started': 'A subscription is active, or its trial has begun.',
  'subscription.renewed': 'A subscription was charged for another period.',
  'subscription.past_due': 'A charge of a subscription has failed. The provider tries again.',
  'subscription.paused': 'A subscription is paused.',
  'subscription.resumed': 'A paused subscription is active again.',
  'subscription.ended': 'A subscription that had started has ended.',
  'document.available': 'A clinician has given the patient a file, a referral or a certificate.',
  'prescription.issued': 'A prescription is signed and issued.',
  'prescription.cancelled': 'A prescription is cancelled.',
} as const satisfies Record<string, string>
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS

export const WebhookEvent = v.picklist(Object.keys(WEBHOOK_EVENTS) as [WebhookEvent, ...WebhookEvent[]])

/** The message that an endpoint must answer with its challenge before it gets any other. */
export const VERIFICATION_EVENT = 'webhook.verification'
