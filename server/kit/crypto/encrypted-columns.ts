/**
 * Columns of free clinical text that the application encrypts, so that neither a dump nor a backup of the database shows
 * them (decision 0192).
 */
export const ENCRYPTED_COLUMNS = [
  'audit.reason',
  'break_glass.reason',
  'break_glass.review',
  'care_order.cancel_reason',
  'cart.summary',
  'cart.symptoms',
  'consultation.draft',
  'consultation.private_draft',
  'consultation.summary',
  'consultation.symptoms',
  'consultation_document.name',
  'consultation_rating.comment',
  'edit_request.answer',
  'edit_request.text',
  'history_entry.reason',
  'history_entry.text',
  'letter.recipient',
  'letter.text',
  'note.reason',
  'note.text',
  'prescription.allergy_reason',
  'prescription.cancel_reason',
  'prescription.items',
  'private_note.text',
  'question.answer',
  'question.text',
  'undelivered_notification.reason',
] as const

/** Columns that are encrypted in the same way and never were in plain: secrets of what is sent, and stored answers. */
export const SECRET_COLUMNS = [
  'health_link.label',
  'health_link.secret',
  'idempotency.reply_text',
  'webhook_endpoint.earlier_secret',
  'webhook_endpoint.secret',
] as const

export type EncryptedColumn = (typeof ENCRYPTED_COLUMNS)[number] | (typeof SECRET_COLUMNS)[number]

/** Columns of JSON: when encrypted, one string. */
export const JSON_COLUMNS: ReadonlySet<EncryptedColumn> = new Set([
  'cart.symptoms',
  'consultation.symptoms',
  'prescription.items',
])

/** Signed rows that nobody may change: texts from before they were encrypted stay as they were signed. */
export const UNCHANGEABLE_COLUMNS: ReadonlySet<EncryptedColumn> = new Set(['audit.reason'])

/** SQL copies these from one column to the other, so both are authenticated under one name. */
export const COPIED_TO: Readonly<Partial<Record<EncryptedColumn, EncryptedColumn>>> = {
  'cart.summary': 'consultation.summary',
  'cart.symptoms': 'consultation.symptoms',
  'webhook_endpoint.earlier_secret': 'webhook_endpoint.secret',
}

/** The other columns of text in tables with clinical data, by the reason why they are not encrypted. */
export const PLAIN_COLUMNS = {
  'names a person and is searched, billed or printed; nothing clinical': [
    'address.city',
    'address.comments',
    'address.district',
    'address.number',
    'address.postal_code',
    'address.state',
    'address.street',
    'call_guest.name',
    'call_guest.shown_name',
    'care_order.billing_address',
    'care_order.home_address',
    'locked_patient.contact',
    'locked_patient.identity',
    'notification.email',
    'notification.phone',
    'patient.document_number',
    'patient.first_name',
    'patient.gender_info',
    'patient.last_name',
  ],
  'a slow hash of what the patient chose': ['health_link.passcode_hash'],
  'an id, a code or a word of the catalogue': [
    'audit.detail',
    'care_order.card_type',
    'care_order.challenge_request',
    'care_order.challenge_url',
    'care_order.failure_domain',
    'care_order.failure_reason',
    'care_order.masked_card_number',
    'care_order.payment_method',
    'care_order.price',
    'care_order.product_id',
    'care_order.product_name',
    'care_order.product_slug',
    'cart.product_id',
    'consent.language',
    'consent.subject',
    'consent.text_hash',
    'consent.version',
    'consultation.product_id',
    'consultation.product_name',
    'consultation.product_slug',
    'consultation_action.type',
    'lesson_progress.course_id',
    'lesson_progress.lesson',
    'notification.locale',
    'notification.subject_id',
    'phone_call.reference',
    'prescription.provider_id',
    'program_booking.product_id',
    'program_booking.reference',
    'subscription.activation_payment_id',
    'subscription.activation_url',
    'subscription.plan_id',
    'subscription.plan_name',
    'subscription.provider',
    'subscription.provider_id',
    'undelivered_notification.kind',
    'waitlist_entry.product_id',
    'waitlist_entry.product_name',
    'waitlist_entry.product_slug',
    'webinar_seat.webinar_id',
  ],
  'signals of a call, deleted with it': ['call_signal.body'],
  'written before any patient': ['note_template.text', 'note_template.title'],
} as const satisfies Record<string, readonly string[]>
